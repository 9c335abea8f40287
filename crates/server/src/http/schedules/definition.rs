//! Reads definitions from request bodies. Short forms are expanded first, so that what is stored and shown
//! has one form.

use refrain::control::UnknownProviders;
use refrain::model::Definition;
use refrain_cli::text::nearest;
use refrain_recurrence::{Notation, Phrase, Recurrence};
use serde_json::{Map, Value, json};

use crate::http::body::from_value;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Removes from a body whether a provider that no live node has is accepted. This field belongs to the
/// request and is not stored.
pub(crate) fn take_unknown_providers(body: &mut Map<String, Value>) -> Result<UnknownProviders, Problem> {
    match body.remove(ALLOW_UNKNOWN_PROVIDER) {
        None | Some(Value::Null | Value::Bool(false)) => Ok(UnknownProviders::Refuse),
        Some(Value::Bool(true)) => Ok(UnknownProviders::Allow),
        Some(other) => {
            let detail = format!("{ALLOW_UNKNOWN_PROVIDER} is {other}; it must be true or false");
            Err(Problem::new(ProblemCode::BadBody, detail).at_path(ALLOW_UNKNOWN_PROVIDER))
        }
    }
}

/// Fields of a request that are not fields of a definition.
const SHORT_NAMES: [&str; 4] = ["cron", "when", "timezone", "enabled"];
/// Field that accepts a provider that no live node has.
const ALLOW_UNKNOWN_PROVIDER: &str = "allow_unknown_provider";

/// Reads a definition. `cron` or `when` may replace the whole recurrence, and `timezone` may be given next to it. The
/// default time zone is the server's.
pub(crate) fn read(body: Map<String, Value>, timezone: &str) -> Result<Definition, Problem> {
    let mut body = body;
    let (cron, when, mut zone) = (body.remove("cron"), body.remove("when"), body.remove("timezone"));
    if cron.is_some() && when.is_some() {
        let problem = Problem::new(ProblemCode::Contradiction, "cron and when are both given").at_path("when");
        return Err(problem.with_hint("leave one of them out"));
    }
    let when = when.map(|when| read_when(&when, zone.as_ref())).transpose()?;
    if let Some((_, Some(named))) = &when {
        zone = Some(named.as_str().into());
    }
    if cron.is_some() || when.is_some() || zone.is_some() {
        let spec = body.entry("spec").or_insert_with(|| json!({}));
        let Value::Object(spec) = spec else {
            return Err(Problem::new(ProblemCode::BadBody, "spec is not an object").at_path("spec"));
        };
        if let Some(cron) = cron {
            fill(spec, "recurrence", "cron", json!({ "kind": "cron", "expression": cron }))?;
        }
        if let Some((recurrence, _)) = when {
            fill(spec, "recurrence", "when", recurrence)?;
        }
        if let Some(zone) = zone.filter(|zone| !zone.is_null()) {
            fill(spec, "timezone", "timezone", zone)?;
        }
    }
    if let Some(Value::Object(spec)) = body.get_mut("spec")
        && spec.get("timezone").is_none_or(Value::is_null)
    {
        spec.insert("timezone".to_owned(), timezone.into());
    }
    from_value(&Value::Object(body)).map_err(with_short_names)
}

/// Adds the nearest short name to the error of an unknown field. The definition itself does not have these fields.
fn with_short_names(problem: Problem) -> Problem {
    let unknown = problem.path.as_deref().filter(|_| problem.has_unknown_field() && problem.hint.is_none());
    match unknown.and_then(|unknown| nearest(unknown, SHORT_NAMES)) {
        Some(near) => problem.with_hint(format!("did you mean `{near}`?")),
        None => problem,
    }
}

/// Reads `when`: plain English, cron, RFC 5545 or an instant. Returns the recurrence, and the time zone if the
/// text names one. It must be the time zone of the request if that has one.
fn read_when(when: &Value, zone: Option<&Value>) -> Result<(Value, Option<String>), Problem> {
    let Value::String(text) = when else {
        return Err(Problem::new(ProblemCode::BadBody, "when must be a text").at_path("when"));
    };
    let refused = |error: refrain_recurrence::Error| Problem::from(error).at_path("when");
    let (recurrence, named) = match Notation::of(text) {
        Notation::Phrase => text.parse().map(|phrase: Phrase| (phrase.recurrence, phrase.timezone)).map_err(refused)?,
        _ => (text.parse::<Recurrence>().map_err(refused)?, None),
    };
    if let (Some(named), Some(Value::String(zone))) = (&named, zone)
        && !named.eq_ignore_ascii_case(zone)
    {
        let detail = format!("when names the time zone {named}, and timezone is {zone}");
        return Err(Problem::new(ProblemCode::Contradiction, detail).at_path("when").with_hint("remove one of them"));
    }
    let recurrence = serde_json::to_value(recurrence)
        .map_err(|error| Problem::new(ProblemCode::BadValue, error.to_string()).at_path("when"))?;
    Ok((recurrence, named))
}

