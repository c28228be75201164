declare module "*.wasm?url" {
  /** A `data:` address. */
  const data: string;
  export default data;
}
