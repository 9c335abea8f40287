//! Compiles a definition. All validation happens here, once, so that a `CompiledRecurrence` is always valid.

mod rrule;

use std::sync::Arc;

use jiff::Timestamp;

use crate::calendar::CalendarSearch;
use crate::compiled::CompiledRecurrence;
use crate::cron::{self, Body};
use crate::days_off::DaysOff;
use crate::definition::{
    Calendars, Class, Combination, CronRecurrence, Dst, FirstRunAt, Length, Recurrence, RecurrenceList, Spec,
};
use crate::error::{Error, ErrorCode, quoted};
use crate::every::{self, Grid};
use crate::search::{Elapsed, Leaf, Node, Search, Wall};
use crate::zone::{FoldPolicy, GapPolicy, TransitionPolicy, Zone};

/// Values from outside the definition that compiling it needs: the anchor, the schedule ID and the named calendars.
///
/// `Context::default()` is enough for a definition without named calendars, jitter, `H` or intervals that count from
/// the creation of a schedule.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// Instant from which intervals are counted when the definition has no `starts_at`. Default: the Unix epoch.
    pub anchor: Option<Timestamp>,
    /// ID of the schedule. It determines the values of `H` and the jitter.
    pub seed: &'a str,
    /// Named calendars that the definition may refer to.
    pub calendars: Option<&'a Calendars>,
}

/// Earliest year of a date in a definition; the time zone database has little data before it.
const YEAR_MIN: i16 = 1900;
/// Maximum number of recurrences in `any` and `all` together, and maximum nesting depth.
const PARTS_MAX: usize = 64;
const DEPTH_MAX: usize = 8;

pub(crate) fn compile(spec: &Spec, context: &Context<'_>) -> Result<CompiledRecurrence, Error> {
    let zone = Zone::get(&spec.timezone)?;
    let starts_at = spec.starts_at.map(|at| in_years("starts_at", at)).transpose()?;
    let ends_at = spec.ends_at.map(|at| in_years("ends_at", at)).transpose()?;
    if let (Some(starts), Some(ends)) = (spec.starts_at, spec.ends_at)
        && ends <= starts
    {
        return Err(Error::new(ErrorCode::Conflict, format!("ends_at {ends} is not after starts_at {starts}")));
    }
    if spec.max_runs == Some(0) {
        return Err(Error::new(ErrorCode::OutOfRange, "max_runs 0 is less than 1").with_hint("omit it for no limit"));
    }
    let anchor = match (starts_at, context.anchor) {
        (Some(starts), _) => starts,
        (None, Some(anchor)) => in_years("the anchor", anchor)?,
        (None, None) => 0,
    };
    let first_run = first_run(spec, anchor)?;
    let no_calendars = Calendars::new();
    let days_off = DaysOff::compile(&spec.calendars, context.calendars.unwrap_or(&no_calendars))?;
    let seed = hash(context.seed.as_bytes());
    let mut compiler = Compiler {
        dst: spec.dst,
        // A schedule with a first run counts its intervals from that run.
        anchor: first_run.unwrap_or(anchor),
        seed,
        days_off: days_off.map(Arc::new),
        leaves: Vec::new(),
        idle_lines: Vec::new(),
        place: Vec::new(),
    };
    let node = compiler.node(&spec.recurrence, &zone).map_err(|error| error.in_part(&compiler.place))?;
    let min_spacing = spec.first_run.and_then(|first| first.min_spacing).map_or(0, Length::seconds);
    Ok(CompiledRecurrence {
        spec: spec.clone(),
        leaves: compiler.leaves.into(),
        idle_lines: compiler.idle_lines.into(),
        node,
        zone,
        seed,
        starts: starts_at.unwrap_or(i64::MIN),
        ends: ends_at.unwrap_or(i64::MAX),
        first_run,
        regular_from: first_run.map_or(i64::MIN, |first| first.saturating_add(min_spacing.max(1))),
    })
}

/// Returns an instant of a definition in whole seconds, rounded up so that nothing is ever early.
fn in_years(name: &str, at: Timestamp) -> Result<i64, Error> {
    let year = at.to_zoned(jiff::tz::TimeZone::UTC).year();
    if year < YEAR_MIN {
        return Err(Error::new(ErrorCode::OutOfRange, format!("{name} {at} is before the year {YEAR_MIN}")));
    }
    Ok(at.as_second() + i64::from(at.subsec_nanosecond() > 0))
}

