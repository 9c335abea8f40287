//! What can differ between dialects: one field per difference, read by the parser, which never asks for a dialect by
//! name.

use crate::cron::dialect::{DayMatch, WeekdayNumbers};
use crate::resolve::SeamPolicy;

/// Everything that tells one dialect from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    /// How many fields there may be when the caller does not say where the seconds are.
    pub(crate) layouts: &'static [Layout],
    pub(crate) weekdays: WeekdayNumbers,
    pub(crate) weekday_max: u8,
    pub(crate) seven: Seven,
    /// Where `5/1` ends in the weekday field; 7 is the Sunday after.
    pub(crate) weekday_open_end: i16,
    /// `SUN` at the end of a range is the Sunday after Saturday.
    pub(crate) sunday_ends_ranges: bool,
    pub(crate) day_match: DayMatch,
    pub(crate) unrestricted: Unrestricted,
    pub(crate) question: Question,
    /// Ranges such as `22-2` go round the end of the field.
    pub(crate) wraps: bool,
    /// Ranges of years do so too.
    pub(crate) years_wrap: bool,
    /// Where a stepped range picks up after going round.
    pub(crate) wrap_phase: WrapPhase,
    /// `5-5` means the whole field.
    pub(crate) equal_range_is_all: bool,
    /// `5/15` means from 5 to the end in steps of 15.
    pub(crate) open_step: bool,
    /// `/15` means `*/15`.
    pub(crate) bare_step: bool,
    /// A step may follow a name, as in `MON/2`.
    pub(crate) named_step: bool,
    pub(crate) step_max: StepMax,
    /// More digits than this are no number of the dialect, leading zeros included.
    pub(crate) digits_max: usize,
    pub(crate) star_in_list: StarInList,
    /// Empty list items, as in `1,,2`, are passed over.
    pub(crate) empty_items: bool,
    pub(crate) names: Names,
    pub(crate) specials: Specials,
    pub(crate) nth_days: NthDays,
    /// `+` before the weekdays asks for both day fields to match.
    pub(crate) plus_means_and: bool,
    pub(crate) hash: bool,
    pub(crate) year_min: i16,
    pub(crate) year_max: i16,
    /// `*/7` in the year field counts from the year 0, not from `year_min`.
    pub(crate) year_steps_from_zero: bool,
    /// The last year that a search visits, whatever the expression says.
    pub(crate) last_year: i16,
    /// A search gives up after so many years; zero means it does not.
    pub(crate) horizon_years: i16,
    pub(crate) zone_prefix: bool,
    /// A `#` and what follows it are left out.
    pub(crate) comments: bool,
    pub(crate) every: Every,
    pub(crate) macros: Macros,
    pub(crate) fixed_when: FixedWhen,
    pub(crate) fixed: SeamPolicy,
    pub(crate) interval: SeamPolicy,
}

impl Rules {
    /// The rules that hold for an expression of this layout.
    pub(crate) fn for_layout(self, layout: Layout) -> Self {
        if self.seven == Seven::ZeroInFiveFields && layout.field_count() > 5 {
            return Self { weekday_max: 6, ..self };
        }
        self
    }
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

/// What a weekday of 7 is, where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seven {
    /// Sunday: the day before Monday where a range starts, the day after Saturday where it ends.
    EitherSunday,
    /// The day after Saturday, also where a range starts.
    AfterSaturday,
    /// Another way to write 0, and only where there are five fields.
    ZeroInFiveFields,
}

/// Which day field leaves the choice to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unrestricted {
    /// One that starts with `*`, also `*/2`: crontab's way.
    StartsWithStar,
    /// One with an item that is `*` or `?`, or a star with a step of one.
    HasStar,
    /// One that is `*` or `?` and nothing else.
    IsStar,
    /// One with an item that is `*`, or with every value while there is a star in the other.
    HasStarOrAll,
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

/// Where a star may be one item of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StarInList {
    Always,
    /// With a step, as in `*/20,5`.
    Stepped,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrapPhase {
    /// The steps go on across the end of the field.
    Continued,
    /// As croniter counts: one value further than it should, unless a step ends exactly at the end.
    Croniter,
}

/// How large a step may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepMax {
    Any,
    /// No larger than the field's last value.
    Field,
    /// So, unless the step follows a range such as `5-9`.
    FieldWhenOpen,
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
    /// `L` and `nW` in day of month; `Ln` and `d#n` in day of week.
    Croniter,
    /// As `Everywhere`, but no `L-n`.
    Croner,
    Never,
}

/// What may stand before `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NthDays {
    /// One weekday.
    One,
    /// One weekday, or a range of names such as `MON-FRI`.
    NamedRange,
    /// One weekday, or any range.
    Range,
}

/// What `@every` counts from, and how it writes lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Every {
    /// The schedule's anchor; our own lengths.
    FromAnchor,
    /// The schedule's anchor; Go's lengths, cut to whole seconds and never less than one.
    FromAnchorInGo,
    /// The Unix epoch, with an optional `/phase`; Go's lengths, with days.
    FromEpochInGo,
    Never,
}

/// Which macros there are beside `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly` and `@annually`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Macros {
    pub(crate) midnight: bool,
    /// `@every_minute` and `@every_second`.
    pub(crate) every_unit: bool,
    pub(crate) any_case: bool,
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
