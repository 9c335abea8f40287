//! `[[schedule]]` and `[[calendar]]` blocks.

use refrain::model::{Definition, Delivery, Overlap};
use refrain_recurrence::Recurrence;
use refrain_server::config::{FileSchedule, ScheduleBlock};
use serde_json::Value;

use super::{good, load, reported};

const SMALL: &str = "[[schedule]]\nid = \"a\"\naction = { provider = \"log\" }\n";

fn one(text: &str) -> FileSchedule {
    let loaded = good(text);
    assert_eq!(loaded.schedules.len(), 1);
    loaded.schedules.into_iter().next().unwrap()
}

#[test]
fn a_block_accepts_every_form_of_recurrence() {
    for when in [
        "cron = \"0 9 * * *\"",
        "when = \"0 9 * * *\"",
        "when = \"every 2 weeks on mon, fri at 9:00\"",
        "when = \"RRULE:FREQ=DAILY;BYHOUR=9\"",
        "when = \"@daily\"",
        "recurrence = { kind = \"cron\", expression = \"0 9 * * *\", dialect = \"quartz\" }\n".trim(),
        "recurrence = { kind = \"once\", at = 2026-07-01T12:00:00Z }",
        "recurrence = { kind = \"any\", of = [{ kind = \"cron\", expression = \"0 9 * * *\" }] }",
    ] {
        let text = format!("{SMALL}{when}\n");
        match load(&text) {
            Ok(loaded) => assert_eq!(loaded.schedules.len(), 1, "{when}"),
            Err(problems) => assert!(when.contains("quartz") || when.contains("any"), "{when}: {problems}"),
        }
    }
}

