//! The fluent builder: each form of recurrence, and the times it yields.

use refrain::Weekday::{Friday, Monday, Tuesday};
use refrain::recurrence::builder::{hours, minutes, seconds, time};
use refrain::recurrence::{
    CalendarRecurrence, CronRecurrence, Dialect, Frequency, MonthOverflow, OnDayOff, PeriodPoint, Recurrence,
    RecurrenceList,
};

use crate::world::{World, at};

const NOW: &str = "2026-01-05T08:00:10Z";

#[tokio::test]
async fn first_run_choices() {
    let world = World::at(NOW).await;
    let refrain = &world.refrain;
    world.save(refrain.schedule("now").run_now().then().every(15).minutes()).await;
    world.save(refrain.schedule("after").run_after(hours(1)).then().every(15).minutes().on_second(30)).await;
    world
        .save(
            refrain.schedule("at").run_at(at("2026-01-05T08:59:50Z")).min_spacing(seconds(30)).then().cron("0 9 * * *"),
        )
        .await;
    world.save(refrain.schedule("plain").every(15).minutes()).await;
    world.run_until("2026-01-05T09:20:00Z", 10).await;
    let fires = |id: &str| {
        let own = world.calls().into_iter().filter(|call| call.schedule == id);
        own.map(|call| call.nominal_at.to_string()[11..19].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(fires("now"), ["08:00:10", "08:15:10", "08:30:10", "08:45:10", "09:00:10", "09:15:10"]);
    assert_eq!(fires("after"), ["09:00:10", "09:15:30"]);
    assert_eq!(fires("at"), ["08:59:50"], "09:00 is closer to the first run than the minimum spacing");
    assert_eq!(fires("plain"), ["08:15:10", "08:30:10", "08:45:10", "09:00:10", "09:15:10"]);
}

#[tokio::test]
async fn a_first_run_obeys_the_end() {
    let world = World::at(NOW).await;
    let late = world.refrain.schedule("late").run_after(hours(2)).then().every(15).minutes();
    assert_eq!(world.refused(late.until(at("2026-01-05T09:00:00Z"))).await, "never_fires");
}

#[tokio::test]
async fn every_unit_counts_from_the_creation_time() {
    let world = World::at(NOW).await;
    let new = || world.refrain.schedule("a");
    assert_eq!(world.next(new().every(7).seconds(), 2).await, ["2026-01-05T08:00:17Z", "2026-01-05T08:00:24Z"]);
    assert_eq!(world.next(new().every(7).minutes(), 1).await, ["2026-01-05T08:07:10Z"]);
    assert_eq!(world.next(new().every(7).hours(), 1).await, ["2026-01-05T15:00:10Z"]);
    assert_eq!(world.next(new().every(7).days(), 1).await, ["2026-01-12T00:00:00Z"]);
    assert_eq!(world.next(new().every(2).weeks(), 1).await, ["2026-01-19T00:00:00Z"]);
    assert_eq!(world.next(new().every(2).months(), 1).await, ["2026-03-05T00:00:00Z"]);
    assert_eq!(world.next(new().every(2).years(), 1).await, ["2028-01-05T00:00:00Z"]);
}

#[tokio::test]
async fn a_short_form_equals_every_one_of_its_unit() {
    let world = World::at(NOW).await;
    let new = || world.refrain.schedule("a");
    assert_eq!(world.next(new().every_second(), 1).await, world.next(new().every(1).seconds(), 1).await);
    assert_eq!(world.next(new().every_minute(), 1).await, world.next(new().every(1).minutes(), 1).await);
    assert_eq!(world.next(new().every_hour(), 1).await, world.next(new().every(1).hours(), 1).await);
    assert_eq!(world.next(new().every_day(), 1).await, world.next(new().every(1).days(), 1).await);
    assert_eq!(world.next(new().every_week(), 1).await, world.next(new().every(1).weeks(), 1).await);
    assert_eq!(world.next(new().every_month(), 1).await, world.next(new().every(1).months(), 1).await);
    assert_eq!(world.next(new().every_year(), 1).await, world.next(new().every(1).years(), 1).await);
}

#[tokio::test]
async fn an_interval_of_zero_or_less_is_rejected() {
    let world = World::at(NOW).await;
    for n in [0, -1, i64::MIN] {
        assert_eq!(world.refused(world.refrain.schedule("a").every(n).minutes()).await, "bad_step", "every {n}");
        assert_eq!(world.refused(world.refrain.schedule("a").every(n).months()).await, "bad_step", "every {n}");
    }
}

#[tokio::test]
async fn refinements_select_the_expected_occurrences() {
    let world = World::at(NOW).await;
    let new = || world.refrain.schedule("a");
    assert_eq!(world.next(new().every_minute().on_second(0), 1).await, ["2026-01-05T08:01:00Z"]);
    let hourly = new().every_hour().on_hours([12, 9]).on_minute(30).on_second(5);
    assert_eq!(world.next(hourly, 2).await, ["2026-01-05T09:30:05Z", "2026-01-05T12:30:05Z"]);
    // 09:00 on the same day, not on the next.
    assert_eq!(world.next(new().every_day().at(9, 0), 1).await, ["2026-01-05T09:00:00Z"]);
    let twice = new().every(1).days().on([Monday, Friday]).at_times([time(14, 0), time(9, 0), time(14, 0)]);
    let expected = ["2026-01-05T09:00:00Z", "2026-01-05T14:00:00Z", "2026-01-09T09:00:00Z"];
    assert_eq!(world.next(twice, 3).await, expected, "times are sorted, without duplicates");
    assert_eq!(world.next(new().every_week().on([Tuesday]).at(7, 0), 1).await, ["2026-01-06T07:00:00Z"]);
    let days = new().every_month().on_days([1, 15]).at(7, 0);
    assert_eq!(
        world.next(days, 2).await,
        ["2026-01-15T07:00:00Z", "2026-02-01T07:00:00Z"],
        "every listed day yields an occurrence"
    );
    let first = new().every(1).months().on_first(Monday).at(9, 0);
    assert_eq!(world.next(first, 2).await, ["2026-01-05T09:00:00Z", "2026-02-02T09:00:00Z"]);
    let quarterly = new().every_month().in_months([1, 4, 7, 10]).on_day(1);
    assert_eq!(world.next(quarterly, 2).await, ["2026-04-01T00:00:00Z", "2026-07-01T00:00:00Z"]);
}

#[tokio::test]
async fn a_day_missing_from_a_month_falls_on_its_last_day() {
    let world = World::at("2026-01-31T08:00:00Z").await;
    let new = || world.refrain.schedule("a");
    let clamped = ["2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z", "2026-04-30T00:00:00Z"];
    assert_eq!(world.next(new().every_month().on_day(31), 3).await, clamped);
    assert_eq!(world.next(new().every_month(), 3).await, clamped, "the day returns to the 31st");
    let skipped = new().every_month().on_days([31]).overflow(MonthOverflow::Skip);
    assert_eq!(world.next(skipped, 2).await, ["2026-03-31T00:00:00Z", "2026-05-31T00:00:00Z"]);
}

#[tokio::test]
async fn days_can_be_named_from_the_end_of_the_month_and_by_quarter_and_year() {
    let world = World::at(NOW).await;
    let new = || world.refrain.schedule("a");
    assert_eq!(
        world.next(new().every_month().on_last_day(), 2).await,
        ["2026-01-31T00:00:00Z", "2026-02-28T00:00:00Z"]
    );
    assert_eq!(world.next(new().every_month().on_last(Friday), 1).await, ["2026-01-30T00:00:00Z"]);
    assert_eq!(world.next(new().every_month().on_nth(2, Tuesday), 1).await, ["2026-01-13T00:00:00Z"]);
    assert_eq!(world.next(new().every_year().in_months([11]).on_nth(2, Tuesday), 1).await, ["2026-11-10T00:00:00Z"]);
    // The weekday nearest to the 15th, which is a Sunday in February and March.
    let workday = new().cron("0 0 0 15W * ?").dialect(Dialect::Quartz);
    assert_eq!(world.next(workday, 3).await[1..], ["2026-02-16T00:00:00Z", "2026-03-16T00:00:00Z"]);
    let quarters = CalendarRecurrence { at: PeriodPoint::PeriodEnd, ..CalendarRecurrence::new(Frequency::Quarterly) };
    assert_eq!(world.next(new().calendar(quarters), 2).await, ["2026-04-01T00:00:00Z", "2026-07-01T00:00:00Z"]);
}

#[tokio::test]
async fn cron_is_checked_when_it_is_saved_and_follows_its_zone() {
    let world = World::at(NOW).await;
    let new = || world.refrain.schedule("a");
    assert_eq!(world.refused(new().cron("0 13 0 * *")).await, "out_of_range");
    assert_eq!(world.refused(new().cron("* * *")).await, "bad_field_count");
    assert_eq!(world.refused(new().cron("0 0 30 2 *")).await, "never_fires");
    assert_eq!(world.refused(new().cron("0 9 * * *").in_zone("Europe/Berln")).await, "unknown_zone");
    let berlin = new().cron("0 9 * * MON-FRI").in_zone("Europe/Berlin");
    assert_eq!(world.next(berlin, 2).await, ["2026-01-06T08:00:00Z", "2026-01-07T08:00:00Z"]);
    assert_eq!(
        world.next(new().cron("30 0 9 * * *"), 1).await,
        ["2026-01-05T09:00:30Z"],
        "the first of six fields is seconds"
    );
}

#[tokio::test]
async fn cron_nicknames_are_supported() {
    let world = World::at(NOW).await;
    for (name, next) in [
        ("@hourly", "2026-01-05T09:00:00Z"),
        ("@daily", "2026-01-06T00:00:00Z"),
        ("@weekly", "2026-01-11T00:00:00Z"),
        ("@monthly", "2026-02-01T00:00:00Z"),
        ("@yearly", "2027-01-01T00:00:00Z"),
    ] {
        assert_eq!(world.next(world.refrain.schedule("a").cron(name), 1).await, [next], "{name}");
    }
}

#[tokio::test]
async fn every_other_kind_of_recurrence_can_be_built() {
    let world = World::at(NOW).await;
    let new = || world.refrain.schedule("a");
    let instant = at("2026-05-01T10:00:00Z");
    assert_eq!(world.next(new().once(instant), 3).await, ["2026-05-01T10:00:00Z"]);
    assert_eq!(world.next(new().after_completion(minutes(5)), 3).await, ["2026-01-05T08:05:10Z"]);
    let rrule = new().rrule("FREQ=WEEKLY;BYDAY=TU;BYHOUR=9;BYMINUTE=0;BYSECOND=0").in_zone("Europe/Berlin");
    assert_eq!(world.next(rrule, 1).await, ["2026-01-06T08:00:00Z"]);
    let cron =
        |text: &str| Recurrence::Cron(CronRecurrence { expression: text.to_owned(), ..CronRecurrence::default() });
    let both = Recurrence::Any(RecurrenceList { of: vec![cron("0 9 * * *"), cron("0 12 * * *")] });
    assert_eq!(world.next(new().recurrence(both), 2).await, ["2026-01-05T09:00:00Z", "2026-01-05T12:00:00Z"]);
    let unknown = new().every_day().days_off("bank", OnDayOff::Next);
    assert_eq!(world.refused(unknown).await, "unknown_name", "the calendar must exist");
}

#[tokio::test]
async fn a_delay_after_completion_is_counted_from_the_end_of_the_run() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.save(world.refrain.schedule("a").after_completion(minutes(5))).await;
    world.run_until("2026-01-05T08:05:00Z", 60).await;
    world.tick_at("2026-01-05T08:12:00Z").await;
    world.run_until("2026-01-05T08:20:00Z", 60).await;
    let started: Vec<String> = world.calls().iter().map(|call| call.started_at.to_string()).collect();
    assert_eq!(started, ["2026-01-05T08:05:00Z", "2026-01-05T08:12:00Z", "2026-01-05T08:17:00Z"]);
}
