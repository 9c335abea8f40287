//! Dialects of cron, as data: what each one's parser takes, and what its clock does at a change of offset.
//!
//! The parser and the search are the same for all; they only read this table. Nothing outside it asks for a dialect by
//! name.

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorCode, nearest, quoted};
use crate::resolve::{SeamGap, SeamPolicy};
use crate::spec::Fold;

/// Whose cron a text is written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// Refrain's own: what crontab users expect, with the extensions of the others.
    #[default]
    Unix,
    /// Quartz (Java).
    Quartz,
    /// Cronos and Hangfire (.NET).
    Cronos,
    /// robfig/cron (Go, Kubernetes).
    Robfig,
    /// croniter (Python, Airflow).
    Croniter,
    /// croner (JavaScript, Rust).
    Croner,
    /// Temporal schedules.
    Temporal,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Unix, Self::Quartz, Self::Cronos, Self::Robfig, Self::Croniter, Self::Croner, Self::Temporal];

    /// The name, as it appears in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unix => "unix",
            Self::Quartz => "quartz",
            Self::Cronos => "cronos",
            Self::Robfig => "robfig",
            Self::Croniter => "croniter",
            Self::Croner => "croner",
            Self::Temporal => "temporal",
        }
    }

    pub(crate) fn rules(self) -> &'static Rules {
        match self {
            Self::Unix => &UNIX,
            Self::Quartz => &QUARTZ,
            Self::Cronos => &CRONOS,
            Self::Robfig => &ROBFIG,
            Self::Croniter => &CRONITER,
            Self::Croner => &CRONER,
            Self::Temporal => &TEMPORAL,
        }
    }
}

impl std::str::FromStr for Dialect {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == text).ok_or_else(|| {
            let error = Error::new(ErrorCode::UnknownDialect, format!("{} is not a cron dialect", quoted(text)));
            match nearest(text, Self::ALL.map(Self::name)) {
                Some(near) => error.with_hint(format!("did you mean {near}?")),
                None => error.with_hint(format!("one of {}", Self::ALL.map(Self::name).join(", "))),
            }
        })
    }
}

/// How day of month and day of week go together when both are restricted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DayMatch {
    /// Either may match.
    Or,
    /// Both must match.
    And,
}

/// Where the seconds field stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondsField {
    /// There is none; fires are on the minute.
    None,
    /// Before the minutes.
    First,
    /// After the weekdays.
    Last,
}

/// How weekdays are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeekdayNumbers {
    /// 0 is Sunday, and in most dialects 7 is too.
    SundayZero,
    /// 1 to 7, 1 being Sunday.
    SundayOne,
}

/// Everything that tells one dialect from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    /// How many fields there may be when the caller does not say where the seconds are.
    pub(crate) layouts: &'static [Layout],
    pub(crate) weekdays: WeekdayNumbers,
    pub(crate) weekday_max: u8,
    pub(crate) day_match: DayMatch,
    pub(crate) unrestricted: Unrestricted,
    pub(crate) question: Question,
    /// Ranges such as `22-2` go round the end of the field.
    pub(crate) wraps: bool,
    /// Where a stepped range picks up after going round.
    pub(crate) wrap_phase: WrapPhase,
    /// `5-5` means the whole field.
    pub(crate) equal_range_is_all: bool,
    /// `5/15` means from 5 to the end in steps of 15.
    pub(crate) open_step: bool,
    /// `/15` means `*/15`.
    pub(crate) bare_step: bool,
    /// A step may not be larger than the field's last value.
    pub(crate) step_within_field: bool,
    pub(crate) star_in_list: bool,
    /// Empty list items, as in `1,,2`, are passed over.
    pub(crate) empty_items: bool,
    pub(crate) names: Names,
    pub(crate) specials: Specials,
    /// `+` before the weekdays asks for both day fields to match.
    pub(crate) plus_means_and: bool,
    pub(crate) hash: bool,
    pub(crate) year_min: i16,
    pub(crate) year_max: i16,
    /// The last year that a search visits, whatever the expression says.
    pub(crate) last_year: i16,
    /// A search gives up after so many years; zero means it does not.
    pub(crate) horizon_years: i16,
    pub(crate) zone_prefix: bool,
    pub(crate) every: Every,
    pub(crate) every_minute_macro: bool,
    pub(crate) fixed_when: FixedWhen,
    pub(crate) fixed: SeamPolicy,
    pub(crate) interval: SeamPolicy,
}

