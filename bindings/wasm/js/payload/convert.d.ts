/** The compressed module `convert`, written by `cargo xtask npm`. */
declare const payload: string;
export default payload;
