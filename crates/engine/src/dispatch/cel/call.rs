//! Calls of functions with the values of their arguments.

use std::borrow::Cow;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::time_zone;

use super::budget::{Budget, steps_for};
use super::compare::number;
use super::evaluation_error::{Answer, EvaluationError, type_error};
use super::function::Function;
use super::value::Value;

/// Calls a function. Its first value is the receiver of a method call.
pub(super) fn call<'a>(function: Function, values: &[Value<'a>], zone: &TimeZone, budget: &mut Budget) -> Answer<'a> {
    for value in values {
        budget.charge_text(value)?;
    }
    budget.charge_steps(function.steps())?;
    let done = match (function, values) {
        (Function::Size, [of]) => size(of),
        (Function::Contains, [Value::Text(text), Value::Text(part)]) => Some(Value::Bool(text.contains(part.as_ref()))),
        (Function::StartsWith, [Value::Text(text), Value::Text(part)]) => {
            Some(Value::Bool(text.starts_with(part.as_ref())))
        }
        (Function::EndsWith, [Value::Text(text), Value::Text(part)]) => {
            Some(Value::Bool(text.ends_with(part.as_ref())))
        }
        (Function::LowerAscii, [Value::Text(text)]) => {
            Some(new_text(text.len(), budget, || text.to_ascii_lowercase())?)
        }
        (Function::UpperAscii, [Value::Text(text)]) => {
            Some(new_text(text.len(), budget, || text.to_ascii_uppercase())?)
        }
        (Function::Text, [of]) => text(of),
        (Function::Int, [of]) => int(of).map(Value::Int),
        (Function::Uint, [of]) => uint(of).map(Value::Uint),
        (Function::Double, [Value::Text(text)]) => text.parse().ok().map(Value::Double),
        (Function::Double, [of]) => number(of).map(Value::Double),
        (Function::Bool, [Value::Bool(is)]) => Some(Value::Bool(*is)),
        (Function::Bool, [Value::Text(text)]) => text.parse().ok().map(Value::Bool),
        (Function::Timestamp, [Value::Time(at)]) => Some(Value::Time(*at)),
        (Function::Timestamp, [Value::Text(text)]) => text.parse().ok().map(Value::Time),
        (Function::Duration, [Value::Length(length)]) => Some(Value::Length(*length)),
        (Function::Duration, [Value::Text(text)]) => text.parse().ok().map(Value::Length),
        (Function::Part(part), [Value::Time(at)]) => Some(Value::Int(part.of_time(*at, zone))),
        (Function::Part(part), [Value::Time(at), Value::Text(zone)]) => {
            let zone = time_zone(zone).map_err(|error| EvaluationError::Invalid(error.to_string()))?;
            Some(Value::Int(part.of_time(*at, &zone)))
        }
        (Function::Part(part), [Value::Length(length)]) => part.of_length(*length).map(Value::Int),
        _ => None,
    };
    done.ok_or_else(|| match values {
        [Value::Text(text)] => {
            EvaluationError::Invalid(format!("{}() cannot convert {:?}", function.name(), cut(text)))
        }
        _ => type_error(&format!("{}()", function.name()), &values.iter().collect::<Vec<_>>()),
    })
}

/// Creates a string of this many bytes and charges for it.
fn new_text<'a>(bytes: usize, budget: &mut Budget, make: impl FnOnce() -> String) -> Answer<'a> {
    budget.charge_bytes(bytes)?;
    budget.charge_steps(steps_for(bytes))?;
    Ok(Value::Text(Cow::Owned(make())))
}

fn size<'a>(of: &Value<'a>) -> Option<Value<'a>> {
    let size = if let Value::Text(text) = of { text.chars().count() } else { of.count()? };
    i64::try_from(size).ok().map(Value::Int)
}

fn text<'a>(of: &Value<'a>) -> Option<Value<'a>> {
    let text = match of {
        Value::Text(text) => return Some(Value::Text(text.clone())),
        Value::Bool(is) => is.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Double(number) => number.to_string(),
        Value::Time(at) => at.to_string(),
        Value::Length(length) => format!("{}s", length.as_secs_f64()),
        Value::Null
        | Value::Array(_)
        | Value::Object(_)
        | Value::Texts(_)
        | Value::Constants(_)
        | Value::List(_)
        | Value::Map(_) => return None,
    };
    Some(Value::Text(Cow::Owned(text)))
}

fn int(of: &Value<'_>) -> Option<i64> {
    match of {
        Value::Int(number) => Some(*number),
        Value::Uint(number) => i64::try_from(*number).ok(),
        // The bounds are excluded: `i64::MAX` is not a double, and other numbers round to `i64::MIN` too.
        Value::Double(number) => {
            (*number > i64::MIN as f64 && *number < i64::MAX as f64).then_some(number.trunc() as i64)
        }
        Value::Text(text) => text.parse().ok(),
        Value::Time(at) => Some(Timestamp::as_second(*at)),
        Value::Length(length) => Some(SignedDuration::as_secs(length)),
        _ => None,
    }
}

fn uint(of: &Value<'_>) -> Option<u64> {
    match of {
        Value::Uint(number) => Some(*number),
        Value::Int(number) => u64::try_from(*number).ok(),
        Value::Double(number) => (*number >= 0.0 && *number < u64::MAX as f64).then_some(number.trunc() as u64),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    }
}

fn cut(text: &str) -> String {
    const SHOWN_MAX: usize = 40;
    text.chars().take(SHOWN_MAX).collect()
}
