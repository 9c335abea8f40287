//! Plain lists: one entry per line, with its name, a tab, the expression, and perhaps a tab and the time zone.

use serde_json::json;

use super::super::draft::{Draft, Importer};
use super::super::stub;
use super::set_times;
use crate::source::Source;

pub(super) fn read<'a>(source: &'a Source, importer: &mut Importer<'a>) {
    let offset = |part: &str| part.as_ptr() as usize - source.text().as_ptr() as usize;
    for line in source.text().lines() {
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let mut parts = text.split('\t').map(str::trim).filter(|part| !part.is_empty());
        let (name, expression, zone, rest) = (parts.next(), parts.next(), parts.next(), parts.next());
        let mut draft = Draft::new(source, offset(text), name.unwrap_or_default(), expression.unwrap_or_default());
        match (expression, rest) {
            (Some(expression), None) => {
                draft.set("overlap", "allow_all");
                let name = draft.name.clone();
                stub::set_webhook(&mut draft, &format!("hangfire/{name}"), &json!({ "job": name }));
                let zone = zone.map(|zone| (offset(zone), zone));
                set_times(&mut draft, (offset(expression), true), expression, zone, importer);
            }
            (_, _) => draft.refuse_at(draft.at, "expected a name, a tab and an expression, and perhaps a time zone"),
        }
        importer.drafts.push(draft);
    }
}
