//! Cron expressions as text and, independently of any parser, with their meaning.

use jiff::civil::{Date, DateTime};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, prop_oneof};
use proptest::sample::select;

/// An expression with the meaning it was generated from.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) text: String,
    seconds: Vec<i8>,
    minutes: Vec<i8>,
    hours: Vec<i8>,
    months: Vec<i8>,
    month_days: Vec<DayItem>,
    weekdays: Vec<DayItem>,
    /// Whether a match of either day field is enough.
    either: bool,
    /// Whether the expression names times of day: no star, range or step in seconds, minutes and hours.
    pub(crate) is_fixed: bool,
}

/// One item of a day field.
#[derive(Clone, Copy, Debug)]
enum DayItem {
    Days {
        from: i8,
        to: i8,
        step: i8,
    },
    FromLast(i8),
    LastWorkday,
    Workday(i8),
    /// Weekdays, 0 for Sunday.
    Weekdays {
        from: i8,
        to: i8,
        step: i8,
    },
    Nth(i8, i8),
    Last(i8),
}

/// A field of plain numbers.
#[derive(Clone, Debug)]
struct Field {
    text: String,
    values: Vec<i8>,
    has_interval: bool,
}

impl Expression {
    /// Returns whether the expression matches this wall-clock time. Plain arithmetic on the civil date, one field
    /// at a time.
    pub(crate) fn matches(&self, civil: DateTime) -> bool {
        let by_date = self.month_days.iter().any(|item| item.matches(civil.date()));
        let by_weekday = self.weekdays.iter().any(|item| item.matches(civil.date()));
        self.seconds.contains(&civil.second())
            && self.minutes.contains(&civil.minute())
            && self.hours.contains(&civil.hour())
            && self.months.contains(&civil.month())
            && if self.either { by_date || by_weekday } else { by_date && by_weekday }
    }
}

impl Expression {
    /// Returns the same times on every day.
    pub(crate) fn every_day(mut self) -> Self {
        let mut fields: Vec<&str> = self.text.split(' ').collect();
        let days = fields.len() - 3;
        fields[days..].fill("*");
        self.text = fields.join(" ");
        self.months = (1..=12).collect();
        self.month_days = vec![DayItem::Days { from: 1, to: 31, step: 1 }];
        self.weekdays = vec![DayItem::Weekdays { from: 0, to: 6, step: 1 }];
        self.either = false;
        self
    }
}

impl DayItem {
    fn matches(self, date: Date) -> bool {
        let (day, last) = (date.day(), date.days_in_month());
        let weekday = date.weekday().to_sunday_zero_offset();
        match self {
            Self::Days { from, to, step } => (from..=to).step_by(step as usize).any(|value| value == day),
            Self::Weekdays { from, to, step } => (from..=to).step_by(step as usize).any(|value| value % 7 == weekday),
            Self::FromLast(offset) => day == last - offset,
            Self::LastWorkday => is_nearest_workday(date, last),
            Self::Workday(wanted) => wanted <= last && is_nearest_workday(date, wanted),
            Self::Nth(wanted, nth) => weekday == wanted && (day + 6) / 7 == nth,
            Self::Last(wanted) => weekday == wanted && day + 7 > last,
        }
    }
}

/// Returns whether a date is the day from Monday to Friday of its month that is nearest to a day.
fn is_nearest_workday(date: Date, wanted: i8) -> bool {
    let of_month = |day: i8| Date::new(date.year(), date.month(), day).ok();
    let is_workday = |date: &Date| !matches!(date.weekday().to_sunday_zero_offset(), 0 | 6);
    let by_distance = [0, -1, 1, -2, 2].map(|away| wanted + away);
    by_distance.into_iter().filter_map(of_month).find(is_workday) == Some(date)
}

/// Generates numbers of a field, with the text for them.
fn field(first: i8, last: i8) -> impl Strategy<Value = Field> {
    let item = prop_oneof![
        4 => (first..=last).prop_map(|value| (value.to_string(), vec![value], false)),
        2 => Just(("*".to_owned(), (first..=last).collect(), true)),
        2 => (2..=last).prop_map(move |step| {
            (format!("*/{step}"), (first..=last).step_by(step as usize).collect(), true)
        }),
        2 => (first..=last, first..=last).prop_map(move |(from, to)| (format!("{from}-{to}"), around(first, last, from, to, 1), true)),
        1 => (first..=last, first..=last, 1..=7_i8).prop_map(move |(from, to, step)| {
            (format!("{from}-{to}/{step}"), around(first, last, from, to, step), true)
        }),
        1 => (first..=last, 1..=9_i8).prop_map(move |(from, step)| {
            (format!("{from}/{step}"), (from..=last).step_by(step as usize).collect(), true)
        }),
    ];
    vec(item, 1..=3).prop_map(|items| Field {
        text: items.iter().map(|(text, _, _)| text.as_str()).collect::<Vec<_>>().join(","),
        has_interval: items.iter().any(|(_, _, interval)| *interval),
        values: items.into_iter().flat_map(|(_, values, _)| values).collect(),
    })
}

