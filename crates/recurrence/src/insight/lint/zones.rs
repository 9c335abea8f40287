//! Warnings about zones with a fixed offset, and about DST policies without effect.

use std::collections::BTreeSet;

use super::Warning;
use crate::compiled::CompiledRecurrence;
use crate::definition::{Fold, Gap};
use crate::search::{Leaf, Search};
use crate::zone::{TransitionPolicy, Zone};

pub(super) fn warnings(rule: &CompiledRecurrence) -> Vec<Warning> {
    let on_the_wall = |leaf: &&Leaf| matches!(leaf.search, Search::Wall(..));
    // Elapsed time is the same in every zone.
    let zones: BTreeSet<&str> = rule.leaves.iter().filter(on_the_wall).map(|leaf| leaf.zone.name()).collect();
    zones.into_iter().filter_map(fixed_offset).chain(dst_unused(rule)).collect()
}

fn fixed_offset(name: &str) -> Option<Warning> {
    let place = match name {
        "EST" => "America/New_York",
        "MST" => "America/Denver",
        "HST" => "Pacific/Honolulu",
        _ if name.starts_with(['+', '-']) || name.starts_with("Etc/GMT") => "Europe/Berlin",
        _ => return None,
    };
    let zone = Zone::get(name).ok()?;
    let seconds = zone.segment(0).offset;
    // With offset zero the name is a synonym of UTC, which is intended.
    (seconds != 0).then(|| {
        let (sign, size) = (if seconds < 0 { '-' } else { '+' }, seconds.abs());
        let message = format!(
            "`{name}` is UTC{sign}{:02}:{:02} all year: it has no daylight saving time",
            size / 3600,
            size / 60 % 60
        );
        Warning::new("tz_fixed_offset", message).with_hint(format!("use the zone of a place, such as `{place}`"))
    })
}

fn dst_unused(rule: &CompiledRecurrence) -> Option<Warning> {
    let dst = rule.spec.dst;
    let sets_gap = dst.gap.is_some_and(|gap| gap != Gap::Skip);
    let sets_fold = dst.fold.is_some_and(|fold| fold != Fold::Both);
    let runs_through = |leaf: &Leaf| match &leaf.search {
        Search::Wall(_, policy) => *policy == TransitionPolicy::THROUGH,
        Search::Elapsed(_) => true,
    };
    let is_unused = (sets_gap || sets_fold) && !rule.leaves.is_empty() && rule.leaves.iter().all(runs_through);
    is_unused.then(|| {
        let field = if sets_gap { "dst.gap" } else { "dst.fold" };
        let message = format!("{field} has no effect: an interval follows elapsed time through every offset change");
        Warning::new("dst_unused", message).with_hint("with dst.class `fixed`, a cron recurrence follows it")
    })
}
