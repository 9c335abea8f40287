//! Export of schedules as calendar files, and import of calendars from them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::{Answer, send};

const HOLIDAYS: &str = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\
    BEGIN:VEVENT\r\nSUMMARY:New Year\r\nDTSTART;VALUE=DATE:20200101\r\nRRULE:FREQ=YEARLY\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nSUMMARY:Company\r\n  days\r\nDTSTART;VALUE=DATE:20261224\r\nDTEND;VALUE=DATE:20261227\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nSUMMARY:Meeting\r\nDTSTART:20260303T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";

async fn import(keyed: &Keyed, key: &str, path: &str, file: &str) -> Answer {
    let request = keyed.world.request(Method::POST, path).bearer_auth(key).header("content-type", "text/calendar");
    send(request.body(file.to_owned())).await
}

#[tokio::test]
async fn a_schedule_is_a_calendar_file_that_stays_the_same() {
    let keyed = Keyed::new().await;
    let (key, _) = keyed.key("acme", "editor", &[]).await;
    let body = json!({ "cron": "0 9 * * *", "description": "Mail; to all", "action": { "provider": "log" } });
    keyed.put(&key, "/v1/schedules/digest", &body).await.is(201);
    let path = "/v1/schedules/digest/calendar.ics";
    let answer = keyed.get(&key, &format!("{path}?count=2")).await;
    assert_eq!(answer.header("content-type"), "text/calendar; charset=utf-8");
    let tag = answer.header("etag").to_owned();
    let Value::String(text) = answer.is(200) else { panic!("expected a text") };
    assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("END:VCALENDAR\r\n"), "{text}");
    assert_eq!(text.matches("BEGIN:VEVENT").count(), 2);
    assert!(
        text.contains("DTSTART:20260302T090000Z\r\n") && text.contains("SUMMARY:digest: Mail\\; to all\r\n"),
        "{text}"
    );
    let again = keyed.world.request(Method::GET, &format!("{path}?count=2")).bearer_auth(&key);
    assert_eq!(send(again.header("if-none-match", &tag)).await.status, 304);
    assert_ne!(keyed.get(&key, path).await.header("etag"), tag);
    keyed.get(&key, &format!("{path}?count=501")).await.refused(400, "bad_query");
    keyed.get(&key, "/v1/schedules/none/calendar.ics").await.refused(404, "not_found");
    let (other, _) = keyed.key("other", "admin", &[]).await;
    keyed.get(&other, path).await.refused(404, "not_found");
    keyed.post(&key, "/v1/schedules/digest/pause", &json!({})).await.is(200);
    let Value::String(text) = keyed.get(&key, path).await.is(200) else { panic!("expected a text") };
    assert_eq!(text.matches("BEGIN:VEVENT").count(), 0);
    keyed.world.stop().await;
}

#[tokio::test]
async fn the_days_of_a_file_become_the_dates_of_a_calendar() {
    let keyed = Keyed::new().await;
    let (key, _) = keyed.key("acme", "editor", &[]).await;
    let path = "/v1/calendars/work/import";
    keyed.put(&key, "/v1/calendars/work", &json!({ "weekend": ["sat", "sun"], "dates": ["2026-02-02"] })).await.is(200);
    let answer = import(&keyed, &key, &format!("{path}?from=2026-01-01&until=2028-01-01"), HOLIDAYS).await;
    assert_eq!(answer.header("etag"), "\"2\"");
    let reported = answer.is(200);
    assert_eq!((&reported["events"], &reported["skipped"]), (&json!(2), &json!(1)));
    assert_eq!(reported["named"], json!([{ "line": 14, "summary": "Meeting", "reason": "not_whole_days" }]));
    let kept = keyed.get(&key, "/v1/calendars/work").await.is(200);
    assert_eq!(kept, reported["calendar"]);
    let dates = json!(["2026-01-01", "2026-12-24", "2026-12-25", "2026-12-26", "2027-01-01"]);
    assert_eq!(kept["definition"]["dates"], dates);
    assert_eq!(kept["definition"]["weekend"].as_array().unwrap().len(), 2);
    let made = import(&keyed, &key, "/v1/calendars/new/import", HOLIDAYS).await.is(200);
    assert_eq!(made["calendar"]["version"], 1);
    let audited = keyed.get(&key, "/v1/audit").await.is(200).to_string();
    assert!(audited.contains("work") && audited.contains("new"), "{audited}");
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_file_that_is_wrong_is_refused_with_its_line_and_changes_nothing() {
    let keyed = Keyed::new().await;
    let (key, _) = keyed.key("acme", "editor", &[]).await;
    let path = "/v1/calendars/work/import";
    let wrong = HOLIDAYS.replace("20261224", "20261324");
    let refused = import(&keyed, &key, path, &wrong).await.refused(400, "bad_calendar_file");
    assert!(refused["detail"].as_str().unwrap().starts_with("Line 11: DTSTART \"20261324\""), "{refused}");
    import(&keyed, &key, path, "").await.refused(400, "bad_calendar_file");
    import(&keyed, &key, path, &"x".repeat(2 << 20)).await.refused(413, "too_large");
    import(&keyed, &key, &format!("{path}?until=2019-01-01"), HOLIDAYS).await.refused(400, "out_of_range");
    import(&keyed, &key, &format!("{path}?from=2000-01-01&until=2099-01-01"), HOLIDAYS)
        .await
        .refused(400, "out_of_range");
    import(&keyed, &key, &format!("{path}?from=soon"), HOLIDAYS).await.refused(400, "bad_query");
    import(&keyed, &key, "/v1/calendars/a%20b/import", HOLIDAYS).await.refused(400, "bad_name");
    keyed.post(&key, path, &json!({})).await.refused(415, "wrong_media_type");
    let request = keyed.world.request(Method::POST, path).bearer_auth(&key).header("content-type", "text/calendar");
    send(request.body(vec![0xFF, 0xFE])).await.refused(400, "bad_calendar_file");
    let request = keyed.world.request(Method::POST, path).bearer_auth(&key).header("content-type", "text/calendar");
    send(request.header("if-match", "\"3\"").body(HOLIDAYS)).await.refused(412, "not_found");
    assert_eq!(keyed.get(&key, "/v1/calendars").await.is(200)["items"], json!([]));
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    import(&keyed, &viewer, path, HOLIDAYS).await.refused(403, "forbidden");
    keyed.world.stop().await;
}
