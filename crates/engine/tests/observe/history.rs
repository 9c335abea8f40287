//! How much of an attempt's message stays in the ledger, by history level.

use refrain::model::{History, Occurrence, State, Tenant};

use crate::world::World;

fn messages(rows: &[Occurrence]) -> Vec<Option<&str>> {
    rows.iter().map(|row| row.message.as_deref()).collect()
}

#[tokio::test]
async fn the_history_level_drops_messages_but_never_rows() {
    for (level, failed, skipped) in [
        (History::None, false, false),
        (History::Errors, true, false),
        (History::Minimal, true, true),
        (History::Full, true, true),
    ] {
        let world = World::with("2026-01-05T08:30:00Z", |builder| builder.history(level)).await;
        world.hourly("good", "good").await;
        world.hourly("bad", "bad").await;
        world.hourly("held", "good").await;
        let mut hold = refrain::dispatch::Hold::new("legal");
        hold.selects.schedules.push("held".to_owned());
        world.refrain.holds().save("case-7", &hold).await.unwrap();
        world.tick_at("2026-01-05T09:00:00Z").await;
        let (good, bad, held) = (world.rows("good").await, world.rows("bad").await, world.rows("held").await);
        assert_eq!([good[0].state, bad[0].state, held[0].state], [State::Succeeded, State::Failed, State::Skipped]);
        let reasons = [bad[0].reason.unwrap().as_str(), held[0].reason.unwrap().as_str()];
        assert_eq!(reasons, ["rejected", "hold"], "{level:?}");
        assert_eq!(messages(&bad)[0].is_some_and(|said| said.contains("no such account")), failed, "{level:?}");
        assert_eq!(messages(&held)[0].is_some_and(|said| said.contains("case-7")), skipped, "{level:?}");
    }
}

#[tokio::test]
async fn the_history_level_of_a_schedule_overrides_tenant_and_node() {
    let quiet = Tenant::new("default", "quiet").unwrap();
    let choose = |engine: &mut refrain::engine::EngineOptions| {
        engine.worker.history.tenants.insert(quiet.clone(), History::None);
    };
    let world = World::with("2026-01-05T08:30:00Z", |builder| builder.engine(choose)).await;
    let other = world.refrain.tenant("quiet").unwrap();
    for refrain in [&world.refrain, &other] {
        refrain.schedule("usual").cron("0 * * * *").handler("bad", ()).save().await.unwrap();
        let own = refrain.schedule("own").cron("0 * * * *").history(History::Errors);
        own.handler("bad", ()).save().await.unwrap();
    }
    world.tick_at("2026-01-05T09:00:00Z").await;
    let mut kept = Vec::new();
    for refrain in [&world.refrain, &other] {
        for id in ["usual", "own"] {
            let rows = refrain.runs(id, &refrain::store::Page::first(10)).await.unwrap().rows;
            kept.push(rows[0].message.is_some());
        }
    }
    assert_eq!(kept, [true, true, false, true]);
}

#[tokio::test]
async fn hooks_receive_messages_that_the_ledger_does_not_keep() {
    let world = World::with("2026-01-05T08:30:00Z", |builder| builder.history(History::None)).await;
    let heard = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let reported = heard.clone();
    world.refrain.on_error(move |occurrence| reported.lock().unwrap().push(occurrence.message.clone()));
    world.hourly("bad", "bad").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(*heard.lock().unwrap(), [Some("no such account".to_owned())]);
    assert_eq!(messages(&world.rows("bad").await), [None]);
}
