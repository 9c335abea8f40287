//! The alert sender: receives alarms, looks up the alerts of their tenant, and sends them.
//!
//! It runs beside the node and delays nothing. Each alert is sent without retries: a failure is logged, and
//! the next alarm of its kind tries again.

use std::sync::Arc;
use std::time::Duration;

use refrain_recurrence::Length;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::limit::{Limit, Turn};
use super::template::{AlarmValues, filled};
use super::{ALERTS_MAX, Alert};
use crate::clock::Clock;
use crate::dispatch::{SingleAction, SingleDispatcher};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::fresh_cache::FreshCache;
use crate::model::{By, DocumentName, Tenant};
use crate::observe::{Alarm, AlertResult, Events, SENDING, trace};
use crate::outcome::Outcome;
use crate::store::{DocumentKind, Page, Store, StoreError};

/// Maximum number of alarms that are processed concurrently.
const CONCURRENT_MAX: usize = 8;
/// Timeout for sending an alert, in seconds.
const SEND_SECONDS_MAX: i64 = 15;
/// Maximum time that a stopping node waits for pending alerts.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Readable alerts of a tenant.
type TenantAlerts = Arc<Vec<(DocumentName, Alert)>>;

/// Sender of alerts.
pub struct AlertSender {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    singles: Arc<SingleDispatcher>,
    events: Events,
    alerts: FreshCache<Tenant, TenantAlerts>,
}

impl AlertSender {
    /// Creates a sender that dispatches alerts through `singles` and counts them in the metrics of `events`.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        singles: Arc<SingleDispatcher>,
        events: Events,
    ) -> Arc<Self> {
        let alerts = FreshCache::new(Arc::clone(&clock));
        Arc::new(Self { store, clock, singles, events, alerts })
    }

    /// Discards the cached alerts of a tenant, because this process has changed them.
    pub fn changed(&self, tenant: &Tenant) {
        self.alerts.forget(tenant);
    }

    /// Processes alarms until `closing` is canceled, and then those that are left.
    pub async fn run(self: Arc<Self>, mut alarms: Receiver<Alarm>, closing: CancellationToken) {
        let mut under_way = JoinSet::new();
        loop {
            tokio::select! {
                biased;
                () = closing.cancelled() => break,
                alarm = alarms.recv(), if under_way.len() < CONCURRENT_MAX => match alarm {
                    Ok(alarm) => drop(under_way.spawn(Arc::clone(&self).send_alerts(alarm))),
                    // The channel overflowed. The latest alarms are still in it.
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => break,
                },
                Some(_) = under_way.join_next() => {}
            }
        }
        let pending = async {
            self.catch_up(&mut alarms).await;
            while under_way.join_next().await.is_some() {}
        };
        // Alarms whose alerts are not sent by then are in the log.
        tokio::time::timeout(SHUTDOWN_TIMEOUT, pending).await.ok();
    }

    /// Processes the alarms that were raised and not processed yet.
    pub async fn catch_up(self: &Arc<Self>, alarms: &mut Receiver<Alarm>) {
        loop {
            match alarms.try_recv() {
                Ok(alarm) => Arc::clone(self).send_alerts(alarm).await,
                Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    /// Sends all alerts that cover an alarm.
    async fn send_alerts(self: Arc<Self>, alarm: Alarm) {
        let Some(tenant) = alarm.tenant() else { return };
        // Without the store, the alerts are unknown. The alarm itself is in the log.
        let Ok(alerts) = self.cached_alerts(tenant).await else { return };
        for (name, alert) in alerts.iter().filter(|(_, alert)| alert.covers_alarm(&alarm)) {
            let reported = match self.send_one(tenant, name, alert, &alarm).await {
                Ok(Some(reported)) => reported,
                Ok(None) => continue,
                Err(error) => {
                    trace::alert_failed(tenant, name, &alarm, &error.to_string());
                    AlertResult::Failed
                }
            };
            self.events.metrics().alert(reported);
        }
    }

    /// Sends one alert. Returns `None` if the alert does not cover the alarm, or if it is not this node's
    /// turn.
    async fn send_one(
        &self,
        tenant: &Tenant,
        name: &DocumentName,
        alert: &Alert,
        alarm: &Alarm,
    ) -> Result<Option<AlertResult>, Error> {
        if alert.is_selective() && !self.is_selected(alert, alarm).await? {
            return Ok(None);
        }
        let now = self.clock.now();
        let limit = Limit { store: &self.store, tenant, alert: name, alarm, now };
        let tells_of_failing = alert.on.iter().any(|on| on == "failing");
        let held_back = match limit.take(alert.limit.duration(), tells_of_failing).await? {
            Turn::Send(held_back) => held_back,
            Turn::HeldBack => return Ok(Some(AlertResult::HeldBack)),
            Turn::NotThisNode => return Ok(None),
        };
        let single = SingleAction {
            tenant: tenant.clone(),
            action: filled(&alert.action, &AlarmValues { alarm, at: now, held_back }),
            key: format!("alert/{name}/{}/{now}", alarm.name()),
            is_once: false,
            hops: 0,
            timeout: Some(Length::from_seconds(SEND_SECONDS_MAX)),
            // The target was saved with the alert.
            allows_unbound_secrets: true,
            by: By::new(format!("alert/{name}")),
        };
        let within = Duration::from_secs(SEND_SECONDS_MAX.unsigned_abs());
        let sent = tokio::time::timeout(within, SENDING.scope((), self.singles.send(single))).await;
        let problem = match sent {
            Ok(Ok((Outcome::Delivered { .. }, _))) => return Ok(Some(AlertResult::Sent)),
            Ok(Ok((outcome, _))) => outcome.message().unwrap_or("the alert was not delivered").to_owned(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("the alert timed out after {SEND_SECONDS_MAX} s"),
        };
        limit.release(held_back).await?;
        Err(Error::invalid(ErrorCode::AlertFailed, problem))
    }

    async fn is_selected(&self, alert: &Alert, alarm: &Alarm) -> Result<bool, StoreError> {
        let Some(key) = alarm.schedule() else { return Ok(false) };
        match self.store.schedule(key).await {
            Ok(schedule) => Ok(schedule.is_some_and(|schedule| alert.selects(&key.id, &schedule.definition))),
            // The alarm is probably about this damage. The labels are unknown, so any of them may match.
            Err(StoreError::Corrupt(_)) => Ok(alert.names(&key.id)),
            Err(error) => Err(error),
        }
    }

    /// Returns the alerts of a tenant, at most a second old. Alerts that cannot be read are left out, because
    /// they could not be sent.
    async fn cached_alerts(&self, tenant: &Tenant) -> Result<TenantAlerts, StoreError> {
        if let Some(alerts) = self.alerts.get(tenant) {
            return Ok(alerts);
        }
        let start = self.alerts.start_read();
        let found = self.store.documents(tenant, DocumentKind::Alert, &Page::first(ALERTS_MAX)).await?;
        let readable =
            found.rows.into_iter().filter_map(|it| Alert::read(it.body).ok().map(|alert| (it.key.name, alert)));
        let alerts = Arc::new(readable.collect());
        self.alerts.keep(tenant, start, Arc::clone(&alerts));
        Ok(alerts)
    }
}
