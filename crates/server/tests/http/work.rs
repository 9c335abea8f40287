//! Work items, dead letters and planning on request.

use serde_json::{Value, json};

use crate::world::World;

async fn enqueue(world: &World, key: &str) -> i64 {
    let body = json!({ "queue": "emails", "key": key, "payload": { "to": key } });
    world.post("/v1/work-items", &body).await.is(201)["id"].as_i64().unwrap()
}

async fn claimed(world: &World) -> Value {
    let body = json!({ "queue": "emails", "lease": "1m", "worker": "mailer-1" });
    let claimed = world.post("/v1/work-items/claim", &body).await.is(200);
    claimed["items"][0].clone()
}

#[tokio::test]
async fn work_items_are_enqueued_claimed_extended_and_completed() {
    let world = World::new().await;
    let id = enqueue(&world, "ann").await;
    let again = json!({ "queue": "emails", "key": "ann", "payload": {} });
    assert_eq!(world.post("/v1/work-items", &again).await.is(201), json!({ "id": id, "existing": true }));
    let item = claimed(&world).await;
    assert_eq!((&item["id"], &item["state"], &item["worker"]), (&json!(id), &json!("running"), &json!("mailer-1")));
    assert_eq!(item["payload"]["payload"], json!({ "to": "ann" }));
    let (path, fence) = (format!("/v1/work-items/{id}"), &item["fence"]);
    world.post(&format!("{path}/extend"), &json!({ "fence": fence, "lease": "2m" })).await.is(200);
    world.post(&format!("{path}/complete?tenant=acme"), &json!({ "fence": fence })).await.refused(404, "not_found");
    world.post(&format!("{path}/complete"), &json!({ "fence": 99 })).await.refused(409, "lease_lost");
    for _ in 0..2 {
        let done = world.post(&format!("{path}/complete"), &json!({ "fence": fence, "result": "sent" })).await.is(200);
        assert_eq!((&done["state"], &done["result"]), (&json!("completed"), &json!("sent")));
    }
    world.post(&format!("{path}/fail"), &json!({ "fence": fence, "error": "late" })).await.refused(409, "lease_lost");
    assert_eq!(world.get("/v1/work-items?queue=emails&state=completed").await.is(200)["items"][0]["id"], id);
    let former = world.get("/v1/work-items?state=queued,done").await.refused(400, "bad_query");
    assert_eq!((&former["path"], &former["hint"]), (&json!("state"), &json!("use `completed`")));
    assert_eq!(world.get("/v1/work-items?tenant=acme").await.is(200)["items"], json!([]));
    world.get(&format!("{path}?tenant=acme")).await.refused(404, "not_found");
    world.stop().await;
}

#[tokio::test]
async fn a_claim_waits_until_work_comes() {
    let world = World::new().await;
    let wait = json!({ "queue": "emails", "wait": "20s" });
    let (claimed, id) = tokio::join!(world.post("/v1/work-items/claim", &wait), enqueue(&world, "ann"));
    assert_eq!(claimed.is(200)["items"][0]["id"], id);
    let none = world.post("/v1/work-items/claim", &json!({ "queue": "emails" })).await.is(200);
    assert_eq!(none["items"], json!([]));
    for (wrong, code) in [
        (json!({ "queue": "a b" }), "bad_name"),
        (json!({ "queue": "emails", "limit": 0 }), "out_of_range"),
        (json!({ "queue": "emails", "limit": 101 }), "out_of_range"),
        (json!({ "queue": "emails", "wait": "31s" }), "out_of_range"),
        (json!({ "queue": "emails", "lease": "0s" }), "out_of_range"),
        (json!({ "queue": "emails", "worker": "a b" }), "bad_name"),
    ] {
        world.post("/v1/work-items/claim", &wrong).await.refused(400, code);
    }
    world.post("/v1/work-items/claim", &json!({})).await.refused(400, "bad_body");
    world.get("/v1/work-items?state=asleep").await.refused(400, "bad_query");
    world.get("/v1/work-items/none").await.refused(404, "not_found");
    world.stop().await;
}

#[tokio::test]
async fn dead_work_is_listed_and_replayed() {
    let world = World::new().await;
    let id = enqueue(&world, "ann").await;
    let item = claimed(&world).await;
    let fail = json!({ "fence": item["fence"], "error": "no such mailbox", "retry": false });
    let dead = world.post(&format!("/v1/work-items/{id}/fail"), &fail).await.is(200);
    assert_eq!((&dead["state"], &dead["error"]), (&json!("dead"), &json!("no such mailbox")));
    let letters = world.get("/v1/dead-letters?kind=work_item&queue=emails").await.is(200);
    assert_eq!(letters["items"][0]["work_item"]["id"], id);
    assert_eq!(world.get("/v1/dead-letters?kind=work_item&tenant=acme").await.is(200)["items"], json!([]));
    let replay = json!({ "kind": "work_item", "ids": [id, 999] });
    let foreign = world.post("/v1/dead-letters/replay?tenant=acme", &replay).await.is(200);
    assert_eq!(foreign["replayed"], json!([]));
    let done = world.post("/v1/dead-letters/replay", &replay).await.is(200);
    assert_eq!(done, json!({ "replayed": [id], "refused": [999] }));
    assert_eq!(claimed(&world).await["id"], id);
    world.stop().await;
}

