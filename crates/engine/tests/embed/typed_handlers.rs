//! Typed handlers: payloads of the handler's type, functions of a single schedule, and handlers that the program has
//! not registered.

use std::future::{Ready, ready};
use std::sync::{Arc, Mutex};

use refrain::embed::PayloadFor;
use refrain::model::{Action, Definition};
use refrain::{Error, Failure, Handler, RunContext};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::world::World;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Digest {
    to: String,
    urgent: bool,
}

fn digest() -> Digest {
    Digest { to: "ann".to_owned(), urgent: true }
}

/// Payloads that a handler was called with.
type Seen<P> = Arc<Mutex<Vec<P>>>;

/// Returns a handler that records its payloads.
fn recording<P: Send + 'static>(seen: &Seen<P>) -> impl Fn(RunContext, P) -> Ready<Result<(), Failure>> + use<P> {
    let seen = Arc::clone(seen);
    move |_, payload| {
        seen.lock().unwrap().push(payload);
        ready(Ok(()))
    }
}

fn registered<P>(world: &World, name: &str) -> (Handler<P>, Seen<P>)
where
    P: serde::de::DeserializeOwned + Send + 'static,
{
    let seen = Seen::default();
    (world.refrain.handler(name, recording(&seen)), seen)
}

async fn run_at_nine(world: &World) {
    world.tick_at("2026-01-05T08:59:59Z").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
}

async fn world() -> World {
    World::at("2026-01-05T08:00:00Z").await
}

#[tokio::test]
async fn a_payload_may_be_owned_or_borrowed() {
    let world = world().await;
    let (send, digests) = registered::<Digest>(&world, "send");
    let (greet, names) = registered::<String>(&world, "greet");
    let (add, numbers) = registered::<Vec<u8>>(&world, "add");
    assert_eq!((send.name(), format!("{send:?}")), ("send", "Handler(\"send\")".to_owned()));
    let daily = |id: &str| world.refrain.schedule(id).cron("0 9 * * *");
    let owned = digest();
    daily("a").run(&send, digest()).save().await.unwrap();
    daily("b").run(&send.clone(), &owned).save().await.unwrap();
    daily("c").run(&greet, "bob").save().await.unwrap();
    daily("d").run(&greet, "bob".to_owned()).description("greets").save().await.unwrap();
    daily("e").run(&add, &[1, 2][..]).save().await.unwrap();
    run_at_nine(&world).await;
    assert_eq!(*digests.lock().unwrap(), [digest(), digest()]);
    assert_eq!(*names.lock().unwrap(), ["bob", "bob"]);
    assert_eq!(*numbers.lock().unwrap(), [[1, 2]]);
}

#[tokio::test]
async fn a_payload_of_another_type_may_serialize_to_the_json_of_the_handler() {
    #[derive(Serialize)]
    struct Borrowed<'a> {
        to: &'a str,
        urgent: bool,
    }
    impl PayloadFor<Digest> for Borrowed<'_> {}
    /// A type that claims to be a payload and is not.
    #[derive(Serialize)]
    struct Broken {
        to: u8,
    }
    impl PayloadFor<Digest> for Broken {}

    let world = world().await;
    let (send, seen) = registered::<Digest>(&world, "send");
    let daily = |id: &str| world.refrain.schedule(id).cron("0 9 * * *");
    daily("a").run(&send, Borrowed { to: "ann", urgent: true }).save().await.unwrap();
    let mismatch = daily("b").run(&send, Broken { to: 7 }).save().await.unwrap_err();
    assert_eq!(mismatch.code(), "payload_mismatch");
    assert!(mismatch.to_string().starts_with("schedule b: handler \"send\": the payload"), "{mismatch}");
    assert!(mismatch.to_string().contains("at to: invalid type: integer `7`"), "{mismatch}");
    let mismatch = daily("b").run_fn(recording(&seen), Broken { to: 7 }).save().await.unwrap_err();
    assert_eq!(mismatch.code(), "payload_mismatch");
    assert!(world.refrain.get("b").await.unwrap().is_none());
    run_at_nine(&world).await;
    assert_eq!(*seen.lock().unwrap(), [digest()]);
}

