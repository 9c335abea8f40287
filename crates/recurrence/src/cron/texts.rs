//! Returns the fields of an expression as written, for descriptions and warnings.

use crate::cron::field::Kind;
use crate::cron::parse::{fields_in_order, layout, split_zone, words};
use crate::cron::rules::Rules;
use crate::definition::CronRecurrence;

/// Returns each field with its text, in the written order. Empty for a macro and for text that does not parse.
pub(crate) fn field_texts<'a>(rule: &'a CronRecurrence, rules: &Rules) -> Vec<(Kind, &'a str)> {
    let Ok((_, body)) = split_zone(&rule.expression, rules) else { return Vec::new() };
    let texts: Vec<&str> = words(body).map(|(_, text)| text).collect();
    match layout(texts.len(), rule.seconds, rules) {
        Some(layout) if !body.trim_ascii_start().starts_with('@') => {
            fields_in_order(layout).iter().copied().zip(texts).collect()
        }
        Some(_) | None => Vec::new(),
    }
}
