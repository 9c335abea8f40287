//! Describes a recurrence as an English sentence, so that people can check that it means what they intended.
//!
//! The sentence follows the meaning of the recurrence, not its notation. Two texts with the same occurrences get
//! the same sentence wherever possible.

mod calendar;
mod cron;
mod cron_days;
mod cron_times;
mod every;
mod modifiers;
mod rrule;
mod rrule_parts;
mod shape;
mod words;

use jiff::Timestamp;

use crate::compiled::CompiledRecurrence;
use crate::cron as cron_text;
use crate::definition::Recurrence;
use crate::rrule as rrule_text;
use crate::zone::Zone;

/// Notation of times of day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockStyle {
    /// `17:30`
    #[default]
    TwentyFour,
    /// `5:30 PM`
    Twelve,
}

impl CompiledRecurrence {
    /// Describes the whole recurrence as a sentence, with 24-hour times.
    ///
    /// ```
    /// let rule = refrain_recurrence::CompiledRecurrence::cron("0 9 * * MON-FRI", "America/New_York")?;
    /// assert_eq!(rule.describe(), "At 09:00, Monday through Friday (America/New_York)");
    /// # Ok::<(), refrain_recurrence::Error>(())
    /// ```
    pub fn describe(&self) -> String {
        self.describe_in(ClockStyle::TwentyFour)
    }

    /// Describes the whole recurrence as a sentence, with times in the given style.
    pub fn describe_in(&self, clock: ClockStyle) -> String {
        let text = format!("{} ({})", self.sentence(&self.spec.recurrence, clock), self.zone_name());
        modifiers::describe(&text, &self.spec, &self.zone, clock)
    }

    /// Returns the zone of the times: that of a single part, which an RFC 5545 start can name, or else that of the
    /// schedule.
    fn zone_name(&self) -> &str {
        match &*self.leaves {
            [only] => only.zone.name(),
            _ => self.zone.name(),
        }
    }

    fn sentence(&self, recurrence: &Recurrence, clock: ClockStyle) -> String {
        match recurrence {
            Recurrence::Cron(rule) => match cron_text::parse(rule, &cron_text::effective_rules(rule), self.seed) {
                Ok(parsed) => {
                    let mut text = cron::describe(&parsed.body, clock);
                    if cron::is_hashed(&rule.expression) {
                        text.push_str(", as the schedule's name decides");
                    }
                    text
                }
                // A compiled expression parses. If it ever did not, its own text would still be correct.
                Err(_) => rule.expression.clone(),
            },
            Recurrence::Every(rule) => every::describe(rule, clock),
            Recurrence::Calendar(rule) => calendar::describe(rule, clock),
            Recurrence::Rrule(rule) => match rrule_text::parse(&rule.text) {
                Ok(parsed) => rrule::describe(&parsed, self.zone_name(), clock),
                Err(_) => rule.text.clone(),
            },
            Recurrence::Once(rule) => format!("Once, at {}", instant(rule.at, &self.zone, clock)),
            Recurrence::AfterCompletion(rule) => {
                format!("{} after the end of the run before", words::spelled(rule.delay))
            }
            Recurrence::Any(parts) => self.sentences(&parts.of, clock, "; or "),
            Recurrence::All(parts) => self.sentences(&parts.of, clock, "; only where also "),
        }
    }

    fn sentences(&self, parts: &[Recurrence], clock: ClockStyle, between: &str) -> String {
        let mut text = String::new();
        for (index, part) in parts.iter().enumerate() {
            let sentence = self.sentence(part, clock);
            if index == 0 {
                text = sentence;
            } else {
                text = format!("{text}{between}{}", words::lower_first(&sentence));
            }
        }
        text
    }
}

fn instant(at: Timestamp, zone: &Zone, clock: ClockStyle) -> String {
    clock.date_time(zone.civil(at.as_second()))
}
