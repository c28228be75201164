/// The same text in single precision: types and names by their precision.
fn single(text: &str) -> String {
    text.replace("f64", "f32").replace("F64", "F32")
}
