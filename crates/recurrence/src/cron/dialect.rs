//! Cron dialects as data: what each parser accepts, and how each library behaves at an offset change.
//!
//! The parser and the search are the same for all dialects and only read this table. No code outside it branches on
//! the name of a dialect.

use crate::cron::rules::{
    Every, FixedCondition, Layout, Macros, Names, NthDays, QuestionMark, Rules, Specials, StarInList, StepMax,
    SundaySeven, UnrestrictedDays, WrapPhase,
};
use crate::definition::{DayMatch, Dialect, WeekdayNumbers};
use crate::zone::{FoldPolicy, GapPolicy, TransitionPolicy};

impl Dialect {
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

const NEXT_VALID_FIRST: TransitionPolicy = TransitionPolicy { gap: GapPolicy::NEXT_VALID, fold: FoldPolicy::First };

/// Temporal reads local times with Go's `time.Date`, which returns the last pass of a fold in zones east of UTC.
const THROUGH_BUT_LAST_IN_EAST: TransitionPolicy =
    TransitionPolicy { gap: GapPolicy::Skip, fold: FoldPolicy::LastInEast };

const UNIX: Rules = Rules {
    name: "unix",
    layouts: &[Layout::Minutes, Layout::SecondsFirst, Layout::SecondsFirstYear],
    weekdays: WeekdayNumbers::SundayZero,
    weekday_max: 7,
    seven: SundaySeven::EitherSunday,
    weekday_open_end: 7,
    sunday_ends_ranges: false,
    day_match: DayMatch::Or,
    unrestricted: UnrestrictedDays::StartsWithStar,
    question: QuestionMark::InDayFields,
    wraps: true,
    years_wrap: false,
    wrap_phase: WrapPhase::Continued,
    equal_range_is_all: false,
    open_step: true,
    bare_step: false,
    named_step: true,
    step_max: StepMax::Any,
    digits_max: 4,
    star_in_list: StarInList::Always,
    empty_items: false,
    names: Names::ShortOrLong,
    specials: Specials::Everywhere,
    nth_days: NthDays::One,
    plus_means_and: false,
    hash: true,
    year_min: 1900,
    year_max: 9999,
    year_steps_from_zero: false,
    last_year: 9999,
    horizon_years: 0,
    zone_prefix: true,
    comments: false,
    every: Every::FromAnchor,
    macros: Macros { midnight: true, every_unit: true, any_case: true },
    fixed_when: FixedCondition::NoStarRangeOrStep,
    fixed: NEXT_VALID_FIRST,
    interval: TransitionPolicy::THROUGH,
};

const QUARTZ: Rules = Rules {
    name: "quartz",
    layouts: &[Layout::SecondsFirst, Layout::SecondsFirstYear],
    weekdays: WeekdayNumbers::SundayOne,
    weekday_open_end: 6,
    question: QuestionMark::InOneDayField,
    bare_step: true,
    named_step: false,
    step_max: StepMax::FieldWhenOpen,
    empty_items: true,
    names: Names::Short,
    specials: Specials::Quartz,
    hash: false,
    year_min: 1970,
    year_max: 2299,
    zone_prefix: false,
    every: Every::Never,
    macros: Macros { every_unit: false, ..UNIX.macros },
    fixed: TransitionPolicy { gap: GapPolicy::Skip, fold: FoldPolicy::Last },
    interval: TransitionPolicy { gap: GapPolicy::Skip, fold: FoldPolicy::Last },
    ..UNIX
};

const CRONOS: Rules = Rules {
    name: "cronos",
    layouts: &[Layout::Minutes, Layout::SecondsFirst],
    seven: SundaySeven::AfterSaturday,
    day_match: DayMatch::And,
    question: QuestionMark::Anywhere,
    step_max: StepMax::Field,
    digits_max: 2,
    star_in_list: StarInList::Never,
    names: Names::Short,
    specials: Specials::Alone,
    zone_prefix: false,
    every: Every::Never,
    last_year: 2499,
    fixed: TransitionPolicy { gap: GapPolicy::GAP_END_NOT_FOUND_FROM_END, fold: FoldPolicy::First },
    interval: TransitionPolicy { gap: GapPolicy::GAP_END_NOT_FOUND_FROM_END, fold: FoldPolicy::Both },
    ..UNIX
};

const ROBFIG: Rules = Rules {
    name: "robfig",
    layouts: &[Layout::Minutes, Layout::SecondsFirst],
    weekday_max: 6,
    weekday_open_end: 6,
    unrestricted: UnrestrictedDays::HasStar,
    question: QuestionMark::Anywhere,
    wraps: false,
    empty_items: true,
    names: Names::Short,
    specials: Specials::Never,
    hash: false,
    horizon_years: 5,
    every: Every::FromAnchorInGo,
    macros: Macros { every_unit: false, any_case: false, ..UNIX.macros },
    fixed: TransitionPolicy::THROUGH,
    ..UNIX
};

const CRONITER: Rules = Rules {
    name: "croniter",
    layouts: &[Layout::Minutes, Layout::SecondsLast, Layout::SecondsLastYear],
    seven: SundaySeven::ZeroInFiveFields,
    weekday_open_end: 6,
    unrestricted: UnrestrictedDays::HasStarOrAll,
    years_wrap: true,
    wrap_phase: WrapPhase::Croniter,
    equal_range_is_all: true,
    names: Names::Short,
    specials: Specials::Croniter,
    nth_days: NthDays::NamedRange,
    year_min: 1970,
    year_max: 2099,
    horizon_years: 50,
    zone_prefix: false,
    every: Every::Never,
    macros: Macros { every_unit: false, ..UNIX.macros },
    fixed_when: FixedCondition::HourIsNotStar,
    fixed: TransitionPolicy { gap: GapPolicy::GAP_END_KEEPING_SECONDS, fold: FoldPolicy::Both },
    ..UNIX
};

const CRONER: Rules = Rules {
    name: "croner",
    seven: SundaySeven::AfterSaturday,
    sunday_ends_ranges: true,
    unrestricted: UnrestrictedDays::IsStar,
    wraps: false,
    open_step: false,
    star_in_list: StarInList::Stepped,
    empty_items: true,
    names: Names::Short,
    specials: Specials::Croner,
    nth_days: NthDays::Range,
    plus_means_and: true,
    hash: false,
    year_min: 1,
    year_steps_from_zero: true,
    zone_prefix: false,
    every: Every::Never,
    macros: Macros { midnight: false, every_unit: false, ..UNIX.macros },
    fixed_when: FixedCondition::SingleValues,
    fixed: TransitionPolicy { gap: GapPolicy::GAP_END_ON_MATCHING_DATE, fold: FoldPolicy::First },
    ..UNIX
};

const TEMPORAL: Rules = Rules {
    name: "temporal",
    layouts: &[Layout::Minutes, Layout::MinutesYear, Layout::SecondsFirstYear],
    seven: SundaySeven::AfterSaturday,
    day_match: DayMatch::And,
    question: QuestionMark::Nowhere,
    wraps: false,
    names: Names::Prefix,
    specials: Specials::Never,
    hash: false,
    year_min: 2000,
    year_max: 2100,
    last_year: 2100,
    comments: true,
    every: Every::FromEpochInGo,
    macros: Macros { every_unit: false, any_case: false, ..UNIX.macros },
    fixed: THROUGH_BUT_LAST_IN_EAST,
    interval: THROUGH_BUT_LAST_IN_EAST,
    ..UNIX
};