/// Which fields stand where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Minutes,
    MinutesYear,
    SecondsFirst,
    SecondsFirstYear,
    SecondsLast,
    SecondsLastYear,
}

impl Layout {
    pub(crate) fn field_count(self) -> usize {
        match self {
            Self::Minutes => 5,
            Self::MinutesYear | Self::SecondsFirst | Self::SecondsLast => 6,
            Self::SecondsFirstYear | Self::SecondsLastYear => 7,
        }
    }

    pub(crate) fn has_year(self) -> bool {
        matches!(self, Self::MinutesYear | Self::SecondsFirstYear | Self::SecondsLastYear)
    }
}

/// Which day field leaves the choice to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unrestricted {
    /// One that starts with `*`, also `*/2`: crontab's way.
    StartsWithStar,
    /// Only one that is `*` or `?` itself, or a star with a step of one.
    OnlyStar,
}

/// Where `?` may stand for `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Anywhere,
    InDayFields,
    /// In exactly one of the day fields, and it must.
    InOneDayField,
    Nowhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrapPhase {
    /// The steps go on across the end of the field.
    Continued,
    /// As croniter counts: one value further than it should, unless a step ends exactly at the end.
    Croniter,
}

/// How names may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// Three letters.
    Short,
    /// Three letters or the whole name.
    ShortOrLong,
    /// Any beginning of the name of at least three letters, two for weekdays.
    Prefix,
}

/// `L`, `W` and `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Specials {
    /// All of them, also in lists.
    Everywhere,
    /// As Quartz: free in day of month, alone in day of week.
    Quartz,
    /// All of them, but each alone in its field.
    Alone,
    /// `L` and `nW` in day of month; `Lx` and `x#n` in day of week.
    Croniter,
    /// As `Everywhere`, but no `L-n`.
    Croner,
    Never,
}

/// What `@every` counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Every {
    /// The schedule's anchor.
    FromAnchor,
    /// The Unix epoch, with an optional `/phase`.
    FromEpoch,
    Never,
}

/// When a rule names times of day rather than an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FixedWhen {
    /// No `*`, range or step in seconds, minutes or hours.
    NoStarRangeOrStep,
    /// One value each.
    SingleValues,
    /// The hour is not every hour.
    HourIsNotStar,
}

const NEXT_VALID_FIRST: SeamPolicy = SeamPolicy { gap: SeamGap::NEXT_VALID, fold: Fold::First };

const UNIX: Rules = Rules {
    name: "unix",
    layouts: &[Layout::Minutes, Layout::SecondsFirst, Layout::SecondsFirstYear],
    weekdays: WeekdayNumbers::SundayZero,
    weekday_max: 7,
    day_match: DayMatch::Or,
    unrestricted: Unrestricted::StartsWithStar,
    question: Question::InDayFields,
    wraps: true,
    wrap_phase: WrapPhase::Continued,
    equal_range_is_all: false,
    open_step: true,
    bare_step: false,
    step_within_field: false,
    star_in_list: true,
    empty_items: false,
    names: Names::ShortOrLong,
    specials: Specials::Everywhere,
    plus_means_and: false,
    hash: true,
    year_min: 1900,
    year_max: 9999,
    last_year: 9999,
    horizon_years: 0,
    zone_prefix: true,
    every: Every::FromAnchor,
    every_minute_macro: true,
    fixed_when: FixedWhen::NoStarRangeOrStep,
    fixed: NEXT_VALID_FIRST,
    interval: SeamPolicy::THROUGH,
};

