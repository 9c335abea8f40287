//! Arithmetic. An integer overflow stops the evaluation instead of wrapping around.

use super::compare::number;
use super::evaluation_error::{Answer, EvaluationError, type_error};
use super::term::Arithmetic;
use super::value::Value;

/// Computes a binary operation. JSON has only one type of number, so integers and doubles may be mixed; the
/// result is then a double.
pub(super) fn sum<'a>(operator: Arithmetic, left: &Value<'a>, right: &Value<'a>) -> Answer<'a> {
    let done = match (left, right) {
        (Value::Int(one), Value::Int(other)) => int(operator, *one, *other).map(Value::Int),
        (Value::Uint(one), Value::Uint(other)) => uint(operator, *one, *other).map(Value::Uint),
        _ => match (number(left), number(right)) {
            (Some(one), Some(other)) => double(operator, one, other).map(Value::Double),
            _ => return time(operator, left, right).ok_or_else(|| type_error(operator.as_str(), &[left, right])),
        },
    };
    done.ok_or_else(|| overflow(operator.as_str()))
}

fn int(operator: Arithmetic, one: i64, other: i64) -> Option<i64> {
    match operator {
        Arithmetic::Add => one.checked_add(other),
        Arithmetic::Subtract => one.checked_sub(other),
        Arithmetic::Multiply => one.checked_mul(other),
        Arithmetic::Divide => one.checked_div(other),
        Arithmetic::Remainder => one.checked_rem(other),
    }
}

fn uint(operator: Arithmetic, one: u64, other: u64) -> Option<u64> {
    match operator {
        Arithmetic::Add => one.checked_add(other),
        Arithmetic::Subtract => one.checked_sub(other),
        Arithmetic::Multiply => one.checked_mul(other),
        Arithmetic::Divide => one.checked_div(other),
        Arithmetic::Remainder => one.checked_rem(other),
    }
}

fn double(operator: Arithmetic, one: f64, other: f64) -> Option<f64> {
    match operator {
        Arithmetic::Add => Some(one + other),
        Arithmetic::Subtract => Some(one - other),
        Arithmetic::Multiply => Some(one * other),
        Arithmetic::Divide => Some(one / other),
        // The language has no remainder for doubles.
        Arithmetic::Remainder => None,
    }
}

/// Computes operations on instants and durations.
fn time<'a>(operator: Arithmetic, left: &Value<'a>, right: &Value<'a>) -> Option<Value<'a>> {
    match (operator, left, right) {
        (Arithmetic::Add, Value::Time(at), Value::Length(length))
        | (Arithmetic::Add, Value::Length(length), Value::Time(at)) => at.checked_add(*length).ok().map(Value::Time),
        (Arithmetic::Subtract, Value::Time(at), Value::Length(length)) => at.checked_sub(*length).ok().map(Value::Time),
        (Arithmetic::Subtract, Value::Time(one), Value::Time(other)) => Some(Value::Length(one.duration_since(*other))),
        (Arithmetic::Add, Value::Length(one), Value::Length(other)) => one.checked_add(*other).map(Value::Length),
        (Arithmetic::Subtract, Value::Length(one), Value::Length(other)) => one.checked_sub(*other).map(Value::Length),
        _ => None,
    }
}

pub(super) fn overflow(sign: &str) -> EvaluationError {
    EvaluationError::Invalid(format!("`{sign}` overflows or has no result"))
}
