//! Equality and order. Numbers of all types compare by value; values of other types are never equal across
//! types.

use std::cmp::Ordering;

use super::budget::steps_for;
use super::value::Value;

/// Returns whether two values are equal, or `None` when the steps are used up.
pub(super) fn equal(left: &Value<'_>, right: &Value<'_>, steps_left: &mut u32) -> Option<bool> {
    *steps_left = steps_left.checked_sub(1)?;
    if let (Some(one), Some(other)) = (left.count(), right.count()) {
        if one != other || left.kind() != right.kind() {
            return Some(false);
        }
        return match left.keys() {
            None => all(0..one, |index| match (left.element(index), right.element(index)) {
                (Some(one), Some(other)) => equal(&one, &other, steps_left),
                _ => Some(false),
            }),
            Some(keys) => all(keys.into_iter(), |key| {
                let one = entry(left, &key, steps_left)?;
                let other = entry(right, &key, steps_left)?;
                match (one, other) {
                    (Some(one), Some(other)) => equal(&one, &other, steps_left),
                    _ => Some(false),
                }
            }),
        };
    }
    Some(match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Text(one), Value::Text(other)) => {
            *steps_left = steps_left.checked_sub(steps_for(one.len().min(other.len())))?;
            one == other
        }
        _ => order(left, right) == Some(Ordering::Equal),
    })
}

fn all<T>(items: impl Iterator<Item = T>, mut holds: impl FnMut(T) -> Option<bool>) -> Option<bool> {
    for item in items {
        if !holds(item)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Returns the value under a key of a map. The outer `None` means that the steps are used up.
pub(super) fn entry<'a>(map: &Value<'a>, key: &Value<'_>, steps_left: &mut u32) -> Option<Option<Value<'a>>> {
    *steps_left = steps_left.checked_sub(1)?;
    Some(match (map, key) {
        (Value::Object(fields), Value::Text(key)) => fields.get(key.as_ref()).map(Value::json),
        (Value::Texts(texts), Value::Text(key)) => texts.get(key.as_ref()).map(|text| Value::text(text)),
        (Value::Map(entries), key) => {
            for (known, value) in entries.iter() {
                if equal(known, key, steps_left)? {
                    return Some(Some(value.clone()));
                }
            }
            None
        }
        _ => None,
    })
}

/// Compares two values, or returns `None` if they have no order.
pub(super) fn order(left: &Value<'_>, right: &Value<'_>) -> Option<Ordering> {
    match (left, right) {
        (Value::Bool(one), Value::Bool(other)) => Some(one.cmp(other)),
        (Value::Text(one), Value::Text(other)) => Some(one.cmp(other)),
        (Value::Time(one), Value::Time(other)) => Some(one.cmp(other)),
        (Value::Length(one), Value::Length(other)) => Some(one.cmp(other)),
        _ => match (whole(left), whole(right)) {
            (Some(one), Some(other)) => Some(one.cmp(&other)),
            _ => number(left)?.partial_cmp(&number(right)?),
        },
    }
}

fn whole(value: &Value<'_>) -> Option<i128> {
    match value {
        Value::Int(number) => Some((*number).into()),
        Value::Uint(number) => Some((*number).into()),
        _ => None,
    }
}

/// Returns the value of a number of any type.
pub(super) fn number(value: &Value<'_>) -> Option<f64> {
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Uint(number) => Some(*number as f64),
        Value::Double(number) => Some(*number),
        _ => None,
    }
}

impl PartialEq for Value<'_> {
    /// Compares by CEL equality, without a step limit. For tests.
    fn eq(&self, other: &Self) -> bool {
        equal(self, other, &mut u32::MAX.clone()) == Some(true)
    }
}
