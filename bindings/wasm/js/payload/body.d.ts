/** The compressed module `body`, written by `cargo xtask npm`. */
declare const payload: string;
export default payload;
