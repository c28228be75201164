/** The compressed module `spring`, written by `cargo xtask npm`. */
declare const payload: string;
export default payload;
