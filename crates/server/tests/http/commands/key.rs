//! `refrain key`, `refrain secret` and `refrain audit` at a server.

use refrain::secret::KeyRing;
use refrain_server::http::app::ApiOptions;
use serde_json::json;

use crate::keyed::Keyed;
use crate::world::World;

const KEYS: &str = "old:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

#[tokio::test]
async fn keys_are_created_used_rotated_and_revoked() {
    let keyed = Keyed::new().await;
    let world = &keyed.world;
    let operator = keyed.operator.as_str();
    let create = ["key", "create", "--key", operator, "--tenant", "acme", "--role", "admin", "--note", "deploys"];
    let key = world.prints(&[&create[..], &["-o", "name", "--permission", "fire,audit"]].concat()).await;
    let key = key.trim_end();
    // Nothing else is on standard output, also without `-o name`.
    assert!(key.starts_with("rfn_") && key.len() == 66, "{key}");
    assert_eq!(world.prints(&create).await.lines().count(), 1);
    let id = key.split('_').nth(1).unwrap();
    let shown = world.prints_json(&["key", "get", id, "--key", key]).await;
    assert_eq!((&shown["permissions"], &shown["tenant"]), (&json!(["fire", "audit"]), &json!("default/acme")));
    let listed = world.prints(&["key", "list", "--key", key]).await;
    assert!(listed.contains(id) && listed.contains("deploys") && !listed.contains(key), "{listed}");
    assert!(!listed.contains("all"), "an operator's key is not the tenant's: {listed}");
    let all = world.prints(&["key", "list", "--all-tenants", "--key", operator, "-o", "name"]).await;
    assert_eq!(all.trim_end(), operator.split('_').nth(1).unwrap());
    // No key grants more than it has.
    let error = world.fails(1, &["key", "create", "--role", "admin", "--all-permissions", "--key", key]).await;
    assert!(error.contains("cannot grant"), "{error}");
    let rotated = world.prints(&["key", "rotate", id, "--key", operator]).await;
    world.prints(&["hold", "list", "--key", rotated.trim_end()]).await;
    let error = world.fails(1, &["hold", "list", "--key", key]).await;
    assert!(error.contains("hint:"), "{error}");
    assert!(world.fails(2, &["key", "revoke", id, "--key", operator]).await.contains("--yes"));
    assert_eq!(world.prints(&["key", "revoke", id, "--yes", "--key", operator]).await, format!("Revoked key {id}.\n"));
    world.fails(1, &["hold", "list", "--key", rotated.trim_end()]).await;
    world.fails(3, &["key", "get", "nothing", "--key", operator]).await;
}

#[tokio::test]
async fn a_secret_is_read_from_standard_input_and_never_shown() {
    let api = ApiOptions { master_keys: Some(KeyRing::parse(KEYS).unwrap()), ..ApiOptions::default() };
    let world = World::with(api).await;
    assert_eq!(world.prints(&["secret", "list"]).await, "No secrets found.\n");
    let set = ["secret", "set", "slack", "--allow", "log"];
    let run = world.refrain_with(&set, "hunter2hunter2\n").await;
    let expected = "Set secret slack, version 1. It may be sent to: log.\n";
    assert_eq!((run.exit_code, run.out.as_str(), run.err.as_str()), (0, expected, ""));
    let run = world.refrain_with(&["secret", "set", "slack", "--allow-any", "-o", "json"], "hunter3hunter3").await;
    assert!(run.exit_code == 0 && run.out.contains("\"version\": 2") && !run.out.contains("hunter"), "{}", run.out);
    assert!(world.fails(2, &["secret", "set", "slack"]).await.contains("is empty"));
    let both = world.refrain_with(&["secret", "set", "slack", "--key", "-"], "hunter2hunter2").await;
    assert!(both.exit_code == 2 && both.err.contains("cannot be both"), "{}", both.err);
    let listed = world.prints(&["secret", "list"]).await;
    assert!(listed.contains("slack") && listed.contains("anywhere") && !listed.contains("hunter"), "{listed}");
    assert_eq!(world.prints(&["secret", "rotate"]).await, "Re-encrypted 0 secrets; 1 were up to date.\n");
    assert!(world.fails(2, &["secret", "rotate", "--new-key"]).await.contains("--local"));
    assert!(world.fails(2, &["secret", "delete", "slack"]).await.contains("--yes"));
    assert_eq!(world.prints(&["secret", "delete", "slack", "--yes"]).await, "Deleted secret slack.\n");
    world.fails(3, &["secret", "delete", "slack", "--yes"]).await;
    world.stop().await;
}

#[tokio::test]
async fn the_audit_log_is_listed_and_verified() {
    let world = World::new().await;
    for n in 0..3 {
        world.put(&format!("/v1/holds/h{n}"), &json!({ "code": "freeze" })).await.is(200);
    }
    let listed = world.prints_json(&["audit", "list"]).await;
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["seq"]), (3, &json!(3)), "newest first");
    assert_eq!(world.prints(&["audit", "list", "-n", "1", "-o", "name"]).await, "3\n");
    let verified = world.prints(&["audit", "verify"]).await;
    assert!(verified.starts_with("3 entries, chain intact. Last hash: "), "{verified}");
    assert_eq!(world.prints_json(&["audit", "verify"]).await["is_intact"], true);
    world.stop().await;
}

#[tokio::test]
async fn without_a_server_the_hint_names_the_store() {
    let world = World::new().await;
    let run = |arguments: &'static [&'static str], url: Option<&'static str>| {
        let mut command = world.command(arguments);
        match url {
            Some(url) => command.env("REFRAIN_URL", url),
            None => command.env_remove("REFRAIN_URL"),
        };
        tokio::task::spawn_blocking(move || super::run::run_to_end(&mut command, b""))
    };
    let away = "http://127.0.0.1:1";
    let named = run(&["key", "list"], Some(away)).await.unwrap();
    assert!(named.exit_code == 5 && !named.err.contains("--local"), "{}", named.err);
    // The default server could be running on the machine of the test.
    let is_free = std::net::TcpListener::bind("127.0.0.1:7433").is_ok();
    let unnamed = run(&["key", "list"], None).await.unwrap();
    assert!(!is_free || (unnamed.exit_code == 5 && unnamed.err.contains("--local")), "{}", unnamed.err);
    world.stop().await;
}
