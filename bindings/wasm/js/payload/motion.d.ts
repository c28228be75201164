/** The compressed module `motion`, written by `cargo xtask npm`. */
declare const payload: string;
export default payload;