#[test]
fn a_block_becomes_its_definition() {
    let schedule = one(r#"
[[schedule]]
id = "digest"
namespace = "production"
tenant = "acme"
cron = "0 9 * * MON-FRI"
timezone = "Europe/Berlin"
starts_at = 2026-01-01T00:00:00Z
ends_at = "2027-01-01T00:00:00Z"
max_runs = 5
dst = { gap = "skip" }
jitter = { window = "5m" }
description = "The digest"
labels = { team = "billing" }
scope = { type = "engagement", id = "7" }
discriminators = ["eu", "us"]
overlap = "Allow"
max_concurrent = 2
catch_up = { policy = "all" }
start_deadline = "10m"
retry = { max_attempts = 2 }
timeout = "1m"
pause_on_failure = 3
delivery = "at_most_once"
priority = "high"
history = "full"

[schedule.action]
provider = "webhook"
target = "https://example.org/"
payload = { amount = 7, list = [1, 2.5, "x", true] }
metadata = { "webhook.sign_with" = "k" }
"#);
    assert_eq!(schedule.key.to_string(), "production/acme/digest");
    let definition = &schedule.definition;
    assert_eq!((definition.overlap, definition.delivery), (Overlap::AllowAll, Delivery::AtMostOnce));
    assert_eq!(definition.action.payload, serde_json::json!({ "amount": 7, "list": [1, 2.5, "x", true] }));
    assert_eq!((definition.retry.max_attempts, definition.catch_up.limit), (2, 100));
    assert_eq!(definition.spec.starts_at.unwrap().to_string(), "2026-01-01T00:00:00Z");
    assert_eq!(definition.spec.ends_at.unwrap().to_string(), "2027-01-01T00:00:00Z");
    assert!(matches!(definition.spec.recurrence, Recurrence::Cron(_)));
    assert_eq!(Definition::from_stored(&definition.to_stored().unwrap()).unwrap(), *definition);
}

#[test]
fn a_block_without_a_zone_uses_the_default_zone() {
    let text = format!("{SMALL}cron = \"0 9 * * *\"\n");
    assert_eq!(one(&text).definition.spec.timezone, "UTC");
    let text = format!("{text}[schedules]\ntimezone = \"Asia/Tokyo\"\n");
    assert_eq!(one(&text).definition.spec.timezone, "Asia/Tokyo");
}

#[test]
fn a_block_has_every_field_that_a_definition_has() {
    let text = format!("{SMALL}cron = \"0 9 * * *\"\n");
    let block: &ScheduleBlock = &good(&text).config.schedule[0];
    let Value::Object(block) = serde_json::to_value(block).unwrap() else { panic!("expected a table") };
    let fields = include_str!("../../../ledger/src/model/definition.rs");
    let fields = fields.split("pub struct Definition {").nth(1).unwrap().split("\n}").next().unwrap();
    let spec = include_str!("../../../recurrence/src/definition/spec.rs");
    let spec = spec.split("pub struct Spec {").nth(1).unwrap().split("\n}").next().unwrap();
    let names = fields.lines().chain(spec.lines()).filter_map(|line| line.trim().strip_prefix("pub "));
    let names: Vec<&str> = names.filter_map(|line| line.split(':').next()).filter(|name| *name != "spec").collect();
    assert!(names.len() > 20);
    for name in names {
        assert!(block.contains_key(name), "a block does not have the field {name}");
    }
}

#[track_caller]
fn check(rest: &str, place: &str, code: &str, words: &[&str]) {
    let found = reported(load(&format!("{SMALL}{rest}\n")));
    let [(found_place, found_code, sentence)] = &found[..] else { panic!("{rest}: {found:#?}") };
    assert_eq!((found_place.as_str(), *found_code), (place, code), "{rest}\n{sentence}");
    for word in words {
        assert!(sentence.contains(word), "{rest}\n{sentence} does not contain {word:?}");
    }
}

#[test]
fn block_errors_have_a_place() {
    check("", "1:1", "missing_value", &["`schedule[1]` has no recurrence", "cron ="]);
    check("cron = \"0 9 * * *\"\nwhen = \"@daily\"", "5:8", "conflict", &["cron and when"]);
    // The place is the position of the character inside the text.
    check("cron = \"0 25 * * *\"", "4:11", "out_of_range", &["`schedule[1].cron` of `a`"]);
    check("cron = \"0 9 * *\"", "4:15", "bad_field_count", &["`schedule[1].cron`"]);
    check("cron = \"0 9 30 2 *\"", "4:13", "never_fires", &[]);
    check("when = \"evry 5 minutes\"", "4:9", "unknown_name", &["did you mean `every`?"]);
    check("when = 5", "4:8", "bad_value", &["must be a string"]);
    check("cron = \"@daily\"\ntimezone = \"Europe/Berln\"", "5:12", "unknown_zone", &["Europe/Berlin"]);
    check("cron = \"@daily\"\novrlap = \"skip\"", "5:1", "unknown_key", &["did you mean `overlap`?"]);
    check("cron = \"@daily\"\noverlap = \"skp\"", "5:11", "unknown_value", &["did you mean `skip`?"]);
    check("cron = \"@daily\"\nretry = { max_attempt = 3 }", "5:11", "unknown_key", &["did you mean `max_attempts`?"]);
    check("cron = \"@daily\"\ntimeout = \"soon\"", "5:11", "bad_value", &["`soon`"]);
    check("cron = \"@daily\"\nstarts_at = \"monday\"", "5:13", "bad_value", &["`schedule[1].starts_at`"]);
    check("recurrence = { kind = \"corn\" }", "4:23", "unknown_value", &["did you mean `cron`?"]);
    check(
        "recurrence = { kind = \"cron\", expression = \"@daily\", dialekt = \"unix\" }",
        "4:54",
        "unknown_key",
        &["did you mean `dialect`?"],
    );
    check("cron = \"@daily\"\ntenant = \"a b\"", "5:10", "bad_value", &["\"a b\""]);
    check(
        "cron = \"@daily\"\n[[schedule]]\nid = \"a\"\ncron = \"@daily\"\naction = { provider = \"log\" }",
        "6:6",
        "conflict",
        &["default/default/a"],
    );
}

#[test]
fn errors_of_one_block_do_not_hide_others() {
    let text = "[[schedule]]\ncron = \"@daily\"\naction = { provider = \"log\" }\n\
        [[schedule]]\nid = \"b\"\ncron = \"@daily\"\n\
        [[schedule]]\nid = \"c d\"\ncron = \"0 99 * * *\"\naction = { provider = \"log\" }\n\
        [[schedule]]\nid = \"e\"\ncron = \"61 * * * *\"\naction = { provider = \"log\" }\n";
    let found: Vec<(String, &str)> = reported(load(text)).into_iter().map(|(place, code, _)| (place, code)).collect();
    let expected = [("1:1", "missing_value"), ("4:1", "missing_value"), ("8:6", "bad_value"), ("13:9", "out_of_range")];
    assert_eq!(found, expected.map(|(place, code)| (place.to_owned(), code)));
}

#[test]
fn calendars_of_the_file_are_available_to_their_tenant() {
    let calendar =
        "[[calendar]]\nname = \"holidays\"\nweekend = [\"sat\", \"sun\"]\ndates = [\"2026-12-25\", 2026-12-26]\n";
    let using = "cron = \"@daily\"\ncalendars = [{ name = \"holidays\", on_day_off = \"next\" }]\n";
    let loaded = good(&format!("{calendar}{SMALL}{using}"));
    assert_eq!((loaded.calendars.len(), loaded.calendars[0].calendar.dates.len()), (1, 2));
    // A calendar that is not in the file may be in the store.
    assert_eq!(good(&format!("{SMALL}{using}")).schedules.len(), 1);
    let found = reported(load(&format!("{calendar}[[calendar]]\nname = \"holidays\"\n[[calendar]]\nname = \"a b\"\n")));
    assert_eq!((found[0].0.as_str(), found[0].1), ("6:8", "conflict"));
    assert_eq!((found[1].0.as_str(), found[1].1), ("8:8", "bad_value"));
    let found = reported(load("[[calendar]]\nname = \"x\"\nweekend = [\"saturn\"]\n"));
    assert_eq!(found[0].0, "3:12", "{}", found[0].2);
}
