/** The compressed module `batch`, written by `cargo xtask npm`. */
declare const payload: string;
export default payload;
