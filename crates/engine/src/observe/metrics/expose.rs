//! Exposition of all metrics of a node: from counters to text.

use std::sync::atomic::{AtomicI64, Ordering};

use super::family::{Family, OTHER};
use super::histogram::Histogram;
use super::table::{self, Metric};
use super::text::Text;
use super::{DECISIONS, Metrics, ScheduleSeries, TenantSeries};
use crate::model::{ScheduleKey, Tenant};
use crate::observe::{AlertResult, Count};
use crate::outcome::{OutcomeKind, StepName};

impl Metrics {
    /// Returns all metrics in the Prometheus text format. [`CONTENT_TYPE`](super::CONTENT_TYPE) names the
    /// version. A series appears once it has a value.
    pub fn text(&self) -> String {
        let mut text = Text::default();
        self.tenant_series(&mut text);
        for (metric, count) in [(table::CLAIMED, &self.stats.claimed), (table::LEASE_LOST, &self.stats.lease_lost)] {
            text.head(&metric);
            text.sample(&metric, &[], count.get());
        }
        for (metric, gauge) in [
            (table::ACTIVE_SCHEDULES, &self.active_schedules),
            (table::STALE_SCHEDULES, &self.stale_schedules),
            (table::OVERDUE_PLANNED, &self.overdue_planned),
        ] {
            text.head(&metric);
            text.sample(&metric, &[], gauge.load(Ordering::Relaxed));
        }
        text.head(&table::RETENTION_LAG);
        let lag_seconds = self.retention_lag.load(Ordering::Relaxed) as f64 / 1_000.0;
        text.sample(&table::RETENTION_LAG, &[], lag_seconds);
        text.head(&table::ALARMS);
        self.alarms.each(|alarm, count| {
            if count.get() > 0 {
                text.sample(&table::ALARMS, &[alarm.copied().unwrap_or(OTHER)], count.get());
            }
        });
        text.head(&table::ALERTS);
        for (reported, count) in
            [AlertResult::Sent, AlertResult::HeldBack, AlertResult::Failed].into_iter().zip(&self.alerts)
        {
            if count.get() > 0 {
                text.sample(&table::ALERTS, &[reported.as_str()], count.get());
            }
        }
        self.dispatch_series(&mut text);
        self.breaker_series(&mut text);
        self.schedule_series(&mut text);
        text.into_string()
    }

    fn tenant_series(&self, text: &mut Text) {
        text.head(&table::RUNS);
        self.tenants.each(|tenant, series| {
            let [namespace, name] = tenant_labels(tenant);
            for end in series.runs.read() {
                text.sample(&table::RUNS, &[namespace, name, end.status, end.reason], end.times);
            }
        });
        self.tenant_counts(text, &table::STARTED, |series| &series.started);
        self.tenant_counts(text, &table::PLANNED, |series| &series.planned);
        self.tenant_counts(text, &table::MISSED, |series| &series.missed);
        self.tenant_histograms(text, &table::RUN_DURATION, |series| &series.run_duration);
        self.tenant_histograms(text, &table::LAG, |series| &series.lag);
        self.tenant_histograms(text, &table::PLANNED_TO_GENERATED, |series| &series.planned_to_succeeded);
    }

    fn tenant_histograms(&self, text: &mut Text, metric: &Metric, histogram: fn(&TenantSeries) -> &Histogram) {
        text.head(metric);
        self.tenants.each(|tenant, series| text.histogram(metric, &tenant_labels(tenant), &histogram(series).read()));
    }

    fn tenant_counts(&self, text: &mut Text, metric: &Metric, count: fn(&TenantSeries) -> &Count) {
        text.head(metric);
        self.tenants.each(|tenant, series| {
            if count(series).get() > 0 {
                text.sample(metric, &tenant_labels(tenant), count(series).get());
            }
        });
    }