/// Returns the time of the first run. A first run before `starts_at` does not occur, but intervals are still
/// counted from it.
fn first_run(spec: &Spec, anchor: i64) -> Result<Option<i64>, Error> {
    let Some(first) = spec.first_run else { return Ok(None) };
    let at = match first.when {
        FirstRunAt::Now => anchor,
        FirstRunAt::After(length) => anchor.saturating_add(length.seconds()),
        FirstRunAt::At(at) => in_years("first_run", at)?,
    };
    Ok(Some(at))
}

/// Compiles recurrences to nodes and collects their leaves.
pub(crate) struct Compiler {
    dst: Dst,
    pub(crate) anchor: i64,
    seed: u64,
    pub(crate) days_off: Option<Arc<DaysOff>>,
    pub(crate) leaves: Vec<Leaf>,
    /// RFC 5545 lines that never have an occurrence, in a set with others that do.
    pub(crate) idle_lines: Vec<String>,
    /// Position of the current part: its index in each list of `any` and `all` around it. After an error, the position
    /// of the rejected part.
    place: Vec<usize>,
}

impl Compiler {
    fn node(&mut self, recurrence: &Recurrence, zone: &Arc<Zone>) -> Result<Node, Error> {
        match recurrence {
            Recurrence::Cron(rule) => self.cron(rule, zone),
            Recurrence::Every(rule) => {
                let compiled = every::compile(rule, self.anchor, zone.civil(self.anchor))?;
                let search = match compiled {
                    every::CompiledEvery::Grid(grid) => Search::Elapsed(Elapsed::Grid(grid)),
                    every::CompiledEvery::Pinned(grid) => Search::Elapsed(Elapsed::Pinned(grid)),
                    every::CompiledEvery::Fields(set) => Search::Wall(Wall::EveryUnit(set), TransitionPolicy::THROUGH),
                    every::CompiledEvery::Days(days) => Search::Wall(Wall::Every(days), self.wall_policy()),
                };
                self.leaf(search, zone, self.anchor)
            }
            Recurrence::Calendar(rule) => {
                let search = CalendarSearch::compile(rule, zone.civil(self.anchor))?;
                self.leaf(Search::Wall(Wall::Calendar(search), self.wall_policy()), zone, i64::MIN)
            }
            Recurrence::Rrule(rule) => self.rrule(rule, zone),
            Recurrence::Once(rule) => {
                let at = in_years("at", rule.at)?;
                self.leaf(Search::Elapsed(Elapsed::Instants([at].into())), zone, i64::MIN)
            }
            Recurrence::AfterCompletion(rule) => {
                if rule.delay.seconds() == 0 {
                    return Err(Error::new(ErrorCode::BadStep, "the delay after completion must not be 0")
                        .with_hint("use at least 1s"));
                }
                if !self.place.is_empty() {
                    return Err(Error::new(ErrorCode::Conflict, "after_completion is not allowed inside any or all"));
                }
                Ok(Node::Nothing)
            }
            Recurrence::Any(parts) => Ok(Node::Any(self.parts(parts, Combination::Any, zone)?)),
            Recurrence::All(parts) => Ok(Node::All(self.parts(parts, Combination::All, zone)?)),
        }
    }

    fn parts(&mut self, parts: &RecurrenceList, how: Combination, zone: &Arc<Zone>) -> Result<Box<[Node]>, Error> {
        if parts.of.is_empty() {
            return Err(Error::new(ErrorCode::NeverFires, format!("{} needs at least one recurrence", how.name())));
        }
        if self.place.len() >= DEPTH_MAX || self.leaves.len() + parts.of.len() > PARTS_MAX {
            return Err(Error::new(
                ErrorCode::TooLong,
                format!("any and all have more than {PARTS_MAX} recurrences or are nested more than {DEPTH_MAX} deep"),
            ));
        }
        let compile_part = |(index, part)| {
            self.place.push(index);
            let node = self.node(part, zone)?;
            self.place.pop();
            Ok(node)
        };
        parts.of.iter().enumerate().map(compile_part).collect()
    }

