//! The accepted phrase that is nearest to a refused one, for hints.

/// Accepted phrases of every form. A test reads each of them.
pub(super) const EXAMPLES: &[&str] = &[
    "every 15 minutes",
    "every 30 seconds",
    "every hour",
    "every hour at :15",
    "every 2 hours",
    "every half hour",
    "every day at 9:00",
    "every day at 9:00 and 17:00",
    "every weekday at 9:00",
    "every monday at 9:00",
    "monday to friday at 9:00",
    "every mon, wed and fri at 9:00",
    "every day except sunday at 9:00",
    "every other week on friday at 9:00",
    "every 2 weeks on monday at 9:00",
    "every month on the 1st at 9:00",
    "on the 1st and 15th of every month at 9:00",
    "last day of every month at 18:00",
    "first monday of every month at 9:00",
    "last friday of every month at 17:00",
    "last business day of every month at 18:00",
    "every quarter",
    "last day of every quarter at 18:00",
    "every january 1st at 9:00",
    "every year on january 1 at 9:00",
    "every 15 minutes between 9:00 and 17:00",
    "every 5 minutes on weekdays",
    "every day at 9:00 UTC",
];

/// Returns the example with the fewest words to change. Numbers and times count as alike.
pub(super) fn nearest_phrase(text: &str) -> &'static str {
    // A long text is no near miss, and comparing all of it would cost more than its hint is worth.
    const WORDS_MAX: usize = 24;
    let typed: Vec<String> = text.split_whitespace().take(WORDS_MAX).map(form).collect();
    EXAMPLES
        .iter()
        .copied()
        .min_by_key(|example| {
            let words: Vec<String> = example.split_whitespace().map(form).collect();
            distance(&typed, &words)
        })
        .unwrap_or("every day at 9:00")
}

/// A word without what differs between phrases of one form.
fn form(word: &str) -> String {
    let lower = word.trim_matches(',').to_lowercase();
    if !lower.starts_with(|c: char| c.is_ascii_digit()) {
        return lower.trim_end_matches('s').to_owned();
    }
    let is_time = lower.contains(':') || lower.ends_with("am") || lower.ends_with("pm");
    let is_ordinal = ["st", "nd", "rd", "th"].iter().any(|end| lower.ends_with(end));
    let form = match (is_time, is_ordinal) {
        (true, _) => "TIME",
        (false, true) => "ORDINAL",
        (false, false) => "NUMBER",
    };
    form.to_owned()
}

/// The number of words to add, remove or replace.
fn distance(left: &[String], right: &[String]) -> usize {
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut row = vec![i + 1; right.len() + 1];
        for (j, r) in right.iter().enumerate() {
            row[j + 1] = (last[j] + usize::from(l != r)).min(row[j] + 1).min(last[j + 1] + 1);
        }
        last = row;
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::phrase::Phrase;

    #[test]
    fn every_example_is_accepted() {
        for example in EXAMPLES {
            let phrase = example.parse::<Phrase>();
            assert!(phrase.is_ok(), "{example}: {phrase:?}");
        }
    }

    #[test]
    fn the_nearest_example_has_the_form_of_the_text() {
        for (text, expected) in [
            ("ever 5 minute", "every 15 minutes"),
            ("last freitag of every month at 5pm", "last day of every month at 18:00"),
            ("on 1st and 2nd of month", "on the 1st and 15th of every month at 9:00"),
        ] {
            assert_eq!(nearest_phrase(text), expected, "{text}");
        }
    }
}