    fn dispatch_series(&self, text: &mut Text) {
        text.head(&table::STEPS);
        for (step, counts) in StepName::ALL.into_iter().zip(&self.steps) {
            for (decision, count) in DECISIONS.into_iter().zip(counts).filter(|(_, count)| count.get() > 0) {
                text.sample(&table::STEPS, &[step.as_str(), decision], count.get());
            }
        }
        text.head(&table::OUTCOMES);
        self.providers.each(|provider, series| {
            let provider = provider.map_or(OTHER, String::as_str);
            for (outcome, count) in OutcomeKind::ALL.into_iter().zip(&series.outcomes).filter(|(_, it)| it.get() > 0) {
                text.sample(&table::OUTCOMES, &[provider, outcome.as_str()], count.get());
            }
        });
        text.head(&table::PROVIDER_DURATION);
        self.providers.each(|provider, series| {
            let provider = provider.map_or(OTHER, String::as_str);
            text.histogram(&table::PROVIDER_DURATION, &[provider], &series.duration.read());
        });
    }

    fn breaker_series(&self, text: &mut Text) {
        text.head(&table::BREAKER);
        // Breakers beyond the limit have no common state to report.
        self.breakers.each(|key, state| {
            if let Some(key) = key {
                let [namespace, tenant] = tenant_labels(Some(&key.tenant));
                let labels = [namespace, tenant, key.provider.as_str(), key.receiver.as_str()];
                text.sample(&table::BREAKER, &labels, state.load(Ordering::Relaxed));
            }
        });
    }

    fn schedule_series(&self, text: &mut Text) {
        let Some(schedules) = &self.schedules else { return };
        text.head(&table::SCHEDULE_RUNS);
        schedules.each(|schedule, series| {
            let [namespace, tenant, id] = schedule_labels(schedule);
            for (status, times) in by_status(series) {
                text.sample(&table::SCHEDULE_RUNS, &[namespace, tenant, id, status], times);
            }
        });
        text.head(&table::SCHEDULE_RUN_DURATION);
        schedules.each(|schedule, series| {
            let read = series.run_duration.read();
            text.histogram(&table::SCHEDULE_RUN_DURATION, &schedule_labels(schedule), &read);
        });
        schedule_numbers(text, schedules, &table::SCHEDULE_LEASE_LOST, |series| {
            i64::try_from(series.lease_lost.get()).unwrap_or(i64::MAX)
        });
        let second = |at: &AtomicI64| at.load(Ordering::Relaxed);
        schedule_numbers(text, schedules, &table::LAST_RUN, |series| second(&series.last_run_at));
        schedule_numbers(text, schedules, &table::NEXT_RUN, |series| second(&series.next_run_at));
    }
}

/// Writes one number for each schedule that has it. Schedules that are counted together have no last and no
/// next run.
fn schedule_numbers(
    text: &mut Text,
    schedules: &Family<ScheduleKey, ScheduleSeries>,
    metric: &Metric,
    number: impl Fn(&ScheduleSeries) -> i64,
) {
    text.head(metric);
    schedules.each(|schedule, series| {
        if schedule.is_some() && number(series) != 0 {
            text.sample(metric, &schedule_labels(schedule), number(series));
        }
    });
}

/// Returns how often the runs of a schedule ended in each state, regardless of the reason.
fn by_status(series: &ScheduleSeries) -> Vec<(&'static str, u64)> {
    let mut sums: Vec<(&'static str, u64)> = Vec::new();
    for end in series.runs.read() {
        match sums.last_mut() {
            Some((status, times)) if *status == end.status => *times += end.times,
            Some(_) | None => sums.push((end.status, end.times)),
        }
    }
    sums
}

fn tenant_labels(tenant: Option<&Tenant>) -> [&str; 2] {
    tenant.map_or([OTHER, OTHER], |tenant| [tenant.namespace.as_str(), tenant.name.as_str()])
}

fn schedule_labels(schedule: Option<&ScheduleKey>) -> [&str; 3] {
    let [namespace, tenant] = tenant_labels(schedule.map(|schedule| &schedule.tenant));
    [namespace, tenant, schedule.map_or(OTHER, |schedule| schedule.id.as_str())]
}
