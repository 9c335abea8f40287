//! A run with values, for tests.

use std::sync::Arc;

use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
use tokio_util::sync::CancellationToken;

use crate::delivery::{LeaseCheck, Run, SelfSettlement};
use crate::model::{NodeId, Occurrence};
use crate::observe::Events;
use crate::outcome::Account;
use crate::timing::Lateness;
use crate::worker::fixture::leased;

/// Creates the first attempt of an occurrence with this cron expression and nominal time.
pub(crate) fn run(cron: &str, zone: &str, nominal_at: &str) -> Run {
    let leased = leased(1, 1);
    let mut occurrence = Occurrence::clone(&leased.occurrence);
    occurrence.planned.nominal_at = nominal_at.parse().unwrap();
    occurrence.planned.due_at = occurrence.planned.nominal_at;
    let mut definition = leased.definition.unwrap();
    let rule = CronRecurrence { expression: cron.to_owned(), ..CronRecurrence::default() };
    Arc::make_mut(&mut definition).spec = Spec::new(Recurrence::Cron(rule), zone);
    Run {
        started_at: occurrence.planned.nominal_at,
        occurrence: Arc::new(occurrence),
        definition,
        node: NodeId::new("node").unwrap(),
        cancel: CancellationToken::new(),
        events: Events::new(),
        own: SelfSettlement::default(),
        account: Account::default(),
        lateness: Lateness::default(),
        controls: None,
        lease: LeaseCheck::default(),
    }
}
