//! How a spring is typed: `halflife=0.2`, `frequency=2,damping_ratio=0.5`.

use sprung::Spring;

/// The help that every page about springs ends with.
pub(crate) const HELP: &str = "\
A spring is typed as SPEC, keys and values joined by commas:
  halflife=0.2                     half of the way is left after 0.2 s
  frequency=2,damping_ratio=0.5    two swings a second, overshooting";

/// Reads a spring from text.
pub(crate) fn spring(text: &str) -> Result<Spring<f64>, String> {
    let mut given = std::collections::BTreeMap::new();
    for pair in text.split(',') {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| format!("`{pair}` has no `=`; type for example halflife=0.2"))?;
        let value: f64 =
            value.parse().map_err(|_| format!("{key} must be a number, got {value}"))?;
        given.insert(key, value);
    }
    let ratio = given.remove("damping_ratio").unwrap_or(1.0);
    let mut keys = given.into_iter();
    let spring = match (keys.next(), keys.next()) {
        (Some(("halflife", value)), None) => Spring::from_halflife(value, ratio),
        (Some(("frequency", value)), None) => Spring::from_frequency(value, ratio),
        _ => return Err("type halflife=S or frequency=HZ, and damping_ratio=Z if not 1".into()),
    };
    spring.map_err(|error| error.to_string())
}
