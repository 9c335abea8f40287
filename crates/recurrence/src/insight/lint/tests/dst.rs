use jiff::Timestamp;

use super::{check, check_text, cron, lint, zone};
use crate::compiled::CompiledRecurrence;

#[test]
fn skipped_local_times_are_listed_with_what_happens() {
    let with = |dst: &str| format!("\"timezone\": \"Europe/Berlin\", \"dst\": {dst}");
    let message = "2026-03-29 02:30 does not exist in Europe/Berlin and runs at 03:00 (2026-03-29T01:00:00Z); \
                   2027-03-28 02:30 does not exist in Europe/Berlin and runs at 03:00 (2027-03-28T01:00:00Z)";
    let only_gaps = "\"timezone\": \"Europe/Berlin\", \"ends_at\": \"2026-09-01T00:00:00Z\"";
    let fold_too = lint(&cron("30 2 * * *"), &zone("Europe/Berlin"));
    assert_eq!((fold_too[0].code, fold_too[0].message.as_str()), ("dst_gap", message));
    let message = "2026-03-29 02:00, 02:20 and 02:40 do not exist in Europe/Berlin and run once at 03:00 \
                   (2026-03-29T01:00:00Z)";
    check_text(&cron("0,20,40 2 * * *"), only_gaps, "dst_gap", message);
    let skip = lint(&cron("30 2 * 3 *"), &with("{\"gap\": \"skip\"}"));
    assert!(skip[0].message.starts_with("2026-03-29 02:30 does not exist in Europe/Berlin and is skipped; 2027"));
    let same = lint(&cron("30 2 * 3 *"), &with("{\"gap\": \"same_offset\"}"));
    assert!(same[0].message.contains("and runs at 03:30 (2026-03-29T01:30:00Z)"), "{}", same[0].message);
    let same = lint(&cron("0,30 2 * 3 *"), &with("{\"gap\": \"same_offset\"}"));
    assert!(same[0].message.contains("run 1h later, from 03:00 (2026-03-29T01:00:00Z) on"), "{}", same[0].message);
    // Elapsed time continues, other hours and dates are not affected, but a skipped time of an interval is.
    for expression in ["*/15 * * * *", "30 * * * *", "0 9 * * *", "30 2 * * MON", "30 2 * 6 *", "30 2 1-7 * *"] {
        check(&cron(expression), &zone("Europe/Berlin"), &[]);
    }
    let hole = lint(&cron("0 */2 * * *"), &zone("Europe/Berlin"));
    assert!(hole[0].message.starts_with("2026-03-29 02:00 does not exist in Europe/Berlin and is skipped"));
    check(&cron("30 2 * * *"), &zone("Asia/Tokyo"), &[]);
    check(&format!("{}, \"dialect\": \"robfig\"", cron("30 2 * 3 *")), &zone("Europe/Berlin"), &["dst_gap"]);
}

#[test]
fn repeated_local_times_are_listed_with_what_happens() {
    let autumn = |dst: &str| {
        format!(
            "\"timezone\": \"America/New_York\", \"starts_at\": \"2026-09-01T00:00:00Z\", \
             \"ends_at\": \"2027-01-01T00:00:00Z\", \"dst\": {dst}"
        )
    };
    let message = "2026-11-01 01:30 occurs twice in America/New_York and runs on the first pass, at 01:30 \
                   (2026-11-01T05:30:00Z)";
    check_text(&cron("30 1 * * *"), &autumn("{}"), "dst_fold", message);
    let message = "2026-11-01 01:30 occurs twice in America/New_York and runs on the last pass, at 01:30 \
                   (2026-11-01T06:30:00Z)";
    check_text(&cron("30 1 * * *"), &autumn("{\"fold\": \"last\"}"), "dst_fold", message);
    let message = "2026-11-01 01:30 occurs twice in America/New_York and runs twice, at 01:30 (2026-11-01T05:30:00Z) \
                   and at 01:30 (2026-11-01T06:30:00Z)";
    check_text(&cron("30 1 * * *"), &autumn("{\"fold\": \"both\"}"), "dst_fold", message);
    let message = "2026-11-01 01:00 to 01:45 (4 times) occur twice in America/New_York and run on the first pass, at \
                   01:00 (2026-11-01T05:00:00Z)";
    check_text(&cron("0,15,30,45 1 * * *"), &autumn("{}"), "dst_fold", message);
    for expression in ["*/15 * * * *", "0 9 * * *", "30 1 * * MON", "0 2 * * *"] {
        check(&cron(expression), &autumn("{}"), &[]);
    }
}

#[test]
fn the_ends_of_the_calendar_can_be_linted() {
    for expression in ["30 2 * * *", "*/7 * * * * *"] {
        let rule = CompiledRecurrence::cron(expression, "America/New_York").unwrap();
        assert!(rule.lint(Timestamp::MIN).iter().all(|warning| !warning.code.starts_with("dst")));
        assert_eq!(rule.lint(Timestamp::MAX).first().map(|warning| warning.code), Some("never_fires_again"));
    }
}