    fn cron(&mut self, rule: &CronRecurrence, zone: &Arc<Zone>) -> Result<Node, Error> {
        let rules = cron::effective_rules(rule);
        let parsed = cron::parse(rule, &rules, self.seed)?;
        let zone = match &parsed.zone {
            Some(name) => prefix_zone(rule, name, zone)?,
            None => Arc::clone(zone),
        };
        match parsed.body {
            Body::Set { set, is_fixed } => {
                let policy = self.policy(is_fixed, rules.fixed, rules.interval);
                self.leaf(Search::Wall(Wall::Cron(set), policy), &zone, i64::MIN)
            }
            Body::Interval { every, phase, from_epoch } => {
                let anchor = if from_epoch { phase.seconds() } else { self.anchor };
                let grid = Grid { anchor, step: every.seconds(), is_endless: from_epoch };
                self.leaf(Search::Elapsed(Elapsed::Grid(grid)), &zone, i64::MIN)
            }
        }
    }

    fn leaf(&mut self, search: Search, zone: &Arc<Zone>, not_before: i64) -> Result<Node, Error> {
        self.leaf_index(search, zone, not_before).map(Node::Leaf)
    }

    pub(crate) fn leaf_index(&mut self, search: Search, zone: &Arc<Zone>, not_before: i64) -> Result<u16, Error> {
        if let (Search::Elapsed(_), Some(days_off)) = (&search, &self.days_off)
            && days_off.rolls()
        {
            return Err(Error::new(ErrorCode::Conflict, "an interval of elapsed time cannot roll to business days")
                .with_hint("use a recurrence with times of day, or exclude the days off"));
        }
        let index = u16::try_from(self.leaves.len()).map_err(|_| Error::new(ErrorCode::TooLong, "too many parts"))?;
        let mut leaf = Leaf {
            search,
            zone: Arc::clone(zone),
            days_off: self.days_off.clone(),
            not_before,
            earlier_with_same_keys: 0,
        };
        leaf.earlier_with_same_keys =
            self.leaves.iter().filter(|other| other.may_share_keys_with(&leaf)).count() as u16;
        self.leaves.push(leaf);
        Ok(index)
    }

    /// Returns the policy of recurrences that name times of day by nature.
    fn wall_policy(&self) -> TransitionPolicy {
        let fixed = TransitionPolicy { gap: GapPolicy::NEXT_VALID, fold: FoldPolicy::First };
        self.policy(true, fixed, TransitionPolicy::THROUGH)
    }

    pub(crate) fn policy(
        &self,
        is_fixed: bool,
        fixed: TransitionPolicy,
        interval: TransitionPolicy,
    ) -> TransitionPolicy {
        let is_fixed = match self.dst.class {
            Class::Auto => is_fixed,
            Class::Fixed => true,
            Class::Interval => false,
        };
        let default = if is_fixed { fixed } else { interval };
        // An interval that follows elapsed time has no use for `gap` and `fold`, unless its dialect deviates from
        // elapsed time.
        if !is_fixed && default == TransitionPolicy::THROUGH {
            return default;
        }
        TransitionPolicy {
            gap: self.dst.gap.map_or(default.gap, GapPolicy::from),
            fold: self.dst.fold.map_or(default.fold, FoldPolicy::from),
        }
    }
}

/// Returns the zone named by the `TZ=` prefix of a cron expression. It must be the schedule's own zone, or another name
/// of it.
fn prefix_zone(rule: &CronRecurrence, name: &str, schedule: &Zone) -> Result<Arc<Zone>, Error> {
    let column = rule.expression.find('=').map_or(1, |equals| equals + 2);
    let zone = Zone::get(name).map_err(|error| error.at_column(column))?;
    if zone.is_same_as(schedule) {
        return Ok(zone);
    }
    let message =
        format!("the expression names the zone {}, but the timezone is {}", quoted(name), quoted(schedule.name()));
    Err(Error::new(ErrorCode::Conflict, message)
        .at_column(column)
        .with_hint(format!("leave the prefix out, or set the timezone to {}", zone.name())))
}

/// FNV-1a with a final mixing step. The result determines jitter and `H`, so it must never change.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let folded = bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3));
    let mixed = (folded ^ folded >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    mixed ^ mixed >> 33
}
