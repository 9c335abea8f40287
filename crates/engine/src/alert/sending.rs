//! From alarms to alerts: hears alarms, looks up whom its tenant wants to be told, and sends.
//!
//! It runs beside the node and holds up nothing. Each alert is tried once: one that fails is written to the log, and the next
//! alarm of its kind tries again.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::Length;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::limit::{Limit, Turn};
use super::template::{Known, filled};
use super::{ALERTS_MAX, Alert};
use crate::audit::By;
use crate::clock::Clock;
use crate::dispatch::{Single, Singles};
use crate::error::Error;
use crate::event::{Alarm, Events};
use crate::id::{DocumentName, Tenant};
use crate::outcome::Outcome;
use crate::recent::Recent;
use crate::store::{DocumentKind, Page, Store, StoreError};
use crate::trace;

/// So many alarms are seen to at once.
const AT_ONCE_MAX: usize = 8;
/// No alert takes longer.
const SEND_SECONDS_MAX: i64 = 15;
/// A node that stops waits so long for what is to be told.
const LAST_WORDS_FOR: Duration = Duration::from_secs(10);
/// A tenant's alerts are read again after so long.
const KNOWN_FOR: SignedDuration = SignedDuration::from_secs(1);

tokio::task_local! {
    /// Set while an alert is sent.
    static SENDING: ();
}

/// Whether this task is sending an alert: then what goes wrong raises no other.
pub(crate) fn is_sending() -> bool {
    SENDING.try_with(|()| ()).is_ok()
}

/// What came of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// It was delivered.
    Sent,
    /// One was sent not long ago.
    HeldBack,
    /// It could not be delivered.
    Failed,
}

impl Told {
    /// The stable text.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::HeldBack => "held_back",
            Self::Failed => "failed",
        }
    }
}

/// A tenant's alerts as they were read then.
type Read = (Timestamp, Vec<(DocumentName, Alert)>);

/// Sends alerts.
pub struct Alerting {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    singles: Arc<Singles>,
    events: Events,
    alerts: Recent<Tenant, Read>,
}

impl Alerting {
    /// Sends through these, about what is told there.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, singles: Arc<Singles>, events: Events) -> Arc<Self> {
        Arc::new(Self { store, clock, singles, events, alerts: Recent::default() })
    }

    /// Someone in this process has changed alerts of a tenant.
    pub fn changed(&self, tenant: &Tenant) {
        self.alerts.forget(tenant);
    }

    /// Sees to alarms until it is told to stop, and then to those that are left.
    pub async fn run(self: Arc<Self>, mut alarms: Receiver<Alarm>, closing: CancellationToken) {
        let mut under_way = JoinSet::new();
        loop {
            tokio::select! {
                biased;
                () = closing.cancelled() => break,
                alarm = alarms.recv(), if under_way.len() < AT_ONCE_MAX => match alarm {
                    Ok(alarm) => drop(under_way.spawn(Arc::clone(&self).tell(alarm))),
                    // There were more than could be seen to; the latest are left.
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => break,
                },
                Some(_) = under_way.join_next() => {}
            }
        }
        let last_words = async {
            self.catch_up(&mut alarms).await;
            while under_way.join_next().await.is_some() {}
        };
        // What is not told by then is in the log.
        tokio::time::timeout(LAST_WORDS_FOR, last_words).await.ok();
    }

    /// Sees to the alarms that have been raised and not been seen to yet.
    pub async fn catch_up(self: &Arc<Self>, alarms: &mut Receiver<Alarm>) {
        loop {
            match alarms.try_recv() {
                Ok(alarm) => Arc::clone(self).tell(alarm).await,
                Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    /// Tells whoever wants to know.
    async fn tell(self: Arc<Self>, alarm: Alarm) {
        let Some(tenant) = alarm.tenant() else { return };
        // Without the store nobody knows whom to tell; the alarm is in the log.
        let Ok(alerts) = self.alerts_of(tenant).await else { return };
        for (name, alert) in alerts.1.iter().filter(|(_, alert)| alert.is_on(&alarm)) {
            let told = match self.tell_one(tenant, name, alert, &alarm).await {
                Ok(Some(told)) => told,
                Ok(None) => continue,
                Err(error) => {
                    trace::alert_failed(tenant, name, &alarm, &error.to_string());
                    Told::Failed
                }
            };
            self.events.metrics().alert(told);
        }
    }

    /// None when it is not for this node to tell.
    async fn tell_one(
        &self,
        tenant: &Tenant,
        name: &DocumentName,
        alert: &Alert,
        alarm: &Alarm,
    ) -> Result<Option<Told>, Error> {
        if alert.is_selective() && !self.is_selected(alert, alarm).await? {
            return Ok(None);
        }
        let now = self.clock.now();
        let limit = Limit { store: &self.store, tenant, alert: name, alarm, now };
        let tells_of_failing = alert.on.iter().any(|on| on == "failing");
        let held_back = match limit.take(alert.limit.duration(), tells_of_failing).await? {
            Turn::Send(held_back) => held_back,
            Turn::HeldBack => return Ok(Some(Told::HeldBack)),
            Turn::NotOurs => return Ok(None),
        };
        let single = Single {
            tenant: tenant.clone(),
            action: filled(&alert.action, &Known { alarm, at: now, held_back }),
            key: format!("alert/{name}/{}/{now}", alarm.name()),
            is_once: false,
            hops: 0,
            timeout: Some(Length::from_seconds(SEND_SECONDS_MAX)),
            // Its target was saved with the alert.
            takes_unbound_secrets: true,
            by: By::new(format!("alert/{name}")),
        };
        let within = Duration::from_secs(SEND_SECONDS_MAX.unsigned_abs());
        let sent = tokio::time::timeout(within, SENDING.scope((), self.singles.send(single))).await;
        let problem = match sent {
            Ok(Ok((Outcome::Delivered { .. }, _))) => return Ok(Some(Told::Sent)),
            Ok(Ok((outcome, _))) => outcome.message().unwrap_or("it was not delivered").to_owned(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("it took longer than {SEND_SECONDS_MAX} s"),
        };
        limit.give_back(held_back).await?;
        Err(Error::invalid("alert_failed", problem))
    }

    async fn is_selected(&self, alert: &Alert, alarm: &Alarm) -> Result<bool, StoreError> {
        let Some(key) = alarm.schedule() else { return Ok(false) };
        let schedule = self.store.schedule(key).await?;
        Ok(schedule.is_some_and(|schedule| alert.selects(&key.id, &schedule.definition)))
    }

    /// The alerts of a tenant, at most a second old. One that cannot be read is left out: it could not be sent.
    async fn alerts_of(&self, tenant: &Tenant) -> Result<Arc<Read>, StoreError> {
        let now = self.clock.now();
        let is_fresh = |read: &Arc<Read>| now.duration_since(read.0).abs() < KNOWN_FOR;
        if let Some(read) = self.alerts.get(tenant).filter(is_fresh) {
            return Ok(read);
        }
        let found = self.store.documents(tenant, DocumentKind::Alert, &Page::first(ALERTS_MAX)).await?;
        let readable =
            found.rows.into_iter().filter_map(|it| Alert::read(it.body).ok().map(|alert| (it.key.name, alert)));
        let read = Arc::new((now, readable.collect()));
        self.alerts.keep(tenant.clone(), Arc::clone(&read));
        Ok(read)
    }
}
