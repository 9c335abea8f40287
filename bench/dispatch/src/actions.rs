//! The rate of actions through all dispatch steps to a provider that does nothing. Each action has its own dedup
//! key, which is stored durably before the action is sent.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use async_trait::async_trait;
use refrain::Refrain;
use refrain::delivery::{Outcome, OutgoingAction, Provider};
use refrain::dispatch::{DispatchRule, RuleAction};
use refrain::model::Action;
use refrain::store::sqlite::Sqlite;
use serde_json::json;
use tokio::task::JoinSet;

/// Number of concurrent actions, the same as the slots of a node.
const PLACES: usize = 2_048;

/// A provider that counts its actions.
struct CountingProvider(Arc<AtomicUsize>);

#[async_trait]
impl Provider for CountingProvider {
    async fn send(&self, _: &OutgoingAction) -> Outcome {
        self.0.fetch_add(1, Ordering::Relaxed);
        Outcome::DELIVERED
    }
}

/// Returns nineteen rules that do not match, and one that sets the TTL of the dedup key.
fn rules() -> Vec<DispatchRule> {
    let conditions = [
        "schedule.id == 'no-such-schedule'",
        "payload.amount > 1000000",
        "payload.customer.country in ['XX', 'YY', 'ZZ']",
        "has(payload.blocked) && payload.blocked",
        "kind == 'mail' && target.endsWith('.invalid')",
        "occurrence.attempt > 3 && provider == 'counts'",
        "payload.items.exists(item, item.price > 9999)",
        "now.getHours() == 25",
        "metadata.team == 'nobody'",
        "payload.note.contains('do not send')",
    ];
    let suppress = || RuleAction::Suppress { reason: "never".to_owned() };
    let mut rules: Vec<DispatchRule> =
        (0..19).map(|n| DispatchRule::new(conditions[n % conditions.len()], suppress())).collect();
    let ttl = "1h".parse().expect("the duration is valid");
    rules.push(DispatchRule::new("payload.customer.id != ''", RuleAction::Dedup { ttl }));
    rules.iter_mut().zip(0..).for_each(|(rule, priority)| rule.priority = priority);
    rules
}

fn action(number: usize) -> Action {
    let payload = json!({
        "amount": 120, "note": "the monthly statement", "customer": {"id": "c-7", "country": "DE"},
        "items": [{"price": 10}, {"price": 20}, {"price": 90}],
    });
    let mut action = Action::new("counts", payload);
    action.kind = "mail".to_owned();
    action.target = "example.com".to_owned();
    action.metadata.insert("team".to_owned(), "billing".to_owned());
    action.dedup_key = Some(format!("statement-{number}"));
    action
}

/// Sends the actions and prints the rate.
pub async fn measure(is_quick: bool) -> Result<(), Box<dyn Error>> {
    let actions: usize = if is_quick { 50_000 } else { 300_000 };
    let folder = tempfile::tempdir()?;
    let store = Arc::new(Sqlite::open(folder.path().join("ledger.db")).await?);
    let refrain = Refrain::builder().over(store).await?;
    let sent = Arc::new(AtomicUsize::new(0));
    refrain.provider("counts", CountingProvider(Arc::clone(&sent)));
    for (number, rule) in rules().iter().enumerate() {
        refrain.rules().save(&format!("rule-{number}"), rule).await?;
    }
    let next = Arc::new(AtomicUsize::new(0));
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..PLACES {
        let (refrain, next) = (refrain.clone(), Arc::clone(&next));
        tasks.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= actions {
                    break;
                }
                let (outcome, _) =
                    refrain.dispatch(&number.to_string(), action(number)).await.expect("the action is sent");
                assert_eq!(outcome, Outcome::DELIVERED);
            }
        });
    }
    tasks.join_all().await;
    let took = start.elapsed();
    assert_eq!(sent.load(Ordering::Relaxed), actions);
    let rate = actions as f64 / took.as_secs_f64();
    println!("actions: {actions} through 20 rules and dedup on SQLite in {took:.2?}: {rate:.0} per second");
    Ok(())
}
