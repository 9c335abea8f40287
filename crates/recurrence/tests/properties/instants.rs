//! Generates interesting zones and instants.

use jiff::Timestamp;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::select;
use refrain_recurrence::zone_names;

/// Zones with clock changes that a simple implementation would get wrong.
pub(crate) const ODD_ZONES: &[&str] = &[
    "Africa/Cairo",
    "Africa/Casablanca",
    "Africa/El_Aaiun",
    "America/Asuncion",
    "America/Caracas",
    "America/Havana",
    "America/New_York",
    "America/Nuuk",
    "America/Santiago",
    "America/Sao_Paulo",
    "America/Scoresbysund",
    "America/St_Johns",
    "Antarctica/Casey",
    "Antarctica/Troll",
    "Asia/Beirut",
    "Asia/Gaza",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Asia/Pyongyang",
    "Asia/Tehran",
    "Atlantic/Azores",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Europe/Dublin",
    "Europe/Lisbon",
    "Europe/Moscow",
    "Pacific/Apia",
    "Pacific/Chatham",
    "Pacific/Easter",
    "Pacific/Kiritimati",
    "Pacific/Kwajalein",
    "Pacific/Norfolk",
    "UTC",
];

/// Generates any zone of the database, the odd ones more often, and occasionally a fixed offset.
pub(crate) fn zone() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(ODD_ZONES).prop_map(str::to_owned),
        3 => select(zone_names()),
        1 => (any::<bool>(), 0_u8..=14, select(vec![0_u8, 15, 30, 45]))
            .prop_map(|(east, hours, minutes)| format!("{}{hours:02}:{minutes:02}", if east { '+' } else { '-' })),
    ]
}

/// Generates mostly the years people schedule in, then all years with zone data, then the ends of the calendar.
pub(crate) fn instant() -> impl Strategy<Value = Timestamp> {
    const YEAR: i64 = 31_556_952;
    let second = prop_oneof![
        6 => 55 * YEAR..60 * YEAR,
        3 => 0..230 * YEAR,
        1 => -70 * YEAR..0,
        1 => 8025 * YEAR..8029 * YEAR,
    ];
    // Often whole hours, so that occurrences are hit and not only passed.
    let second =
        (second, any::<bool>()).prop_map(|(second, whole)| if whole { second - second % 3600 } else { second });
    (second, prop_oneof![4 => 0..1_i32, 1 => 0..1_000_000_000_i32]).prop_map(|(second, nanosecond)| {
        let inside = second.min(Timestamp::MAX.as_second() - 1);
        Timestamp::new(inside, nanosecond)
            .expect("both parts are positive or zero and in range, or the second is whole")
    })
}

/// Generates an instant near those of the definitions.
pub(crate) fn near_instant() -> impl Strategy<Value = Timestamp> {
    (1_735_689_600_i64..1_900_000_000).prop_map(|second| Timestamp::from_second(second).expect("in range"))
}
