//! The controls that people save: holds, calendars, dispatch rules and breakers.

use std::time::Duration;

use jiff::ToSpan;
use jiff::tz::TimeZone;
use refrain::clock::Clock;
use refrain::control::{BreakerChange, DocumentChange};
use refrain::dispatch::{BeyondLimit, BreakerKey, DispatchRule, Hold, RuleAction, ThrottleKey};
use refrain::model::{DocumentName, ScheduleKey, Tenant};
use refrain::recurrence::{Length, NamedCalendar};
use refrain::store::ExpectedVersion;
use tokio::time::sleep;

use super::People;
use crate::pipeline::PROVIDER;
use crate::schedules::CALENDAR;
use crate::world::{seconds, tenants};

/// Delay between two tries of an operation that people repeat until it succeeds.
const TRY_AGAIN: Duration = Duration::from_secs(1);

impl People {
    pub(super) fn order(&self, tenant: &Tenant, name: &str) -> DocumentChange {
        let name = DocumentName::new(name).expect("a valid name");
        DocumentChange { tenant: tenant.clone(), name, expect: ExpectedVersion::Any, by: self.by() }
    }

    /// Saves a hold on one schedule or on all schedules of its tenant, or removes it.
    pub(super) async fn hold(&self, key: &ScheduleKey) {
        let change = self.order(&key.tenant, "hold");
        let mut hold = Hold::new("legal");
        let is_removed = {
            let mut seed = self.world.seed();
            if seed.per_mille(600) {
                hold.selects.schedules.push(key.id.to_string());
            }
            if seed.per_mille(500) {
                hold.until = Some(self.place.clock.now() + seconds(seed.between(10, 120)));
            }
            seed.per_mille(450)
        };
        if is_removed {
            self.control.remove_hold(&change).await.ok();
        } else {
            self.control.save_hold(&change, &hold).await.ok();
        }
    }

    /// Creates a calendar in which some of yesterday, today and tomorrow are off.
    pub(super) fn some_calendar(&self) -> NamedCalendar {
        let today = TimeZone::UTC.to_datetime(self.place.clock.now()).date();
        let mut seed = self.world.seed();
        let days = [today.saturating_sub(1.day()), today, today.saturating_add(1.day())];
        let dates = days.into_iter().filter(|_| seed.per_mille(300)).collect();
        NamedCalendar { weekend: Vec::new(), dates }
    }

    /// Saves the calendars that schedules will name.
    pub(super) async fn save_calendars(&self) {
        for tenant in tenants() {
            self.edit_calendar(&tenant).await;
        }
    }

    pub(super) async fn edit_calendar(&self, tenant: &Tenant) {
        let calendar = self.some_calendar();
        self.save_calendar(tenant, CALENDAR, &calendar).await;
    }

    /// Saves a calendar until that succeeds. If the calendar was saved and its schedules were not replanned,
    /// it is saved again.
    async fn save_calendar(&self, tenant: &Tenant, name: &str, calendar: &NamedCalendar) {
        let change = self.order(tenant, name);
        while self.control.save_calendar(&change, calendar).await.is_err() {
            sleep(TRY_AGAIN).await;
        }
        self.world.watch().calendar_followed(tenant, &change.name);
    }

    /// Saves a dispatch rule, or removes it.
    pub(super) async fn rule(&self, tenant: &Tenant) {
        let change = self.order(tenant, "rule");
        let rule = self.some_rule();
        match rule {
            Some(rule) => drop(self.control.save_rule(&change, &rule).await),
            None => drop(self.control.remove_rule(&change).await),
        }
    }

    fn some_rule(&self) -> Option<DispatchRule> {
        let mut seed = self.world.seed();
        let mut length = |low, high| Length::from_seconds(seed.between(low, high));
        let (by, ttl, window) = (length(1, 8), length(3, 20), length(2, 8));
        let throttle = |key, beyond| RuleAction::Throttle { limit: 1, window, key, beyond };
        let then = match seed.between(0, 9) {
            0 => RuleAction::Suppress { reason: "quiet".to_owned() },
            1 => RuleAction::Delay { by },
            2 | 3 => throttle(ThrottleKey::Schedule, BeyondLimit::Wait),
            4 | 5 => throttle(ThrottleKey::Tenant, BeyondLimit::Skip),
            7 => RuleAction::Dedup { ttl },
            6 => RuleAction::Modify { patch: serde_json::json!({ "changed": true }) },
            _ => return None,
        };
        let condition = seed.pick(&["true", "kind == 'a'"]);
        Some(DispatchRule::new(condition, then))
    }

    /// Trips a breaker, or resets it.
    pub(super) async fn switch_breaker(&self, tenant: &Tenant) {
        let (target, is_tripped) = {
            let mut seed = self.world.seed();
            (seed.pick(&["x", "y"]), seed.per_mille(400))
        };
        let change = self.breaker(tenant, target);
        if is_tripped {
            self.control.trip_breaker(&change).await.ok();
        } else {
            self.control.reset_breaker(&change).await.ok();
        }
    }

    fn breaker(&self, tenant: &Tenant, target: &str) -> BreakerChange {
        let (provider, receiver) = (PROVIDER.to_owned(), target.to_owned());
        BreakerChange { key: BreakerKey { tenant: tenant.clone(), provider, receiver }, by: self.by() }
    }

    /// Removes the rules and resets the breakers that stop actions, so that waiting occurrences can complete.
    /// A restored copy may bring them back, so no restoration may follow.
    pub(crate) async fn clean_up(self) {
        for tenant in tenants().iter().filter(|_| self.world.has_pipeline) {
            for target in ["x", "y"] {
                while self.control.reset_breaker(&self.breaker(tenant, target)).await.is_err() {
                    sleep(TRY_AGAIN).await;
                }
            }
            let change = self.order(tenant, "rule");
            while let Err(error) = self.control.remove_rule(&change).await {
                if matches!(error, refrain::Error::Store(refrain::store::StoreError::NotFound(_))) {
                    break;
                }
                sleep(TRY_AGAIN).await;
            }
        }
        self.time.abort();
    }
}