fn fill(spec: &mut Map<String, Value>, field: &str, short: &str, value: Value) -> Result<(), Problem> {
    if spec.contains_key(field) {
        let detail = format!("{short} and spec.{field} are both given");
        return Err(Problem::new(ProblemCode::BadBody, detail).at_path(short).with_hint("leave one of them out"));
    }
    spec.insert(field.to_owned(), value);
    Ok(())
}

/// Applies a merge patch to a definition: null restores the default. A recurrence is replaced as a whole,
/// because a mix of two kinds has no meaning.
pub(super) fn patched(old: &Definition, patch: Map<String, Value>, timezone: &str) -> Result<Definition, Problem> {
    let mut patch = patch;
    let Ok(Value::Object(mut target)) = serde_json::to_value(old) else {
        return Err(Problem::new(ProblemCode::BadValue, "the stored definition cannot be patched"));
    };
    let (when, zone) = (patch.remove("when"), patch.remove("timezone"));
    if when.is_some() && patch.contains_key("cron") {
        let problem = Problem::new(ProblemCode::Contradiction, "cron and when are both given").at_path("when");
        return Err(problem.with_hint("leave one of them out"));
    }
    let when = when.map(|when| read_when(&when, zone.as_ref())).transpose()?;
    if let Some(zone) = zone {
        spec_mut(&mut patch)?.insert("timezone".to_owned(), zone);
    }
    if let Some((recurrence, named)) = when {
        let spec = spec_mut(&mut patch)?;
        spec.insert("recurrence".to_owned(), recurrence);
        if let Some(named) = named {
            spec.insert("timezone".to_owned(), named.into());
        }
    }
    if let Some(cron) = patch.remove("cron") {
        spec_mut(&mut patch)?.insert("recurrence".to_owned(), json!({ "kind": "cron", "expression": cron }));
    }
    if let Some(Value::Object(spec)) = patch.get("spec")
        && spec.contains_key("recurrence")
        && let Some(Value::Object(old)) = target.get_mut("spec")
    {
        old.remove("recurrence");
    }
    let cleared = cleared_fields(&patch);
    merge(&mut target, patch);
    check_cleared(&target, &cleared, timezone)?;
    read(target, timezone)
}

/// Objects whose keys the user chooses.
const FREE_FORM: [&[&str]; 3] = [&["labels"], &["action", "payload"], &["action", "metadata"]];

/// Returns the paths of the fields that a patch clears.
fn cleared_fields(patch: &Map<String, Value>) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut left: Vec<(Vec<String>, &Map<String, Value>)> = vec![(Vec::new(), patch)];
    while let Some((path, fields)) = left.pop() {
        if FREE_FORM.iter().any(|free| path.iter().eq(free.iter())) {
            continue;
        }
        for (name, value) in fields {
            let path = path.iter().cloned().chain([name.clone()]).collect();
            match value {
                Value::Null => found.push(path),
                Value::Object(fields) => left.push((path, fields)),
                _ => {}
            }
        }
    }
    found
}

/// Rejects clearing a field that does not exist: a merge would drop it silently. Stops at the first unknown
/// field, and there are few known ones, so few definitions are read.
fn check_cleared(target: &Map<String, Value>, cleared: &[Vec<String>], timezone: &str) -> Result<(), Problem> {
    for path in cleared {
        let mut probe = Value::Object(target.clone());
        let mut place = Some(&mut probe);
        for name in path {
            place =
                place.and_then(Value::as_object_mut).map(|fields| fields.entry(name.as_str()).or_insert(Value::Null));
        }
        if let Value::Object(probe) = probe
            && let Err(problem) = read(probe, timezone)
            && problem.has_unknown_field()
        {
            return Err(problem);
        }
    }
    Ok(())
}

fn spec_mut(patch: &mut Map<String, Value>) -> Result<&mut Map<String, Value>, Problem> {
    let spec = patch.entry("spec").or_insert_with(|| json!({}));
    if spec.is_null() {
        *spec = json!({});
    }
    match spec {
        Value::Object(spec) => Ok(spec),
        _ => Err(Problem::new(ProblemCode::BadBody, "spec is not an object").at_path("spec")),
    }
}

