//! The possible differences between dialects, one field per difference. The parser reads these fields and never
//! branches on the name of a dialect.

use crate::definition::{DayMatch, WeekdayNumbers};
use crate::zone::TransitionPolicy;

/// Everything that distinguishes one dialect from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    /// Allowed field layouts if the caller does not specify the position of the seconds.
    pub(crate) layouts: &'static [Layout],
    pub(crate) weekdays: WeekdayNumbers,
    pub(crate) weekday_max: u8,
    pub(crate) seven: SundaySeven,
    /// Where `5/1` ends in the weekday field. 7 is the Sunday after Saturday.
    pub(crate) weekday_open_end: i16,
    /// Whether `SUN` at the end of a range is the Sunday after Saturday.
    pub(crate) sunday_ends_ranges: bool,
    pub(crate) day_match: DayMatch,
    pub(crate) unrestricted: UnrestrictedDays,
    pub(crate) question: QuestionMark,
    /// Whether ranges such as `22-2` wrap around the end of the field.
    pub(crate) wraps: bool,
    /// Whether ranges of years wrap around too.
    pub(crate) years_wrap: bool,
    /// Where a stepped range continues after wrapping around.
    pub(crate) wrap_phase: WrapPhase,
    /// Whether `5-5` means the whole field.
    pub(crate) equal_range_is_all: bool,
    /// Whether `5/15` means from 5 to the end in steps of 15.
    pub(crate) open_step: bool,
    /// Whether `/15` means `*/15`.
    pub(crate) bare_step: bool,
    /// Whether a step may follow a name, as in `MON/2`.
    pub(crate) named_step: bool,
    pub(crate) step_max: StepMax,
    /// Maximum number of digits of a number, leading zeros included.
    pub(crate) digits_max: usize,
    pub(crate) star_in_list: StarInList,
    /// Whether empty list items, as in `1,,2`, are ignored.
    pub(crate) empty_items: bool,
    pub(crate) names: Names,
    pub(crate) specials: Specials,
    pub(crate) nth_days: NthDays,
    /// Whether `+` before the weekdays requires both day fields to match.
    pub(crate) plus_means_and: bool,
    pub(crate) hash: bool,
    pub(crate) year_min: i16,
    pub(crate) year_max: i16,
    /// Whether `*/7` in the year field counts from the year 0 instead of `year_min`.
    pub(crate) year_steps_from_zero: bool,
    /// Last year that a search visits, whatever the expression says.
    pub(crate) last_year: i16,
    /// Number of years after which a search stops. Zero means no limit.
    pub(crate) horizon_years: i16,
    pub(crate) zone_prefix: bool,
    /// Whether a `#` starts a comment.
    pub(crate) comments: bool,
    pub(crate) every: Every,
    pub(crate) macros: Macros,
    pub(crate) fixed_when: FixedCondition,
    pub(crate) fixed: TransitionPolicy,
    pub(crate) interval: TransitionPolicy,
}

impl Rules {
    /// Returns the rules for an expression of this layout.
    pub(crate) fn for_layout(self, layout: Layout) -> Self {
        if self.seven == SundaySeven::ZeroInFiveFields && layout.field_count() > 5 {
            return Self { weekday_max: 6, ..self };
        }
        self
    }
}

/// Order of the fields in an expression.
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

/// Meaning of 7 in the weekday field, where it is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SundaySeven {
    /// Sunday: the day before Monday at the start of a range, the day after Saturday at the end.
    EitherSunday,
    /// The day after Saturday, even at the start of a range.
    AfterSaturday,
    /// Another notation for 0, only in expressions of five fields.
    ZeroInFiveFields,
}

/// Which day fields count as unrestricted, so that the other day field decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnrestrictedDays {
    /// A field that starts with `*`, including `*/2`, as in crontab.
    StartsWithStar,
    /// A field with an item that is `*` or `?`, or a star with a step of one.
    HasStar,
    /// A field that is exactly `*` or `?`.
    IsStar,
    /// A field with an item that is `*`, or with every value while the other field has a star.
    HasStarOrAll,
}

/// Where `?` is allowed instead of `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuestionMark {
    Anywhere,
    InDayFields,
    /// Required in exactly one of the day fields.
    InOneDayField,
    Nowhere,
}

/// Where a star may be one of several list items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StarInList {
    Always,
    /// Only with a step, as in `*/20,5`.
    Stepped,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrapPhase {
    /// The steps continue across the end of the field.
    Continued,
    /// As croniter counts: one value too far, unless a step ends exactly at the end of the field.
    Croniter,
}

/// Maximum size of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepMax {
    Any,
    /// The field's last value.
    Field,
    /// The field's last value, unless the step follows a range such as `5-9`.
    FieldWhenOpen,
}

/// Notation of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// Three letters.
    Short,
    /// Three letters or the whole name.
    ShortOrLong,
    /// Any prefix of the name with at least three letters, two for weekdays.
    Prefix,
}

/// Where `L`, `W` and `#` are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Specials {
    /// All of them, also in lists.
    Everywhere,
    /// As in Quartz: also in lists in day of month, only alone in day of week.
    Quartz,
    /// All of them, but only alone in the field.
    Alone,
    /// `L` and `nW` in day of month; `Ln` and `d#n` in day of week.
    Croniter,
    /// Like `Everywhere`, but without `L-n`.
    Croner,
    Never,
}

/// What may precede `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NthDays {
    /// One weekday.
    One,
    /// One weekday, or a range of names such as `MON-FRI`.
    NamedRange,
    /// One weekday, or any range.
    Range,
}

/// What `@every` counts from, and its notation of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Every {
    /// The schedule's anchor; Refrain's notation.
    FromAnchor,
    /// The schedule's anchor; Go durations, truncated to whole seconds, at least one.
    FromAnchorInGo,
    /// The Unix epoch, with an optional `/phase`; Go durations plus days.
    FromEpochInGo,
    Never,
}

/// Which macros exist besides `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly` and `@annually`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Macros {
    pub(crate) midnight: bool,
    /// `@every_minute` and `@every_second`.
    pub(crate) every_unit: bool,
    pub(crate) any_case: bool,
}

/// When an expression names times of day rather than an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FixedCondition {
    /// No `*`, range or step in seconds, minutes or hours.
    NoStarRangeOrStep,
    /// Seconds, minutes and hours have one value each.
    SingleValues,
    /// The hour field does not match every hour.
    HourIsNotStar,
}
