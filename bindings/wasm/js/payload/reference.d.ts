/** The compressed module `reference`, written by `cargo xtask npm`. */
declare const payload: string;
export default payload;
