//! Compiles an RFC 5545 set to nodes: the union of its rules and dates, each minus the set's exclusions.
//!
//! The parts are combined as instants, not as civil times, so that lines in local time, UTC and other zones
//! interact correctly. Whole excluded dates are skipped like days off, excluded times in runs, and excluded rules
//! by their patterns.

use std::sync::Arc;

use super::Compiler;
use crate::civil::{Civil, Day};
use crate::days_off::DaysOff;
use crate::definition::RruleRecurrence;
use crate::error::{Error, ErrorCode};
use crate::rrule::{self, DaySearch, GridSearch, Moment, Parts, StartZone};
use crate::search::{Budget, Difference, Elapsed, Node, Runs, Search, Wall, instants, is_excluded};
use crate::zone::{FoldPolicy, GapPolicy, TransitionPolicy, Zone};

/// RFC 5545: a time in a gap is read with the offset from before the gap, a time in a fold is the first pass.
const RFC_5545: TransitionPolicy = TransitionPolicy { gap: GapPolicy::SameOffset, fold: FoldPolicy::First };

/// Start shared by all rules of a set, as wall-clock time and as an instant.
#[derive(Clone, Copy)]
struct SetStart {
    civil: Civil,
    at: i64,
}

impl Compiler {
    pub(crate) fn rrule(&mut self, rule: &RruleRecurrence, zone: &Arc<Zone>) -> Result<Node, Error> {
        let parsed = rrule::parse(&rule.text)?;
        let zone = match parsed.start.as_ref().map(|start| &start.zone) {
            Some(StartZone::Utc) => Zone::get("UTC")?,
            Some(StartZone::Named(name)) => Zone::get(name)?,
            Some(StartZone::Floating) | None => Arc::clone(zone),
        };
        let start = match &parsed.start {
            Some(start) => SetStart { civil: start.civil, at: zone.instant_of(start.civil) },
            // The anchor's own instant, because its wall-clock time may be in a fold.
            None => SetStart { civil: zone.civil(self.anchor), at: self.anchor },
        };
        let days_off = self.days_off.clone();
        let whole_days = whole_days(&parsed.exdates);
        if !whole_days.is_empty() {
            self.days_off = Some(Arc::new(DaysOff::with_dates(days_off.as_deref(), &whole_days)));
        }
        let mut included = Vec::new();
        let mut never = None;
        for parts in &parsed.rules {
            match self.rrule_parts(parts, start, &zone) {
                Ok(leaf) => included.push(leaf),
                Err(error) if error.code() == ErrorCode::NeverFires => {
                    self.idle_lines.push(format!("RRULE:{parts}"));
                    never.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        self.moments(&parsed.rdates, start.civil, &zone, &mut included)?;
        // A single line that never matches gets a warning; only a set without any other line is rejected.
        if let Some(error) = never.filter(|_| included.is_empty()) {
            return Err(error);
        }
        self.days_off = None;
        let mut exrules = Vec::new();
        for parts in &parsed.exrules {
            match self.rrule_parts(parts, start, &zone) {
                Ok(leaf) => exrules.push(leaf),
                // A rule without occurrences excludes nothing.
                Err(error) if error.code() == ErrorCode::NeverFires => {}
                Err(error) => return Err(error),
            }
        }
        let single: Vec<Moment> =
            parsed.exdates.into_iter().filter(|moment| !matches!(moment, Moment::Date(_))).collect();
        let mut dates = Vec::new();
        self.moments(&single, start.civil, &zone, &mut dates)?;
        let mut exdates: Vec<i64> = dates.iter().flat_map(|leaf| instants(&self.leaves[usize::from(*leaf)])).collect();
        exdates.sort_unstable();
        self.days_off = days_off;
        let mut budget = Budget::for_compiling();
        let nodes = included.into_iter().map(|main| self.without(main, &exrules, &exdates, &mut budget));
        one_or_any(nodes.collect()).ok_or_else(|| {
            Error::new(ErrorCode::NeverFires, "the text has neither a rule nor a date").with_hint("add an RRULE line")
        })
    }

    /// Returns a leaf minus excluded rules and instants. The instants must be sorted.
    fn without(&self, main: u16, exrules: &[u16], exdates: &[i64], budget: &mut Budget) -> Node {
        if exrules.is_empty() && exdates.is_empty() {
            return Node::Leaf(main);
        }
        let leaf = &self.leaves[usize::from(main)];
        if leaf.is_list() {
            let is_excluded = |at| exdates.binary_search(&at).is_ok() || is_excluded(exrules, &self.leaves, at);
            let runs = Runs::from_list(leaf, is_excluded);
            return Node::Difference(Box::new(Difference { main, exrules: [].into(), runs }));
        }
        let mut difference = Difference { main, exrules: exrules.into(), runs: Runs::default() };
        difference.runs = Runs::from_dates(exdates, &difference, &self.leaves, budget);
        Node::Difference(Box::new(difference))
    }

    fn rrule_parts(&mut self, parts: &Parts, start: SetStart, zone: &Arc<Zone>) -> Result<u16, Error> {
        if parts.freq.is_sub_daily() {
            let until = parts.until.as_ref().map(|until| last_instant(until, zone)).transpose()?;
            let search = GridSearch::compile(parts, start.at, until, &**zone)?;
            return self.leaf_index(Search::Elapsed(Elapsed::Rrule(search)), zone, i64::MIN);
        }
        let until = parts.until.as_ref().map(|until| last_civil(until, zone)).transpose()?;
        let search = DaySearch::compile(parts, start.civil, until)?;
        let policy = self.policy(true, RFC_5545, TransitionPolicy::THROUGH);
        self.leaf_index(Search::Wall(Wall::Rrule(search), policy), zone, i64::MIN)
    }

    /// Creates leaves for single dates: one for the wall-clock times, one for the instants.
    fn moments(
        &mut self,
        moments: &[Moment],
        start: Civil,
        zone: &Arc<Zone>,
        leaves: &mut Vec<u16>,
    ) -> Result<(), Error> {
        let mut local = Vec::new();
        let mut instants = Vec::new();
        for moment in moments {
            match moment {
                // A whole date stands for the time of day at which the set starts.
                Moment::Date(day) => local.push(Civil::new(*day, start.second_of_day())),
                Moment::Local(civil) => local.push(*civil),
                Moment::Utc(second) => instants.push(*second),
                Moment::Zoned { zone, civil } => instants.push(Zone::get(zone)?.instant_of(*civil)),
            }
        }
        if !local.is_empty() {
            local.sort_unstable();
            local.dedup();
            let policy = self.policy(true, RFC_5545, TransitionPolicy::THROUGH);
            leaves.push(self.leaf_index(Search::Wall(Wall::Times(local.into()), policy), zone, i64::MIN)?);
        }
        if !instants.is_empty() {
            instants.sort_unstable();
            instants.dedup();
            leaves.push(self.leaf_index(Search::Elapsed(Elapsed::Instants(instants.into())), zone, i64::MIN)?);
        }
        Ok(())
    }
}

fn whole_days(moments: &[Moment]) -> Vec<Day> {
    let date = |moment: &Moment| match moment {
        Moment::Date(day) => Some(*day),
        Moment::Local(_) | Moment::Utc(_) | Moment::Zoned { .. } => None,
    };
    moments.iter().filter_map(date).collect()
}

/// Returns the last wall-clock time that `UNTIL` allows.
fn last_civil(until: &Moment, zone: &Zone) -> Result<Civil, Error> {
    Ok(match until {
        Moment::Date(day) => day.plus(1).start().plus(-1),
        Moment::Local(civil) => *civil,
        Moment::Utc(second) => zone.civil(*second),
        Moment::Zoned { zone: name, civil } => zone.civil(Zone::get(name)?.instant_of(*civil)),
    })
}

/// Returns the last instant that `UNTIL` allows.
fn last_instant(until: &Moment, zone: &Zone) -> Result<i64, Error> {
    Ok(match until {
        Moment::Date(day) => zone.reached(day.plus(1).start()) - 1,
        Moment::Local(civil) => zone.instant_of(*civil),
        Moment::Utc(second) => *second,
        Moment::Zoned { zone: name, civil } => Zone::get(name)?.instant_of(*civil),
    })
}

fn one_or_any(mut nodes: Vec<Node>) -> Option<Node> {
    match nodes.len() {
        0 => None,
        1 => nodes.pop(),
        _ => Some(Node::Any(nodes.into())),
    }
}