const QUARTZ: Rules = Rules {
    name: "quartz",
    layouts: &[Layout::SecondsFirst, Layout::SecondsFirstYear],
    weekdays: WeekdayNumbers::SundayOne,
    question: Question::InOneDayField,
    bare_step: true,
    step_within_field: true,
    names: Names::Short,
    specials: Specials::Quartz,
    hash: false,
    year_min: 1970,
    year_max: 2299,
    zone_prefix: false,
    every: Every::Never,
    every_minute_macro: false,
    fixed: SeamPolicy { gap: SeamGap::Skip, fold: Fold::Last },
    interval: SeamPolicy { gap: SeamGap::Skip, fold: Fold::Last },
    ..UNIX
};

const CRONOS: Rules = Rules {
    name: "cronos",
    layouts: &[Layout::Minutes, Layout::SecondsFirst],
    day_match: DayMatch::And,
    question: Question::Anywhere,
    step_within_field: true,
    star_in_list: false,
    names: Names::Short,
    specials: Specials::Alone,
    zone_prefix: false,
    every: Every::Never,
    last_year: 2499,
    fixed: SeamPolicy { gap: SeamGap::GAP_END_UNSEEN_FROM_END, fold: Fold::First },
    interval: SeamPolicy { gap: SeamGap::GAP_END_UNSEEN_FROM_END, fold: Fold::Both },
    ..UNIX
};

const ROBFIG: Rules = Rules {
    name: "robfig",
    layouts: &[Layout::Minutes, Layout::SecondsFirst],
    weekday_max: 6,
    unrestricted: Unrestricted::OnlyStar,
    question: Question::Anywhere,
    wraps: false,
    empty_items: true,
    names: Names::Short,
    specials: Specials::Never,
    hash: false,
    horizon_years: 5,
    every_minute_macro: false,
    fixed: SeamPolicy::THROUGH,
    ..UNIX
};

const CRONITER: Rules = Rules {
    name: "croniter",
    layouts: &[Layout::Minutes, Layout::SecondsLast, Layout::SecondsLastYear],
    unrestricted: Unrestricted::OnlyStar,
    wrap_phase: WrapPhase::Croniter,
    equal_range_is_all: true,
    names: Names::Short,
    specials: Specials::Croniter,
    hash: true,
    year_min: 1970,
    year_max: 2099,
    horizon_years: 50,
    zone_prefix: false,
    every: Every::Never,
    every_minute_macro: false,
    fixed_when: FixedWhen::HourIsNotStar,
    fixed: SeamPolicy { gap: SeamGap::GAP_END_KEEPING_SECONDS, fold: Fold::Both },
    ..UNIX
};

const CRONER: Rules = Rules {
    name: "croner",
    unrestricted: Unrestricted::OnlyStar,
    question: Question::Anywhere,
    wraps: false,
    open_step: false,
    empty_items: true,
    names: Names::Short,
    specials: Specials::Croner,
    plus_means_and: true,
    hash: false,
    year_min: 1,
    zone_prefix: false,
    every: Every::Never,
    every_minute_macro: false,
    fixed_when: FixedWhen::SingleValues,
    fixed: SeamPolicy { gap: SeamGap::GAP_END, fold: Fold::First },
    ..UNIX
};

const TEMPORAL: Rules = Rules {
    name: "temporal",
    layouts: &[Layout::Minutes, Layout::MinutesYear, Layout::SecondsFirstYear],
    day_match: DayMatch::And,
    question: Question::Nowhere,
    wraps: false,
    names: Names::Prefix,
    specials: Specials::Never,
    hash: false,
    year_min: 2000,
    year_max: 2100,
    last_year: 2100,
    every: Every::FromEpoch,
    every_minute_macro: false,
    fixed: SeamPolicy::THROUGH,
    ..UNIX
};