/// Returns the values of a range that may wrap around the end of its field. Steps continue across the end.
fn around(first: i8, last: i8, from: i8, to: i8, step: i8) -> Vec<i8> {
    let (first, last, from, to) = (i16::from(first), i16::from(last), i16::from(from), i16::from(to));
    let size = last - first + 1;
    let end = if to < from { to + size } else { to };
    (from..=end).step_by(step as usize).map(|value| ((value - first) % size + first) as i8).collect()
}

fn day_of_month() -> impl Strategy<Value = (String, DayItem)> {
    prop_oneof![
        4 => (1..=31_i8).prop_map(|day| (day.to_string(), DayItem::Days { from: day, to: day, step: 1 })),
        2 => (1..=31_i8, 0..=12_i8, 1..=5_i8).prop_map(|(from, length, step)| {
            let to = (from + length).min(31);
            (format!("{from}-{to}/{step}"), DayItem::Days { from, to, step })
        }),
        1 => Just(("L".to_owned(), DayItem::FromLast(0))),
        1 => (1..=27_i8).prop_map(|offset| (format!("L-{offset}"), DayItem::FromLast(offset))),
        1 => Just(("LW".to_owned(), DayItem::LastWorkday)),
        1 => (1..=31_i8).prop_map(|day| (format!("{day}W"), DayItem::Workday(day))),
    ]
}

fn day_of_week() -> impl Strategy<Value = (String, DayItem)> {
    const NAMES: [&str; 7] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
    let name = |day: i8| NAMES[day as usize];
    prop_oneof![
        4 => (0..=7_i8).prop_map(|day| (day.to_string(), DayItem::Weekdays { from: day, to: day, step: 1 })),
        2 => (0..=6_i8, 0..=6_i8).prop_map(move |(from, to)| {
            let end = if to < from { to + 7 } else { to };
            (format!("{}-{}", name(from), name(to)), DayItem::Weekdays { from, to: end, step: 1 })
        }),
        1 => (0..=6_i8, 1..=5_i8).prop_map(move |(day, nth)| (format!("{}#{nth}", name(day)), DayItem::Nth(day, nth))),
        1 => (0..=6_i8).prop_map(move |day| (format!("{}L", name(day)), DayItem::Last(day))),
    ]
}

/// Generates a day field: unrestricted, or one to three items.
fn days(
    item: impl Strategy<Value = (String, DayItem)>,
    every: DayItem,
) -> impl Strategy<Value = (String, Vec<DayItem>, bool)> {
    prop_oneof![
        3 => select(vec!["*", "?"]).prop_map(move |text| (text.to_owned(), vec![every], false)),
        2 => vec(item, 1..=3).prop_map(|items| {
            let (texts, items): (Vec<String>, Vec<DayItem>) = items.into_iter().unzip();
            (texts.join(","), items, true)
        }),
    ]
}

/// Generates expressions of the default dialect over its whole syntax, except years, names of months and `H`.
pub(crate) fn expression() -> impl Strategy<Value = Expression> {
    let every_date = DayItem::Days { from: 1, to: 31, step: 1 };
    let every_weekday = DayItem::Weekdays { from: 0, to: 6, step: 1 };
    let months = prop_oneof![3 => Just(None), 1 => field(1, 12).prop_map(Some)];
    let seconds = prop_oneof![4 => Just(None), 1 => field(0, 59).prop_map(Some)];
    (seconds, field(0, 59), field(0, 23), days(day_of_month(), every_date), months, days(day_of_week(), every_weekday))
        .prop_map(|(second, minute, hour, date, month, weekday)| {
            let month_text = month.as_ref().map_or("*", |month| &month.text);
            let fields = format!("{} {} {} {month_text} {}", minute.text, hour.text, date.0, weekday.0);
            let has_interval = second.as_ref().is_some_and(|second| second.has_interval);
            Expression {
                text: second.as_ref().map_or(fields.clone(), |second| format!("{} {fields}", second.text)),
                is_fixed: !has_interval && !minute.has_interval && !hour.has_interval,
                seconds: second.map_or(vec![0], |second| second.values),
                minutes: minute.values,
                hours: hour.values,
                months: month.map_or((1..=12).collect(), |month| month.values),
                either: date.2 && weekday.2,
                month_days: date.1,
                weekdays: weekday.1,
            }
        })
}
