//! Limits on a node's slots per tenant and per provider, and the time at which occurrences without a slot come
//! back. Pure: it tracks which runs have started and ended, and uses no clock.
//!
//! Invariants:
//! - No tenant and no provider has more runs in progress than slots.
//! - An occurrence that finds no slot is delayed for at most thirty seconds, however many wait.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use crate::model::{Definition, Tenant};

/// Initial delay of an occurrence that finds no slot. It doubles while no slot becomes free.
const WAIT_MIN: SignedDuration = SignedDuration::from_secs(1);
/// Maximum delay of an occurrence that finds no slot.
const WAIT_MAX: SignedDuration = SignedDuration::from_secs(30);

/// The owner of limited slots.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SlotOwner {
    Tenant(Tenant),
    Provider(String),
}

/// The slots of one owner.
#[derive(Clone, Debug)]
struct SlotUsage {
    taken: usize,
    /// Delay of occurrences that find no slot.
    wait: SignedDuration,
    /// Time until which the first of them are delayed.
    until: Timestamp,
    /// Number of occurrences delayed until then or later.
    put_off: usize,
    /// Whether a run has started since the first of them was delayed.
    has_begun: bool,
}

/// The limits of a node, and the slots in use.
#[derive(Debug, Default)]
pub(super) struct SlotLimits {
    tenant_max: Option<usize>,
    provider_max: BTreeMap<String, usize>,
    shares: BTreeMap<SlotOwner, SlotUsage>,
}

impl SlotLimits {
    pub(super) fn new(tenant_max: Option<usize>, provider_max: BTreeMap<String, usize>) -> Self {
        Self { tenant_max, provider_max, shares: BTreeMap::new() }
    }

    /// Takes a slot of the tenant and one of the provider. If either has none, takes neither and returns when to
    /// come back.
    pub(super) fn take(
        &mut self,
        tenant: &Tenant,
        definition: Option<&Definition>,
        now: Timestamp,
    ) -> Result<(), Timestamp> {
        let limited = self.limited(tenant, definition);
        let full = limited.iter().find(|(who, most)| self.taken(who) >= *most);
        if let Some((who, most)) = full.cloned() {
            return Err(self.shares.entry(who).or_default().put_off(most, now));
        }
        for (who, _) in limited {
            self.shares.entry(who).or_default().begin();
        }
        Ok(())
    }

    /// Frees the slots of a run that is over, however it ended.
    pub(super) fn free(&mut self, tenant: &Tenant, definition: Option<&Definition>) {
        for (who, _) in self.limited(tenant, definition) {
            let Some(share) = self.shares.get_mut(&who) else { continue };
            share.taken = share.taken.saturating_sub(1);
            // An owner without runs in progress is removed: there may be many tenants.
            if share.taken == 0 {
                self.shares.remove(&who);
            }
        }
    }

    /// Returns the limits that apply to a run. Most nodes have none.
    fn limited(&self, tenant: &Tenant, definition: Option<&Definition>) -> Vec<(SlotOwner, usize)> {
        let mut limited = Vec::new();
        if let Some(most) = self.tenant_max {
            limited.push((SlotOwner::Tenant(tenant.clone()), most.max(1)));
        }
        if let Some(provider) = definition.map(|definition| &definition.action.provider)
            && let Some(most) = self.provider_max.get(provider)
        {
            limited.push((SlotOwner::Provider(provider.clone()), (*most).max(1)));
        }
        limited
    }

    fn taken(&self, who: &SlotOwner) -> usize {
        self.shares.get(who).map_or(0, |share| share.taken)
    }
}

impl Default for SlotUsage {
    fn default() -> Self {
        Self { taken: 0, wait: WAIT_MIN, until: Timestamp::MIN, put_off: 0, has_begun: true }
    }
}

impl SlotUsage {
    fn begin(&mut self) {
        self.taken += 1;
        self.has_begun = true;
    }

