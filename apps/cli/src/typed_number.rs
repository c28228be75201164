//! Numbers as people type them: `-1.5`, and seconds as `0.0166` or `1/60`.

/// Reads any number but infinity and NaN.
pub(crate) fn finite(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(format!("must be a finite number, got {text}")),
    }
}

/// Reads seconds above zero, as a number or as a fraction.
pub(crate) fn positive_seconds(text: &str) -> Result<f64, String> {
    let value = seconds(text)?;
    if value > 0.0 { Ok(value) } else { Err(format!("must be above 0, got {text}")) }
}

fn seconds(text: &str) -> Result<f64, String> {
    let read = |part: &str| part.trim().parse::<f64>().ok();
    let value = match text.split_once('/') {
        Some((over, under)) => read(over).zip(read(under)).map(|(over, under)| over / under),
        None => read(text),
    };
    match value {
        Some(value) if value.is_finite() => Ok(value),
        _ => Err(format!("must be seconds like 0.02 or 1/60, got {text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_numbers_are_numbers() {
        assert_eq!(finite("-1.5e3"), Ok(-1500.0));
        for text in ["", "x", "NaN", "inf", "1/2"] {
            assert!(finite(text).unwrap_err().ends_with(&format!("got {text}")));
        }
    }

    #[test]
    fn a_frame_can_be_typed_as_a_fraction() {
        assert_eq!(positive_seconds("1/60"), Ok(1.0 / 60.0));
        assert_eq!(positive_seconds("0.25"), Ok(0.25));
    }

    #[test]
    fn what_is_no_step_is_refused_with_what_would_be() {
        for text in ["", "fast", "1/0", "1/60/2", "NaN", "inf"] {
            assert!(positive_seconds(text).unwrap_err().contains("like 0.02 or 1/60"), "{text}");
        }
        assert_eq!(positive_seconds("-1"), Err("must be above 0, got -1".into()));
        assert_eq!(positive_seconds("0"), Err("must be above 0, got 0".into()));
    }
}
