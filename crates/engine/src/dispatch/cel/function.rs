//! Functions of the language. `size(x)` and `x.size()` are the same call.

use std::borrow::Cow;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::time_zone;

use super::evaluate::{Answer, Evaluation, EvaluationError, steps_for, type_error};
use super::time::Part;
use super::value::Value;

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Size,
    Contains,
    StartsWith,
    EndsWith,
    LowerAscii,
    UpperAscii,
    Text,
    Int,
    Uint,
    Double,
    Bool,
    Timestamp,
    Duration,
    Part(Part),
}

impl Function {
    /// Returns the function with this name. `count` is the number of arguments, including the receiver of a
    /// method call.
    pub(super) fn of(name: &str, count: usize) -> Result<Self, String> {
        let function = match name {
            "size" => Self::Size,
            "contains" => Self::Contains,
            "startsWith" => Self::StartsWith,
            "endsWith" => Self::EndsWith,
            "lowerAscii" => Self::LowerAscii,
            "upperAscii" => Self::UpperAscii,
            "string" => Self::Text,
            "int" => Self::Int,
            "uint" => Self::Uint,
            "double" => Self::Double,
            "bool" => Self::Bool,
            "timestamp" => Self::Timestamp,
            "duration" => Self::Duration,
            "matches" => return Err("matches() is not supported; use contains, startsWith or endsWith".to_owned()),
            _ => Self::Part(Part::of(name).ok_or_else(|| format!("unknown function {name}()"))?),
        };
        let counts = match function {
            Self::Contains | Self::StartsWith | Self::EndsWith => 2..=2,
            Self::Part(_) => 1..=2,
            Self::Size
            | Self::LowerAscii
            | Self::UpperAscii
            | Self::Text
            | Self::Int
            | Self::Uint
            | Self::Double
            | Self::Bool
            | Self::Timestamp
            | Self::Duration => 1..=1,
        };
        if counts.contains(&count) {
            return Ok(function);
        }
        Err(format!("{name}() has {count} arguments, including the value it is called on; expected {}", counts.end()))
    }

    pub(super) const fn may_be_bool(self) -> bool {
        match self {
            Self::Contains | Self::StartsWith | Self::EndsWith | Self::Bool => true,
            Self::Size
            | Self::LowerAscii
            | Self::UpperAscii
            | Self::Text
            | Self::Int
            | Self::Uint
            | Self::Double
            | Self::Timestamp
            | Self::Duration
            | Self::Part(_) => false,
        }
    }

    /// Returns the extra cost in steps: times and zones are slow to parse.
    const fn steps(self) -> u32 {
        match self {
            Self::Timestamp | Self::Duration | Self::Part(_) => 16,
            Self::Size
            | Self::Contains
            | Self::StartsWith
            | Self::EndsWith
            | Self::LowerAscii
            | Self::UpperAscii
            | Self::Text
            | Self::Int
            | Self::Uint
            | Self::Double
            | Self::Bool => 0,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Contains => "contains",
            Self::StartsWith => "startsWith",
            Self::EndsWith => "endsWith",
            Self::LowerAscii => "lowerAscii",
            Self::UpperAscii => "upperAscii",
            Self::Text => "string",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Double => "double",
            Self::Bool => "bool",
            Self::Timestamp => "timestamp",
            Self::Duration => "duration",
            Self::Part(part) => part.as_str(),
        }
    }
}

impl<'a> Evaluation<'a> {
    pub(super) fn call(&mut self, function: Function, values: &[Value<'a>]) -> Answer<'a> {
        for value in values {
            self.charge_text(value)?;
        }
        self.charge_steps(function.steps())?;
        let done = match (function, values) {
            (Function::Size, [of]) => size(of),
            (Function::Contains, [Value::Text(text), Value::Text(part)]) => {
                Some(Value::Bool(text.contains(part.as_ref())))
            }
            (Function::StartsWith, [Value::Text(text), Value::Text(part)]) => {
                Some(Value::Bool(text.starts_with(part.as_ref())))
            }
            (Function::EndsWith, [Value::Text(text), Value::Text(part)]) => {
                Some(Value::Bool(text.ends_with(part.as_ref())))
            }
            (Function::LowerAscii, [Value::Text(text)]) => {
                Some(self.new_text(text.len(), || text.to_ascii_lowercase())?)
            }
            (Function::UpperAscii, [Value::Text(text)]) => {
                Some(self.new_text(text.len(), || text.to_ascii_uppercase())?)
            }
            (Function::Text, [of]) => text(of),
            (Function::Int, [of]) => int(of).map(Value::Int),
            (Function::Uint, [of]) => uint(of).map(Value::Uint),
            (Function::Double, [Value::Text(text)]) => text.parse().ok().map(Value::Double),
            (Function::Double, [of]) => super::compare::number(of).map(Value::Double),
            (Function::Bool, [Value::Bool(is)]) => Some(Value::Bool(*is)),
            (Function::Bool, [Value::Text(text)]) => text.parse().ok().map(Value::Bool),
            (Function::Timestamp, [Value::Time(at)]) => Some(Value::Time(*at)),
            (Function::Timestamp, [Value::Text(text)]) => text.parse().ok().map(Value::Time),
            (Function::Duration, [Value::Length(length)]) => Some(Value::Length(*length)),
            (Function::Duration, [Value::Text(text)]) => text.parse().ok().map(Value::Length),
            (Function::Part(part), [Value::Time(at)]) => Some(Value::Int(part.of_time(*at, self.zone))),
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
    fn new_text(&mut self, bytes: usize, make: impl FnOnce() -> String) -> Answer<'a> {
        self.charge_bytes(bytes)?;
        self.charge_steps(steps_for(bytes))?;
        Ok(Value::Text(Cow::Owned(make())))
    }
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