#[tokio::test]
async fn failed_occurrences_are_dead_letters_too() {
    let world = World::new().await;
    let body = json!({ "cron": "0 * * * *", "retry": { "max_attempts": 1 }, "allow_unknown_provider": true, "action": { "provider": "nobody" } });
    world.put("/v1/schedules/bad", &body).await.is(201);
    let id = world.post("/v1/schedules/bad/fire", &json!({})).await.is(202)["occurrence"].clone();
    let path = "/v1/dead-letters?schedule=bad";
    let letters = world.until(path, |list| list["items"] != json!([])).await;
    assert_eq!((&letters["items"][0]["kind"], &letters["items"][0]["id"]), (&json!("occurrence"), &id));
    let replay = json!({ "kind": "occurrence", "schedule": "bad", "limit": 5, "note": "it is back" });
    let done = world.post("/v1/dead-letters/replay", &replay).await.is(200);
    assert_eq!(done, json!({ "replayed": [id], "refused": [] }));
    // The error names the field at fault.
    let none = json!({ "kind": "occurrence", "ids": [1, 2, 3], "limit": 0 });
    let refused = world.post("/v1/dead-letters/replay", &none).await.refused(400, "out_of_range");
    assert_eq!(
        (&refused["path"], &refused["detail"]),
        (&json!("limit"), &json!("Expected `limit` from 1 to 500, found 0."))
    );
    for senseless in ["queue=emails", "kind=work_item&schedule=bad", "schedule=a%20b"] {
        world.get(&format!("/v1/dead-letters?{senseless}")).await.refused(400, "bad_query");
    }
    world.get("/v1/dead-letters?kind=letter").await.refused(400, "bad_query");
    let mixed = json!({ "kind": "occurrence", "ids": [1], "schedule": "bad" });
    world.post("/v1/dead-letters/replay", &mixed).await.refused(400, "conflict");
    world
        .post("/v1/dead-letters/replay", &json!({ "kind": "occurrence", "limit": 0 }))
        .await
        .refused(400, "out_of_range");
    world.post("/v1/dead-letters/replay", &json!({})).await.refused(400, "bad_body");
    world.stop().await;
}

#[tokio::test]
async fn planning_ahead_gives_rows_that_a_person_may_skip_or_cancel() {
    let world = World::new().await;
    let body = json!({ "cron": "0 0 1 1 *", "action": { "provider": "log" } });
    let made = world.put("/v1/schedules/yearly", &body).await.is(201);
    let ask = json!({ "as_of": made["next_at"], "lookback": "31d", "lookahead": "31d" });
    let planned = world.post("/v1/generate", &ask).await.is(200);
    assert_eq!((&planned["schedules"], &planned["new"]), (&json!(1), &json!(1)));
    assert_eq!(world.post("/v1/generate", &ask).await.is(200)["new"], 0, "the request must be idempotent");
    let row = world.get("/v1/occurrences?schedule=yearly").await.is(200)["items"][0]["id"].clone();
    let skipped = world.post(&format!("/v1/occurrences/{row}/skip"), &json!({ "note": "a holiday" })).await.is(200);
    assert_eq!((&skipped["state"], &skipped["reason"]), (&json!("skipped"), &json!("canceled")));
    world.post(&format!("/v1/occurrences/{row}/cancel"), &json!({})).await.refused(409, "illegal_move");
    let far = json!({ "as_of": made["next_at"], "lookahead": "401d" });
    world.post("/v1/generate", &far).await.refused(400, "out_of_range");
    world.post("/v1/generate", &json!({})).await.refused(400, "bad_body");
    assert_eq!(world.post("/v1/generate?tenant=acme", &ask).await.is(200)["schedules"], 0);
    world.stop().await;
}

#[tokio::test]
async fn planning_for_a_future_time_records_nothing_as_missed() {
    let world = World::new().await;
    let body = json!({ "cron": "0 0 1 1 *", "action": { "provider": "log" } });
    world.put("/v1/schedules/yearly", &body).await.is(201);
    let next = world.get("/v1/schedules/yearly/next?count=3").await.is(200)["next"].clone();
    let third = next[2].as_str().unwrap().replace("-01-01T", "-01-02T");
    let ask = json!({ "as_of": third, "lookahead": "1h" });
    assert_eq!(world.post("/v1/generate", &ask).await.is(200)["new"], 3);
    assert_eq!(world.get("/v1/schedules/yearly/gaps").await.is(200)["items"], json!([]));
    world.stop().await;
}
