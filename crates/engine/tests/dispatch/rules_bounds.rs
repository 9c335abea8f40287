//! Hostile dispatch rules: their evaluation stops soon and leaves the node unharmed.

use refrain::dispatch::{DispatchRule, OnError, RuleAction};
use serde_json::json;

use crate::world::{World, action, message_contains, said};

#[tokio::test]
async fn a_hostile_rule_is_stopped_and_nothing_else_suffers() {
    let world = World::new().await;
    let payload = json!({"list": vec![1; 5_000], "text": "x".repeat(100_000)});
    for condition in [
        "payload.list.all(a, payload.list.all(b, payload.list.all(c, payload.list.all(d, a == 1))))",
        "payload.list.map(a, payload.text + payload.text).size() > 0",
        "payload.list.map(a, payload.list.map(b, payload.list)) == payload.list.map(a, payload.list)",
        "payload.list.exists(a, (payload.text + payload.text).contains('y'))",
    ] {
        let then = RuleAction::Allow;
        let rule = DispatchRule { on_error: OnError::Closed, ..DispatchRule::new(condition, then) };
        world.rule("hostile", &rule).await;
        let outcome = world.send("a", &action(payload.clone())).await;
        assert_eq!(said(&outcome), "rejected(rejected)", "{condition}");
        assert!(message_contains(&outcome, "the evaluation needs more than"), "{outcome:?}");
        world.rule("hostile", &DispatchRule { on_error: OnError::Open, ..rule }).await;
        assert_eq!(said(&world.send("b", &action(payload.clone())).await), "delivered", "{condition}");
    }
}

// Measures real time to check that the step limit also limits the time. The assertion allows far more than a
// quiet machine needs.
#[test]
fn the_step_limit_bounds_the_evaluation_time() {
    use jiff::SignedDuration;
    use jiff::tz::TimeZone;
    use refrain::clock::{Clock, StoreClock};
    use refrain::dispatch::cel::{Expression, Facts, STEPS_MAX, Value};

    struct Payload(serde_json::Value);
    impl Facts for Payload {
        fn fact(&self, _: usize) -> Value<'_> {
            Value::json(&self.0)
        }
    }

    let clock = StoreClock::new();
    let payload = Payload(json!({"list": vec![1; 60_000], "text": "x".repeat(250_000), "map": {"a": 1}}));
    for text in [
        "payload.list.all(a, payload.list.all(b, a == b))",
        "payload.list.map(a, [a, a, a, a]).size() > 0",
        "payload.list.map(a, string(a) + 'x').size() > 0",
        "payload.list.exists(a, payload.text.contains('y'))",
        "payload.list.exists(a, payload.text < payload.text)",
        "payload.list.exists(a, timestamp('2026-01-05T00:00:00Z').getHours('America/New_York') == 77)",
        "payload.list.exists(a, payload.list == payload.list && false)",
        "payload.list.map(a, {'a': a, 'b': a, 'c': a}).size() > 0",
    ] {
        let expression = Expression::parse(text, &["payload"]).unwrap();
        assert!(expression.steps(&payload, &TimeZone::UTC) <= STEPS_MAX);
        let took = |_| {
            let start = clock.steady();
            drop(expression.evaluate(&payload, &TimeZone::UTC));
            clock.steady() - start
        };
        let best = (0..5).map(took).min().unwrap();
        // Without a step limit, each of these takes hours.
        assert!(best < SignedDuration::from_secs(60), "{text}: {best:?}");
    }
}
