//! The values of a field of cron that has no special characters.

use std::collections::BTreeSet;

/// Returns the values of a field: stars, numbers, names, ranges and steps, separated by commas. The first name stands
/// for the minimum. A step after a single value leads to the maximum. Returns `None` for anything else.
pub(super) fn values(field: &str, (min, max): (u32, u32), names: &[&str]) -> Option<BTreeSet<u32>> {
    let value = |text: &str| {
        let named = names.iter().position(|name| name.eq_ignore_ascii_case(text));
        let named = named.and_then(|index| u32::try_from(index).ok()).map(|index| min + index);
        named.or_else(|| text.parse::<u32>().ok()).filter(|value| (min..=max).contains(value))
    };
    let mut found = BTreeSet::new();
    for item in field.split(',') {
        let (base, step) = match item.split_once('/') {
            Some((base, step)) => (base, Some(step.parse::<usize>().ok().filter(|step| *step > 0)?)),
            None => (item, None),
        };
        let (first, last) = match base.split_once('-') {
            _ if base == "*" || base == "?" => (min, max),
            Some((first, last)) => (value(first)?, value(last)?),
            None if step.is_some() => (value(base)?, max),
            None => (value(base)?, value(base)?),
        };
        found.extend((first..=last).step_by(step.unwrap_or(1)));
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_fields_have_values() {
        let check = |field: &str, expected: Option<&[u32]>| {
            let found = values(field, (1, 12), &["jan", "feb", "mar"]);
            assert_eq!(found, expected.map(|values| values.iter().copied().collect()), "{field}");
        };
        check("*/5", Some(&[1, 6, 11]));
        check("10/2", Some(&[10, 12]));
        check("Jan-MAR,7", Some(&[1, 2, 3, 7]));
        check("2-8/3", Some(&[2, 5, 8]));
        check("0", None);
        check("*/0", None);
        check("L", None);
        check("1#2", None);
    }
}
