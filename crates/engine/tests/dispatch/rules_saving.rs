//! Saving, reading and removing dispatch rules, and the effect of a stored rule that cannot be read.

use refrain::dispatch::{DispatchRule, RuleAction};
use refrain::model::{By, DocumentName, Tenant};
use refrain::observe::Alarm;
use refrain::store::{DocumentKey, DocumentKind, ExpectedVersion, Page};
use serde_json::json;

use crate::world::{World, empty_action, said};

#[tokio::test]
async fn a_rule_is_saved_read_listed_and_removed() {
    let world = World::new().await;
    let rules = world.refrain.rules();
    let rule = DispatchRule::new("true", RuleAction::Allow);
    assert_eq!(rules.save("b", &rule).await.unwrap().version, 1);
    assert_eq!(rules.save("b", &rule).await.unwrap().version, 2);
    rules.save("a", &rule).await.unwrap();
    let names: Vec<String> = rules.list().await.unwrap().iter().map(|rule| rule.name.to_string()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(rules.get("a").await.unwrap().unwrap().content, Ok(rule));
    rules.remove("a").await.unwrap();
    assert!(rules.get("a").await.unwrap().is_none());
    assert_eq!(rules.remove("a").await.unwrap_err().code(), "not_found");
    let tenant = Tenant::new("default", "default").unwrap();
    let audit = world.store.entries(&tenant, &Page::first(10)).await.unwrap().rows;
    let done: Vec<&str> = audit.iter().map(|entry| entry.entry.action.as_str()).collect();
    assert_eq!(done, ["document.remove", "document.put", "document.put", "document.put"]);
}

#[tokio::test]
async fn a_rule_that_does_not_compile_is_rejected_with_line_and_column() {
    let world = World::new().await;
    for (condition, said) in [
        ("payload.amount >", "line 1, column 17"),
        ("true &&\n  paylod.x == 1", "line 2, column 3: unknown name paylod"),
        ("occurrence.number == 1", "occurrence has no number"),
        ("'text'", "can never be true or false"),
    ] {
        let error =
            world.refrain.rules().save("bad", &DispatchRule::new(condition, RuleAction::Allow)).await.unwrap_err();
        assert_eq!(error.code(), "bad_condition");
        assert!(error.to_string().contains(said), "{condition}: {error}");
    }
    let lost = DispatchRule { timezone: "Nowhere".to_owned(), ..DispatchRule::new("true", RuleAction::Allow) };
    assert_eq!(world.refrain.rules().save("bad", &lost).await.unwrap_err().code(), "unknown_zone");
    assert!(world.refrain.rules().list().await.unwrap().is_empty(), "nothing was saved");
}

#[tokio::test]
async fn an_unreadable_rule_delays_all_actions_and_raises_one_alarm() {
    let world = World::new().await;
    let tenant = Tenant::new("default", "default").unwrap();
    let key = DocumentKey { tenant, kind: DocumentKind::DispatchRule, name: DocumentName::new("newer").unwrap() };
    let body = json!({"priority": 1, "condition": "true", "then": {"action": "teleport"}});
    world.store.put(&key, &body, ExpectedVersion::Any, &By::new("someone"), world.refrain.now()).await.unwrap();
    assert_eq!(said(&world.send("a", &empty_action()).await), "delayed(2026-01-05T08:31:00Z)");
    world.wait(2);
    assert_eq!(said(&world.send("b", &empty_action()).await), "delayed(2026-01-05T08:31:02Z)");
    let alarms = world.alarms();
    assert_eq!(alarms.len(), 1, "{alarms:?}");
    assert!(matches!(&alarms[0], Alarm::UnreadableControl { kind: "rule", name, .. } if name == "newer"), "{alarms:?}");
    world.refrain.rules().remove("newer").await.unwrap();
    assert_eq!(said(&world.send("c", &empty_action()).await), "delivered");
}
