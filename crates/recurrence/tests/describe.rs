//! Descriptions of recurrences, stored as text files so that a person can proofread them.

use refrain_recurrence::{
    Calendars, ClockStyle, CompiledRecurrence, Context, CronRecurrence, Dialect, NamedCalendar, Recurrence, Spec,
};

/// Compiles a line such as `quartz: 0 0 18 ? * 6L`, in UTC.
fn cron(line: &str) -> CompiledRecurrence {
    let (dialect, expression) = match line.split_once(": ") {
        Some((dialect, expression)) => (dialect.parse().expect("the name of a dialect"), expression),
        None => (Dialect::Unix, line),
    };
    let rule =
        CronRecurrence { expression: expression.to_owned(), dialect: Some(dialect), ..CronRecurrence::default() };
    let spec = Spec::new(Recurrence::Cron(rule), "UTC");
    CompiledRecurrence::compile(&spec, &Context::default()).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Removes the zone suffix, which the files leave out.
fn without_zone(sentence: &str, zone: &str) -> String {
    sentence.strip_suffix(&format!(" ({zone})")).unwrap_or(sentence).to_owned()
}

/// Returns the lines of a file without comments, in pairs.
fn pairs(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    lines.chunks(2).map(|pair| (pair[0], pair[1].trim())).collect()
}

#[test]
fn cron_reads_as_in_the_file() {
    let mut checked = 0;
    for line in include_str!("sentences/cron.txt").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split(" | ").collect();
        let [expression, expected, expected_12h] = columns[..] else { panic!("expected three columns in {line}") };
        let rule = cron(expression);
        assert_eq!(without_zone(&rule.describe(), "UTC"), expected, "{expression}");
        assert_eq!(without_zone(&rule.describe_in(ClockStyle::Twelve), "UTC"), expected_12h, "{expression}");
        checked += 1;
    }
    assert!(checked >= 120, "only {checked} lines");
}

#[test]
fn other_kinds_read_as_in_the_file() {
    let pairs = pairs(include_str!("sentences/json.txt"));
    assert!(pairs.len() >= 80, "only {} rules", pairs.len());
    for (json, expected) in pairs {
        let recurrence: Recurrence = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
        let rule = CompiledRecurrence::compile(&Spec::new(recurrence, "Europe/Berlin"), &Context::default());
        let sentence = rule.unwrap_or_else(|error| panic!("{json}: {error}")).describe();
        assert_eq!(without_zone(&sentence, "Europe/Berlin"), expected, "{json}");
    }
}

#[test]
fn bounds_and_policies_are_described_too() {
    let calendars: Calendars =
        ["holidays", "bank"].into_iter().map(|name| (name.to_owned(), NamedCalendar::default())).collect();
    let context = Context { calendars: Some(&calendars), ..Context::default() };
    for (json, expected) in pairs(include_str!("sentences/spec.txt")) {
        let spec: Spec = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
        let rule = CompiledRecurrence::compile(&spec, &context).unwrap_or_else(|error| panic!("{json}: {error}"));
        assert_eq!(rule.describe(), expected, "{json}");
    }
}

#[test]
fn every_combination_of_fields_reads_as_one_clean_line() {
    const SECONDS: [&str; 4] = ["0", "*", "*/7", "5,35"];
    const MINUTES: [&str; 9] = ["0", "5", "*", "*/15", "5/15", "*/7", "10-20", "1,2,3,7", "58-2"];
    const HOURS: [&str; 8] = ["9", "*", "*/2", "1/3", "*/5", "9-17", "22-2", "9,12,15,16"];
    const MONTH_DAYS: [&str; 10] = ["*", "1", "1,15", "1-7", "*/2", "L", "LW,3", "15W", "L-3", "2,4,L"];
    const MONTHS: [&str; 4] = ["*", "6", "6-8", "1,7"];
    const WEEKDAYS: [&str; 8] = ["*", "MON", "MON-FRI", "FRI-MON", "MON,WED", "MON#2", "5L", "MON,FRI#2"];
    let mut described = 0;
    for (index, second) in SECONDS.iter().enumerate() {
        for (minute, hour) in MINUTES.iter().flat_map(|minute| HOURS.map(|hour| (minute, hour))) {
            for (day, month) in MONTH_DAYS.iter().flat_map(|day| MONTHS.map(|month| (day, month))) {
                for weekday in WEEKDAYS {
                    let clock = [ClockStyle::TwentyFour, ClockStyle::Twelve][index % 2];
                    let expression = format!("{second} {minute} {hour} {day} {month} {weekday}");
                    let sentence = CompiledRecurrence::cron(&expression, "UTC").unwrap().describe_in(clock);
                    assert!(sentence.starts_with(|c: char| c.is_ascii_uppercase()), "{expression}: {sentence}");
                    for wrong in ["  ", " ,", ",,", "and and", "of of", " on on ", " (UTC) ", "\n"] {
                        assert!(!sentence.contains(wrong), "{expression}: {sentence}");
                    }
                    described += 1;
                }
            }
        }
    }
    assert_eq!(described, 92_160);
}
