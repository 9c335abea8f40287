//! Agreement with a scan of every second: around every offset change of every zone, and at random until 2200.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Strategy, TestCaseError, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use refrain_recurrence::{
    CalendarRecurrence, Class, CompiledRecurrence, Context, CronRecurrence, Dst, EveryRecurrence, Fold, Frequency, Gap,
    PeriodAnchor, PeriodPoint, Recurrence, Spec, Unit, Weekday, zone_names,
};

use crate::cases;
use crate::cron_text::{Expression, expression};
use crate::definitions::dst;
use crate::instants::ODD_ZONES;
use crate::reference::{Policy, fires};
use crate::wall::{changes, stretches, timestamp};

/// A recurrence and its wall-clock meaning, defined independently of the library.
#[derive(Clone, Debug)]
struct ModelRecurrence {
    recurrence: Recurrence,
    meaning: Meaning,
}

#[derive(Clone, Debug)]
enum Meaning {
    Cron(Expression),
    /// Every n-th day from an anchor, at certain times.
    Days {
        every: i64,
        anchor: Date,
        times: Vec<Time>,
    },
    /// On certain weekdays at one time.
    Weekdays {
        days: Vec<Weekday>,
        time: Time,
    },
    /// On certain days of the month, or on its last day if it does not have them, at one time.
    MonthDays {
        days: Vec<i64>,
        time: Time,
    },
}

const ANCHOR: &str = "1969-12-31T12:00:00Z";

impl ModelRecurrence {
    fn matches(&self, civil: DateTime) -> bool {
        match &self.meaning {
            Meaning::Cron(expression) => expression.matches(civil),
            Meaning::Days { every, anchor, times } => {
                let days = i64::from(anchor.until(civil.date()).expect("near dates").get_days());
                days % every == 0 && times.contains(&civil.time())
            }
            Meaning::Weekdays { days, time } => {
                let weekday = usize::from(civil.date().weekday().to_monday_zero_offset().unsigned_abs());
                days.contains(&Weekday::ALL[weekday]) && civil.time() == *time
            }
            Meaning::MonthDays { days, time } => {
                let last = i64::from(civil.date().days_in_month());
                let day = |day: &i64| if *day > 0 { (*day).min(last) } else { (last + 1 + *day).max(1) };
                days.iter().map(day).any(|day| day == i64::from(civil.day())) && civil.time() == *time
            }
        }
    }

    fn is_fixed(&self) -> bool {
        match &self.meaning {
            Meaning::Cron(expression) => expression.is_fixed,
            Meaning::Days { .. } | Meaning::Weekdays { .. } | Meaning::MonthDays { .. } => true,
        }
    }

    fn policy(&self, dst: Dst) -> Policy {
        let is_fixed = match dst.class {
            Class::Auto => self.is_fixed(),
            Class::Fixed => true,
            Class::Interval => false,
        };
        if is_fixed {
            Policy { gap: dst.gap.unwrap_or(Gap::NextValid), fold: dst.fold.unwrap_or(Fold::First) }
        } else {
            Policy::THROUGH
        }
    }
}

/// Generates times of day, mostly those at which clocks change.
fn time() -> impl Strategy<Value = Time> {
    let hour = prop_oneof![3 => select(vec![0_i8, 1, 2, 3, 23]), 1 => 0..24_i8];
    let minute = select(vec![0_i8, 1, 15, 29, 30, 45, 59]);
    (hour, minute).prop_map(|(hour, minute)| Time::constant(hour, minute, 0, 0))
}

fn meant() -> BoxedStrategy<ModelRecurrence> {
    let cron = |expression: Expression| ModelRecurrence {
        recurrence: Recurrence::Cron(CronRecurrence {
            expression: expression.text.clone(),
            ..CronRecurrence::default()
        }),
        meaning: Meaning::Cron(expression),
    };
    let days = (1..5_i64, vec(time(), 1..=3)).prop_map(|(every, times)| ModelRecurrence {
        recurrence: Recurrence::Every(EveryRecurrence {
            at: Some(times.clone()),
            ..EveryRecurrence::new(every, Unit::Days)
        }),
        // Noon UTC falls on the same date in every zone, except near the date line.
        meaning: Meaning::Days { every, anchor: Date::constant(1969, 12, 31), times },
    });
    let weekdays = (vec(select(Weekday::ALL.to_vec()), 1..=3), time()).prop_map(|(days, time)| {
        let by_day = days.iter().map(|day| day.name().to_owned()).collect();
        let rule = calendar_rule(Frequency::Weekly, time);
        ModelRecurrence {
            recurrence: Recurrence::Calendar(CalendarRecurrence { by_day, ..rule }),
            meaning: Meaning::Weekdays { days, time },
        }
    });
    let month_days = (vec(select(vec![1_i64, 8, 28, 29, 31, -1, -3]), 1..=3), time()).prop_map(|(days, time)| {
        let rule = calendar_rule(Frequency::Monthly, time);
        ModelRecurrence {
            recurrence: Recurrence::Calendar(CalendarRecurrence { by_month_day: days.clone(), ..rule }),
            meaning: Meaning::MonthDays { days, time },
        }
    });
    prop_oneof![
        4 => expression().prop_map(cron),
        // A scan of a few hours is certain to find these.
        3 => expression().prop_map(move |expression| cron(expression.every_day())),
        2 => days,
        1 => weekdays,
        1 => month_days,
    ]
    .boxed()
}

