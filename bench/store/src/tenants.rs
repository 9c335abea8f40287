//! Checks whether claims and the search for the next wake-up get slower with the number of tenants that have open
//! occurrences. Every tenant has one occurrence that is not due. A few of them have the occurrences that are
//! claimed.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::store::{Plan, Store};
use tokio::task::JoinSet;

use crate::Outcome;
use crate::clock::Stopwatch;
use crate::cycle::{Caller, FIRST_SECOND, Times, definition_of, occurrence_at};
use crate::subjects::Subject;

const TENANTS: [usize; 3] = [10, 1_000, 100_000];
const QUICK_TENANTS: [usize; 2] = [10, 1_000];
/// Number of schedules saved concurrently. The store commits them together.
const SAVES_AT_ONCE: usize = 256;
const PLAN_BATCH: usize = 1_000;
const CLAIM_BATCH: usize = 100;
const ROUNDS: usize = 50;

/// Measures one store with each number of tenants, and returns the text to print.
pub async fn measure(subject: &dyn Subject, is_quick: bool) -> Outcome<String> {
    let mut text = format!("claims of {CLAIM_BATCH} and next_wakeup, median of {ROUNDS}\n");
    let counts: &[usize] = if is_quick { &QUICK_TENANTS } else { &TENANTS };
    for tenants in counts {
        let place = format!("tenants_{tenants}");
        let store = subject.open(&place).await?;
        fill(&store, *tenants).await?;
        let mut caller = Caller::prepare(&store, 1).await?.remove(0);
        let (mut claims, mut wakes, mut overdue) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let mut times = Times::default();
            caller.plan_once(CLAIM_BATCH, &mut times).await?;
            let watch = Stopwatch::start();
            store.next_wakeup().await?;
            wakes.push(watch.elapsed());
            let watch = Stopwatch::start();
            store.overdue(Timestamp::from_second(FIRST_SECOND)?, 1_000).await?;
            overdue.push(watch.elapsed());
            let claimed = caller.claim_once(CLAIM_BATCH, &mut times).await?;
            claims.push(times.claim);
            caller.settle_once(claimed, &mut times).await?;
        }
        let [claim, wake, overdue] = [claims, wakes, overdue].map(median);
        text.push_str(&format!(
            "{tenants:>8} tenants: claim {claim:>9.2?}, next_wakeup {wake:>9.2?}, overdue {overdue:>9.2?}\n"
        ));
        subject.clear(&[&place]).await?;
    }
    Ok(text)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Creates one occurrence for every tenant that is due at the end of time.
async fn fill(store: &Arc<dyn Store>, tenants: usize) -> Outcome<()> {
    let now = Timestamp::from_second(FIRST_SECOND)?;
    let due_at = Timestamp::MAX - SignedDuration::from_hours(24 * 365);
    let mut tasks = JoinSet::new();
    let mut plans = Vec::new();
    for number in 0..tenants {
        let save = definition_of(&format!("open-{number}"), "open", now)?;
        let store = Arc::clone(store);
        tasks.spawn(async move { store.save(save, now).await });
        if tasks.len() < SAVES_AT_ONCE && number + 1 < tenants {
            continue;
        }
        while let Some(saved) = tasks.join_next().await {
            let schedule = saved??;
            plans.push(Plan {
                uid: schedule.uid,
                revision: schedule.revision,
                watermark: schedule.watermark,
                occurrences: vec![occurrence_at(due_at)],
                gaps: Vec::new(),
                watermark_to: schedule.watermark,
                next_due_at: None,
                is_finished: false,
                tzdb: "2026e".to_owned(),
            });
        }
    }
    while !plans.is_empty() {
        let rest = plans.split_off(plans.len().min(PLAN_BATCH));
        store.plan(std::mem::replace(&mut plans, rest), now).await?;
    }
    Ok(())
}
