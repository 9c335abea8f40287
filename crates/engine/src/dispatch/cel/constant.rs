//! Constants of an expression.

/// A constant in the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    Text(String),
    List(Vec<Constant>),
}