fn calendar_rule(frequency: Frequency, time: Time) -> CalendarRecurrence {
    CalendarRecurrence {
        frequency: Some(frequency),
        interval: 1,
        by_day: Vec::new(),
        by_month_day: Vec::new(),
        time_of_day: Some(time),
        anchor: PeriodAnchor::Calendar,
        at: PeriodPoint::PeriodStart,
        lead: None,
    }
}

fn check(meant: &ModelRecurrence, dst: Dst, zone: &str, from: i64, until: i64) -> Result<(), TestCaseError> {
    let spec = Spec { dst, ..Spec::new(meant.recurrence.clone(), zone) };
    let anchor = ANCHOR.parse().expect("an instant");
    let Ok(rule) = CompiledRecurrence::compile(&spec, &Context { anchor: Some(anchor), ..Context::default() }) else {
        return Ok(());
    };
    let tz = TimeZone::get(zone).expect("a zone of the database");
    let anchored = anchor.to_zoned(tz.clone()).date();
    if anchored != Date::constant(1969, 12, 31) && matches!(meant.meaning, Meaning::Days { .. }) {
        return Ok(());
    }
    let expected = fires(&stretches(&tz, from, until), meant.policy(dst), |civil| meant.matches(civil));
    let found: Vec<i64> = rule.between(timestamp(from), timestamp(until)).map(|found| found.at().as_second()).collect();
    prop_assert_eq!(found, expected, "{} from {} until {}", zone, timestamp(from), timestamp(until));
    Ok(())
}

/// Seconds on either side of a change: enough for a shift of an hour or two, not of a day.
const AROUND: i64 = 3 * 3600;

#[test]
fn a_scan_agrees_around_every_change_of_every_zone_in_two_years() {
    let mut runner = TestRunner::new(cases(1));
    let mut zones = 0;
    for name in zone_names() {
        let Ok(zone) = TimeZone::get(&name) else { continue };
        let seams = changes(&zone, "2026-01-01T00:00:00Z", "2028-01-01T00:00:00Z");
        zones += usize::from(!seams.is_empty());
        for seam in seams {
            let (meant, dst) = (meant(), dst()).new_tree(&mut runner).expect("a rule").current();
            check(&meant, dst, &name, seam - AROUND, seam + AROUND)
                .unwrap_or_else(|error| panic!("{error}\n{meant:?}"));
        }
    }
    assert!(zones >= 40, "{zones} zones change their offset");
}

/// Zones that permanently lost a day or an hour, and when.
const LOST: &[(&str, &str, &str)] = &[
    ("Pacific/Apia", "2011-12-29T00:00:00Z", "2012-01-02T00:00:00Z"),
    ("Pacific/Kwajalein", "1993-08-19T00:00:00Z", "1993-08-23T00:00:00Z"),
    ("Pacific/Kiritimati", "1994-12-30T00:00:00Z", "1995-01-03T00:00:00Z"),
    ("Asia/Kathmandu", "1985-12-31T00:00:00Z", "1986-01-02T00:00:00Z"),
    ("Asia/Pyongyang", "2018-05-04T00:00:00Z", "2018-05-06T00:00:00Z"),
    ("America/Caracas", "2016-04-30T00:00:00Z", "2016-05-02T00:00:00Z"),
    ("Europe/Moscow", "2014-10-25T00:00:00Z", "2014-10-27T00:00:00Z"),
    ("America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-05T00:00:00Z"),
];

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_scan_agrees_around_changes_of_odd_zones(
        meant in meant(), dst in dst(), zone in select(ODD_ZONES), place in proptest::prelude::any::<Index>(),
    ) {
        let tz = TimeZone::get(zone).expect("a zone of the database");
        let seams = changes(&tz, "1975-01-01T00:00:00Z", "2200-01-01T00:00:00Z");
        if let Some(seam) = (!seams.is_empty()).then(|| seams[place.index(seams.len())]) {
            check(&meant, dst, zone, seam - AROUND, seam + AROUND)?;
        }
    }

    #[test]
    fn a_scan_agrees_at_any_time_until_2200(
        meant in meant(), dst in dst(), zone in crate::instants::zone(), from in 300_000_000..7_258_000_000_i64,
    ) {
        if !zone.starts_with(['+', '-']) {
            check(&meant, dst, &zone, from, from + AROUND)?;
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn a_scan_agrees_where_days_and_hours_were_lost_for_good(
        meant in meant(), dst in dst(), place in select(LOST),
    ) {
        let second = |text: &str| text.parse::<jiff::Timestamp>().expect("an instant").as_second();
        check(&meant, dst, place.0, second(place.1), second(place.2))?;
    }
}
