/** The compressed module `integrate`, written by `cargo xtask npm`. */
declare const payload: string;
export default payload;