#[tokio::test]
async fn handlers_share_state_through_an_arc() {
    async fn count(total: Arc<Mutex<u64>>, _: RunContext, by: u64) -> Result<(), Failure> {
        *total.lock().unwrap() += by;
        Ok(())
    }
    let world = world().await;
    let total: Arc<Mutex<u64>> = Arc::default();
    let (one, two) = (total.clone(), total.clone());
    let once = world.refrain.handler("once", move |context, by| count(one.clone(), context, by));
    let twice = world.refrain.handler("twice", move |context, by: u64| count(two.clone(), context, 2 * by));
    world.refrain.schedule("a").cron("0 9 * * *").run(&once, 1).save().await.unwrap();
    world.refrain.schedule("b").cron("0 9 * * *").run(&twice, 5).save().await.unwrap();
    run_at_nine(&world).await;
    assert_eq!(*total.lock().unwrap(), 11);
}

#[tokio::test]
async fn an_unknown_handler_is_refused_with_the_nearest_name() {
    let world = world().await;
    let (_send, _) = registered::<String>(&world, "send_digest");
    let refused = async |name: &str| {
        let error = world.refrain.schedule("digest").cron("0 9 * * *").handler(name, "ann").save().await.unwrap_err();
        assert_eq!((error.code(), error.schedule().unwrap().as_str()), ("unknown_handler", "digest"));
        error.to_string()
    };
    assert_eq!(
        refused("send_digst").await,
        "schedule digest: this program has no handler \"send_digst\" (hint: did you mean \"send_digest\"? Otherwise, \
         register handlers before you save their schedules; if another program runs this handler, open the store \
         with `allow_remote_handlers`)"
    );
    let far = refused("send").await;
    assert!(far.contains("(hint: the registered handler with the most similar name is \"record\"; register"), "{far}");
    assert!(world.refrain.get("digest").await.unwrap().is_none(), "nothing was saved");
    let action = Action { target: "nobody".to_owned(), ..Action::new("handler", json!(null)) };
    let refused = world.refrain.schedule("digest").cron("0 9 * * *").action(action).save().await.unwrap_err();
    assert_eq!(refused.code(), "unknown_handler");
    let registry = world.refrain.registry();
    let refused = registry.register(world.refrain.schedule("digest").cron("0 9 * * *").handler("nobody", ())).await;
    assert_eq!((refused.unwrap_err().code(), registry.count()), ("unknown_handler", 0));
}

#[tokio::test]
async fn a_program_without_handlers_is_asked_to_register_them_first() {
    let refrain = refrain::Refrain::open("memory:").await.unwrap();
    let error = refrain.schedule("a").cron("0 9 * * *").handler("send", ()).save().await.unwrap_err();
    let hint = "this program has not registered any handler; register handlers before you save their schedules";
    assert!(error.hint().unwrap().starts_with(hint), "{error}");
}

#[tokio::test]
async fn handlers_of_other_nodes_and_earlier_versions_do_not_count() {
    let world = world().await;
    let other = world.restarted().await;
    let (send, _) = registered::<String>(&other, "send");
    other.refrain.watch().await.unwrap();
    other.refrain.schedule("a").cron("0 9 * * *").run(&send, "ann").save().await.unwrap();
    let again = || world.refrain.schedule("a").cron("0 10 * * *").handler("send", "ann");
    assert_eq!(again().save().await.unwrap_err().code(), "unknown_handler");
    let foreign = world.refrain.schedule("a").cron("0 10 * * *").run(&send, "ann").save().await;
    assert_eq!(foreign.unwrap_err().code(), "unknown_handler", "a `Handler` belongs to the node that registered it");
    assert_eq!(again().save_for_unknown_provider().await.unwrap().revision.0, 2);
}

#[tokio::test]
async fn remote_handlers_can_be_allowed() {
    let world = World::with_remote_handlers("2026-01-05T08:00:00Z").await;
    let saved = world.refrain.schedule("a").cron("0 9 * * *").handler("elsewhere", ()).save().await.unwrap();
    assert_eq!(saved.definition.action.target, "elsewhere");
}

#[tokio::test]
async fn a_handler_that_was_registered_again_cannot_be_run() {
    let world = world().await;
    let (first, _) = registered::<String>(&world, "send");
    let (second, seen) = registered::<String>(&world, "send");
    let daily = |handler| world.refrain.schedule("a").cron("0 9 * * *").run(handler, "ann");
    let error = daily(&first).save().await.unwrap_err();
    assert_eq!(error.code(), "duplicate_handler");
    assert!(error.to_string().contains("the handler \"send\" was registered again"), "{error}");
    daily(&second).save().await.unwrap();
    run_at_nine(&world).await;
    assert_eq!(*seen.lock().unwrap(), ["ann"]);
}