    /// Returns when the next occurrence that finds no slot comes back: as many at a time as there are slots, a
    /// second apart. So those that come back find a slot, and the store is not asked for all of them again and
    /// again.
    fn put_off(&mut self, most: usize, now: Timestamp) -> Timestamp {
        if now >= self.until {
            self.wait = if self.has_begun { WAIT_MIN } else { (self.wait * 2).min(WAIT_MAX) };
            self.until = now.saturating_add(self.wait).unwrap_or(now);
            self.put_off = 0;
            self.has_begun = false;
        }
        let turn = i64::try_from(self.put_off / most).unwrap_or(i64::MAX);
        self.put_off += 1;
        let later = SignedDuration::from_secs(turn.min(WAIT_MAX.as_secs()));
        let back_at = self.until.saturating_add(later).unwrap_or(self.until);
        back_at.min(now.saturating_add(WAIT_MAX).unwrap_or(now))
    }
}

#[cfg(test)]
mod tests {
    use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
    use serde_json::Value;

    use super::*;
    use crate::model::Action;

    fn tenant(name: &str) -> Tenant {
        Tenant::new("default", name).unwrap()
    }

    fn by(provider: &str) -> Definition {
        let rule = CronRecurrence { expression: "0 9 * * *".to_owned(), ..CronRecurrence::default() };
        Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), Action::new(provider, Value::Null))
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn tenants_have_separate_slots() {
        let mut slots = SlotLimits::new(Some(2), BTreeMap::new());
        let (acme, globex) = (tenant("acme"), tenant("globex"));
        assert_eq!(slots.take(&acme, None, at(0)), Ok(()));
        assert_eq!(slots.take(&acme, None, at(0)), Ok(()));
        assert_eq!(slots.take(&acme, None, at(0)), Err(at(1)));
        assert_eq!(slots.take(&globex, None, at(0)), Ok(()));
        slots.free(&acme, None);
        assert_eq!(slots.take(&acme, None, at(1)), Ok(()));
    }

    #[test]
    fn a_refusal_takes_no_slot() {
        let mut slots = SlotLimits::new(Some(9), BTreeMap::from([("slow".to_owned(), 1)]));
        let acme = tenant("acme");
        assert_eq!(slots.take(&acme, Some(&by("slow")), at(0)), Ok(()));
        for _ in 0..20 {
            assert!(slots.take(&acme, Some(&by("slow")), at(0)).is_err());
        }
        for _ in 0..8 {
            assert_eq!(slots.take(&acme, Some(&by("quick")), at(0)), Ok(()));
        }
        assert!(slots.take(&acme, Some(&by("quick")), at(0)).is_err(), "the slow run takes the ninth slot");
    }

    #[test]
    fn delays_double_until_a_run_starts() {
        let mut slots = SlotLimits::new(Some(1), BTreeMap::new());
        let acme = tenant("acme");
        assert_eq!(slots.take(&acme, None, at(0)), Ok(()));
        let mut now = 0;
        for wait in [1, 2, 4, 8, 16, 30, 30] {
            assert_eq!(slots.take(&acme, None, at(now)), Err(at(now + wait)));
            now += wait;
        }
        slots.free(&acme, None);
        assert_eq!(slots.take(&acme, None, at(now)), Ok(()));
        assert_eq!(slots.take(&acme, None, at(now)), Err(at(now + 1)));
    }

    #[test]
    fn delayed_occurrences_return_in_turns_within_thirty_seconds() {
        let mut slots = SlotLimits::new(Some(3), BTreeMap::new());
        let acme = tenant("acme");
        let answers: Vec<_> = (0..1_000).map(|_| slots.take(&acme, None, at(0))).collect();
        assert!(answers[..3].iter().all(Result::is_ok));
        let back_at: Vec<i64> = answers[3..].iter().map(|answer| answer.unwrap_err().as_second()).collect();
        assert_eq!(back_at[..7], [1, 1, 1, 2, 2, 2, 3]);
        assert!(back_at.is_sorted() && back_at.last() == Some(&30));
    }

    #[test]
    fn owners_without_runs_are_removed() {
        let mut slots = SlotLimits::new(Some(1), BTreeMap::new());
        for number in 0..100 {
            let one = tenant(&format!("t{number}"));
            assert_eq!(slots.take(&one, None, at(0)), Ok(()));
            slots.free(&one, None);
        }
        assert!(slots.shares.is_empty());
        let mut unlimited = SlotLimits::default();
        assert_eq!(unlimited.take(&tenant("acme"), Some(&by("any")), at(0)), Ok(()));
        assert!(unlimited.shares.is_empty());
    }
}
