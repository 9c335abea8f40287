//! Functions of the language. `size(x)` and `x.size()` are the same call.

use super::time::Part;

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
    pub(super) const fn steps(self) -> u32 {
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

    pub(super) const fn name(self) -> &'static str {
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
