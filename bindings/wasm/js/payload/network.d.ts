/** The compressed module `network`, written by `cargo xtask npm`. */
declare const payload: string;
export default payload;
