/** The compressed module `signal`, written by `cargo xtask npm`. */
declare const payload: string;
export default payload;
