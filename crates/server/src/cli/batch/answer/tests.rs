use super::*;

fn answer(line: &str) -> String {
    let mut out = Vec::new();
    Answerer::default().answer(line.as_bytes(), &mut out);
    String::from_utf8(out).unwrap().trim_end().to_owned()
}

#[test]
fn cached_recurrences_give_the_same_answers() {
    let expressions = ["0 9 * * *", "@every 90s", "every 15 minutes", "every 2 weeks on mon at 9:00", "2026-05-01"];
    let mut kept = Answerer::default();
    for round in 1..4 {
        for expression in expressions {
            let line = format!(
                r#"{{"id":{round},"expression":"{expression}","timezone":"Europe/Berlin","from":"2026-0{round}-01T00:00:00Z"}}"#
            );
            let mut out = Vec::new();
            kept.answer(line.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap().trim_end(), answer(&line));
        }
    }
}

#[test]
fn similar_definitions_have_different_cache_keys() {
    let mut kept = Answerer::default();
    for line in [
        r#"{"expression":"0 9 * * *","timezone":"UTC","from":"2026-01-01T00:00:00Z"}"#,
        r#"{"expression":"0 9 * * *","timezone":"+01:00","from":"2026-01-01T00:00:00Z"}"#,
        r#"{"expression":"0 9 * * *","timezone":"UTC","starts_at":"2026-02-01T00:00:00Z","from":"2026-01-01T00:00:00Z"}"#,
        r#"{"expression":"0 9 * * *","timezone":"UTC","ends_at":"2026-01-01T00:00:00Z","from":"2026-01-01T00:00:00Z"}"#,
        r#"{"expression":"0 9 1 * 1","day_match":"and","from":"2026-01-01T00:00:00Z"}"#,
        r#"{"expression":"0 9 1 * 1","from":"2026-01-01T00:00:00Z"}"#,
    ] {
        let mut out = Vec::new();
        kept.answer(line.as_bytes(), &mut out);
        assert_eq!(String::from_utf8(out).unwrap().trim_end(), answer(line));
    }
}