/// Merges a patch as defined in RFC 7396.
fn merge(target: &mut Map<String, Value>, patch: Map<String, Value>) {
    for (name, value) in patch {
        match value {
            Value::Null => {
                target.remove(&name);
            }
            Value::Object(fields) => match target.get_mut(&name) {
                Some(Value::Object(old)) => merge(old, fields),
                Some(_) | None => {
                    let mut new = Map::new();
                    merge(&mut new, fields);
                    target.insert(name, Value::Object(new));
                }
            },
            other => {
                target.insert(name, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(fields) => fields,
            other => panic!("{other} is not an object"),
        }
    }

    fn digest() -> Definition {
        let body = json!({ "cron": "0 9 * * *", "timezone": "Europe/Paris", "action": { "provider": "log", "payload": { "a": 1 } } });
        read(object(body), "UTC").unwrap()
    }

    #[test]
    fn short_form_equals_full_form() {
        let long = json!({
            "spec": { "recurrence": { "kind": "cron", "expression": "0 9 * * *" }, "timezone": "Europe/Paris" },
            "action": { "provider": "log", "payload": { "a": 1 } },
        });
        assert_eq!(read(object(long), "UTC").unwrap(), digest());
    }

    #[test]
    fn default_time_zone_is_the_servers() {
        let body = json!({ "cron": "0 9 * * *", "action": { "provider": "log" } });
        assert_eq!(read(object(body), "Asia/Tokyo").unwrap().spec.timezone, "Asia/Tokyo");
    }

    #[test]
    fn short_and_full_form_together_are_rejected() {
        let body = json!({
            "cron": "0 9 * * *", "action": { "provider": "log" },
            "spec": { "recurrence": { "kind": "cron", "expression": "0 8 * * *" } },
        });
        assert!(read(object(body), "UTC").unwrap_err().detail.contains("both given"));
    }

    #[test]
    fn null_clears_and_a_recurrence_is_replaced_as_a_whole() {
        let cleared = patched(&digest(), object(json!({ "timezone": null })), "UTC").unwrap();
        assert_eq!(cleared.spec.timezone, "UTC");
        let every = json!({ "spec": { "recurrence": { "kind": "every", "every": 5, "unit": "minutes" } } });
        let changed = patched(&digest(), object(every), "UTC").unwrap();
        assert_eq!(changed.spec.timezone, "Europe/Paris");
        assert!(matches!(changed.spec.recurrence, refrain_recurrence::Recurrence::Every(_)));
        let payload =
            patched(&digest(), object(json!({ "action": { "payload": { "a": null, "b": 2 } } })), "UTC").unwrap();
        assert_eq!(payload.action.payload, json!({ "b": 2 }));
        assert_eq!(patched(&digest(), object(json!({ "labels": {} })), "UTC").unwrap(), digest());
    }

    #[test]
    fn plain_english_is_a_recurrence_and_may_name_the_time_zone() {
        let body = |when: &str| object(json!({ "when": when, "action": { "provider": "log" } }));
        let named = read(body("every weekday at 9am Europe/Paris"), "UTC").unwrap();
        assert_eq!(named.spec.timezone, "Europe/Paris");
        let spelled = serde_json::to_value(&named.spec.recurrence).unwrap();
        assert_eq!((&spelled["kind"], &spelled["at"]), (&json!("every"), &json!(["09:00:00"])));
        assert_eq!(read(body("0 9 * * *"), "UTC").unwrap().spec.timezone, "UTC");
        let patched = patched(&digest(), object(json!({ "when": "every 15 minutes" })), "UTC").unwrap();
        assert_eq!(patched.spec.recurrence, "every 15 minutes".parse().unwrap());
        let mut both = body("every day at 9am UTC");
        both.insert("timezone".to_owned(), json!("Europe/Paris"));
        let problem = read(both, "UTC").unwrap_err();
        assert_eq!(problem.detail, "when names the time zone UTC, and timezone is Europe/Paris");
        let mut two = body("every day");
        two.insert("cron".to_owned(), json!("0 9 * * *"));
        for (refused, code) in [
            (two, "conflict"),
            (body("every second tuesday"), "conflict"),
            (body("every 5 minuts"), "unknown_name"),
            (object(json!({ "when": 5, "action": { "provider": "log" } })), "bad_body"),
        ] {
            assert_eq!(read(refused.clone(), "UTC").unwrap_err().code, code, "{refused:?}");
        }
    }

    #[test]
    fn clearing_an_unknown_field_is_refused_like_setting_it() {
        let recurrence = json!({ "kind": "cron", "expression": "0 9 * * *", "expresion": null });
        for (patch, name) in [
            (json!({ "": null }), ""),
            (json!({ "description": null, "discriminators": null, "desciption": null }), "desciption"),
            (json!({ "retry": { "max_atempts": null } }), "max_atempts"),
            (json!({ "spec": { "recurrence": recurrence } }), "expresion"),
        ] {
            let problem = patched(&digest(), object(patch.clone()), "UTC").unwrap_err();
            assert!(problem.detail.contains(&format!("unknown field `{name}`")), "{patch}: {problem:?}");
        }
        let action = json!({ "payload": { "x": null }, "metadata": { "y": null } });
        let free = object(json!({ "labels": { "team": null }, "action": action, "scope": null }));
        // Users may choose many keys, and each field that is checked costs a read of the definition.
        assert_eq!(cleared_fields(&free), [["scope"]]);
        assert_eq!(patched(&digest(), free, "UTC").unwrap(), digest());
    }

    #[test]
    fn required_fields_cannot_be_cleared() {
        let problem = patched(&digest(), object(json!({ "action": null })), "UTC").unwrap_err();
        assert!(problem.detail.contains("missing field `action`"), "{problem:?}");
    }
}