#[tokio::test]
async fn a_schedule_with_a_function_that_is_saved_twice_keeps_its_definition_and_runs_the_later_function() {
    let world = world().await;
    let (old, new) = (Seen::<u64>::default(), Seen::<u64>::default());
    let daily = |seen: &Seen<u64>, payload| {
        let schedule = world.refrain.schedule("sweep").cron("0 9 * * *");
        schedule.run_fn(recording(seen), payload)
    };
    let first = daily(&old, 7).save().await.unwrap();
    assert_eq!((first.definition.action.target.as_str(), first.revision.0), ("sweep", 1));
    let second = daily(&new, 7).save().await.unwrap();
    assert_eq!((second.uid, second.revision.0), (first.uid, 1), "the definition is the same");
    run_at_nine(&world).await;
    assert_eq!((old.lock().unwrap().len(), new.lock().unwrap().clone()), (0, vec![7]));
    assert_eq!(daily(&new, 8).save().await.unwrap().revision.0, 2);
}

#[tokio::test]
async fn a_function_is_registered_only_when_its_schedule_is_saved() {
    let world = world().await;
    let seen = Seen::<u64>::default();
    let sweep = |expression: &str| world.refrain.schedule("sweep").cron(expression).run_fn(recording(&seen), 7);
    drop(sweep("0 9 * * *"));
    let definition: Definition = sweep("0 9 * * *").definition().unwrap();
    assert_eq!((definition.action.target.as_str(), definition.action.payload), ("sweep", json!(7)));
    sweep("0 25 * * *").save().await.unwrap_err();
    let by_name = || world.refrain.schedule("other").cron("0 9 * * *").handler("sweep", 7);
    assert_eq!(by_name().save().await.unwrap_err().code(), "unknown_handler");
    world.refrain.registry().register(sweep("0 9 * * *")).await.unwrap();
    by_name().save().await.unwrap();
    run_at_nine(&world).await;
    assert_eq!(*seen.lock().unwrap(), [7, 7]);
}

#[tokio::test]
async fn a_function_does_not_replace_the_handler_of_another_schedule() {
    let world = world().await;
    let acme = world.refrain.tenant("acme").unwrap();
    let (send, _) = registered::<u64>(&world, "send");
    let seen = Seen::<u64>::default();
    let refused = async |refrain: &refrain::Refrain, id: &str| -> Error {
        refrain.schedule(id).cron("0 9 * * *").run_fn(recording(&seen), 7).save().await.unwrap_err()
    };
    let error = refused(&world.refrain, "send").await;
    assert_eq!(error.code(), "duplicate_handler");
    assert!(error.to_string().contains("already registered another handler \"send\" (hint: "), "{error}");
    world.refrain.schedule("sweep").cron("0 9 * * *").run_fn(recording(&seen), 7).save().await.unwrap();
    let error = refused(&acme, "sweep").await;
    assert_eq!(error.code(), "duplicate_handler", "all tenants share the handlers");
    assert!(error.to_string().contains("belongs to schedule default/default/sweep"), "{error}");
    // A `Handler` works for all tenants.
    acme.schedule("sweep").cron("0 9 * * *").run(&send, 7).save().await.unwrap();
}

#[tokio::test]
async fn errors_name_the_schedule_and_the_hint() {
    let world = world().await;
    let error = world.refrain.schedule("digest").cron("0 9 * * MUN").handler("record", ()).save().await.unwrap_err();
    let (text, hint) = (error.to_string(), error.hint().unwrap().to_owned());
    assert_eq!(text, format!("schedule digest: {} (hint: {hint})", error.detail()));
    assert_eq!((error.code(), text.matches(&hint).count()), ("unknown_name", 1), "{text}");
    assert!(matches!(&error, Error::Schedule { error, .. } if matches!(**error, Error::Recurrence(_))));
    // The store names the schedule itself.
    let missing = world.refrain.pause("nowhere").await.unwrap_err();
    assert_eq!((missing.code(), missing.schedule()), ("not_found", None));
    assert!(missing.to_string().contains("nowhere"), "{missing}");
}
