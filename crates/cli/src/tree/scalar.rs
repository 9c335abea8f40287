//! The value of a plain scalar in YAML 1.2 (its core schema): `no` and `09:00` are texts.

use serde_json::Number;

use super::node::NodeValue;

/// Returns the value of a plain scalar, or the reason why there is no such value in JSON.
pub(super) fn plain(text: &str) -> Result<NodeValue, &'static str> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Ok(NodeValue::Null),
        "true" | "True" | "TRUE" => return Ok(NodeValue::Bool(true)),
        "false" | "False" | "FALSE" => return Ok(NodeValue::Bool(false)),
        _ => {}
    }
    match number(text) {
        Some(number) => number.map(NodeValue::Number),
        None => Ok(NodeValue::Text(text.to_owned())),
    }
}

/// Returns the number that a text is, if it is one.
fn number(text: &str) -> Option<Result<Number, &'static str>> {
    const TOO_LARGE: &str = "is too large for a number; write it in quotes";
    let (is_negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (text.starts_with('-'), digits),
        None => (false, text),
    };
    if matches!(digits, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Some(Err("has no form in JSON; write it in quotes"));
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(digits) = text.strip_prefix(prefix)
            && !digits.is_empty()
            && digits.chars().all(|c| c.is_digit(radix))
        {
            return Some(u64::from_str_radix(digits, radix).map(Number::from).map_err(|_| TOO_LARGE));
        }
    }
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let whole = if is_negative {
            format!("-{digits}").parse::<i64>().map(Number::from)
        } else {
            digits.parse::<u64>().map(Number::from)
        };
        return Some(whole.map_err(|_| TOO_LARGE));
    }
    if !is_float(digits) {
        return None;
    }
    let float: f64 = text.parse().ok()?;
    Some(Number::from_f64(float).ok_or(TOO_LARGE))
}

/// Returns whether a text without a sign is a decimal fraction or has an exponent.
fn is_float(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_digits = mantissa.bytes().any(|byte| byte.is_ascii_digit());
    let is_mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(mantissa),
    };
    let is_exponent = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !digits.is_empty() && is_digits(digits)
    });
    has_digits && is_mantissa && is_exponent
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn plain_scalars_have_the_types_of_yaml_1_2() {
        let check = |text: &str, expected: serde_json::Value| {
            let node = super::super::Node { at: 0, value: plain(text).unwrap() };
            assert_eq!(node.to_json(), expected, "{text}");
        };
        for text in
            ["no", "yes", "on", "09:00", "2026-01-01", "1_000", "0b1", "1e", "e3", ".", "-", "+", "1.2.3", "0x", "-0x1"]
        {
            check(text, json!(text));
        }
        check("", json!(null));
        check("~", json!(null));
        check("True", json!(true));
        check("12", json!(12));
        check("-12", json!(-12));
        check("+12", json!(12));
        check("007", json!(7));
        check("0x1F", json!(31));
        check("0o17", json!(15));
        check("1e3", json!(1000.0));
        check("1.", json!(1.0));
        check(".5", json!(0.5));
        check("-1.5E-3", json!(-0.0015));
        check("18446744073709551615", json!(18_446_744_073_709_551_615_u64));
    }

    #[test]
    fn numbers_that_json_cannot_hold_are_refused() {
        for text in
            ["18446744073709551616", "-9223372036854775809", "1e999", ".inf", "-.INF", ".nan", "0xFFFFFFFFFFFFFFFFF"]
        {
            assert!(plain(text).is_err(), "{text}");
        }
    }
}
