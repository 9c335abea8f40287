//! Passwords stored as secrets: each provider logs in with the stored secret, which is never shown.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use jiff::SignedDuration;
use refrain::clock::ManualClock;
use refrain::control::DocumentChange;
use refrain::control::Rights;
use refrain::delivery::{Outcome, Provider};
use refrain::model::{By, Tenant};
use refrain::provider::amqp::{AmqpOptions, AmqpProvider};
use refrain::provider::celery::{CeleryOptions, CeleryProvider};
use refrain::provider::email::{EmailOptions, EmailProvider, Encryption};
use refrain::provider::nats::{NatsOptions, NatsProvider};
use refrain::provider::password::{Password, PasswordSource};
use refrain::provider::redis_stream::{RedisStreamOptions, RedisStreamProvider};
use refrain::secret::{KeyRing, Secret, Secrets, TenantSecrets};
use refrain::store::ExpectedVersion;
use refrain::store::model::Model;
use serde_json::{Value, json};

use crate::smtp::{SmtpBehavior, SmtpServer};
use crate::world::{World, action, at, failure, service};

const MASTER: &str = "test:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
/// A password that no server accepts, and that must never appear in any output.
const PLANTED: &str = "canary-hunter2hunter2";

fn operator() -> Tenant {
    Tenant::new("default", "operator").unwrap()
}

/// The secrets of an operator; one of them has the name `login`.
struct StoredSecrets {
    clock: Arc<ManualClock>,
    secrets: Arc<Secrets>,
}

impl StoredSecrets {
    async fn new(login: &str) -> Self {
        let clock = Arc::new(ManualClock::new(at("2026-01-05T09:00:00Z")));
        let secrets = Secrets::new(Arc::new(Model::new()), clock.clone(), KeyRing::parse(MASTER).unwrap());
        let kept = Self { clock, secrets: Arc::new(secrets) };
        kept.put(login).await;
        kept
    }

    async fn put(&self, login: &str) {
        let name = "login".parse().unwrap();
        let change = DocumentChange { tenant: operator(), name, expect: ExpectedVersion::Any, by: By::new("ann") };
        self.secrets.put(&Rights::all(), &change, &Secret::new(login).unwrap().into()).await.unwrap();
        self.clock.advance(SignedDuration::from_secs(2));
    }

    fn source(&self) -> Arc<dyn PasswordSource> {
        TenantSecrets::new(self.secrets.clone(), operator(), "test")
    }
}

fn secret_password() -> Option<Password> {
    Some(Password::new("secret:login").unwrap())
}

/// Checks that the provider can log in with the right secret, fails with a wrong one, and never shows the secret.
async fn check<P: Provider>(login: &str, make: impl Fn(Option<Arc<dyn PasswordSource>>) -> P) {
    check_with(login, json!({"to": "ann@example.org", "subject": "x", "text": "y"}), make).await;
}

/// Like [`check`], with a payload for the provider.
async fn check_with<P: Provider>(login: &str, payload: Value, make: impl Fn(Option<Arc<dyn PasswordSource>>) -> P) {
    assert_eq!(make(Some(StoredSecrets::new(login).await.source())).health().await, Ok(()));
    let planted = make(Some(StoredSecrets::new(PLANTED).await.source()));
    let unhealthy = planted.health().await.unwrap_err();
    assert!(!unhealthy.is_empty() && !unhealthy.contains("canary"), "{unhealthy}");
    let world = World::with(planted).await;
    let outcome = world.send(action("app.tasks.add", payload)).await;
    let (is_retried, message) = failure(&outcome);
    assert!(is_retried && !message.contains("canary"), "{message}");
    let lost = make(None).health().await.unwrap_err();
    assert!(lost.contains("secret login"), "{lost}");
}

/// Returns the host and port of a server address, without user and password.
fn host_and_port(address: &str) -> &str {
    address.rsplit_once('@').unwrap().1
}

macro_rules! with {
    ($provider:expr, $source:expr) => {{
        let provider = $provider.unwrap();
        match $source {
            Some(source) => provider.with_secrets(source),
            None => provider,
        }
    }};
}

#[tokio::test]
async fn the_mail_password_can_be_a_secret() {
    let server = SmtpServer::start(SmtpBehavior::WantsLogins).await;
    check("secret", |source| {
        let mut options = EmailOptions::new("127.0.0.1", "noreply@example.org");
        (options.port, options.encryption) = (Some(server.port), Encryption::None);
        (options.username, options.password) = (Some("ann".to_owned()), secret_password());
        with!(EmailProvider::new(options), source)
    })
    .await;
}

#[tokio::test]
async fn the_nats_password_can_be_a_secret() {
    let address: async_nats::ServerAddr = service("REFRAIN_TEST_NATS").parse().unwrap();
    let url = format!("nats://{}", host_and_port(&service("REFRAIN_TEST_NATS")));
    check(address.password().unwrap(), |source| {
        let username = address.username().map(ToOwned::to_owned);
        let options = NatsOptions::new(&url).with(|it| {
            it.username = username;
            it.password = secret_password();
        });
        with!(NatsProvider::new(options), source)
    })
    .await;
}

#[tokio::test]
async fn the_amqp_password_can_be_a_secret() {
    let url = format!("amqp://guest:wrong@{}", host_and_port(&service("REFRAIN_TEST_AMQP")));
    check("guest", |source| {
        let options = AmqpOptions::new(&url).with(|it| it.password = secret_password());
        with!(AmqpProvider::new(options), source)
    })
    .await;
    check_with("guest", json!({"args": [1]}), |source| {
        let options = CeleryOptions::new(&url).with(|it| it.password = secret_password());
        with!(CeleryProvider::new(options), source)
    })
    .await;
}

async fn ask(command: &redis::Cmd) {
    let client = redis::Client::open(service("REFRAIN_TEST_REDIS")).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let _: redis::Value = command.query_async(&mut connection).await.unwrap();
}

/// Creates a user on the real Redis for one test, and returns the name and the address to log in with.
async fn user(password: &str) -> (String, String) {
    let user = format!("user-{:016x}", RandomState::new().hash_one(std::process::id()));
    ask(redis::cmd("ACL").arg(&["SETUSER", &user, "on", &format!(">{password}"), "~*", "+@all"])).await;
    let tcp = service("REFRAIN_TEST_REDIS_TCP");
    let url = format!("redis://{user}@{}", tcp.trim_start_matches("redis://"));
    (user, url)
}

#[tokio::test]
async fn the_redis_password_can_be_a_secret() {
    let (_, url) = user("open sesame").await;
    check("open sesame", |source| {
        let options = RedisStreamOptions::new(&url).with(|it| it.password = secret_password());
        with!(RedisStreamProvider::new(options), source)
    })
    .await;
    check_with("open sesame", json!({"args": [1]}), |source| {
        let options = CeleryOptions::new(&url).with(|it| it.password = secret_password());
        with!(CeleryProvider::new(options), source)
    })
    .await;
}

#[tokio::test]
async fn a_changed_secret_is_used_on_reconnect() {
    let (user, url) = user("first password").await;
    let kept = StoredSecrets::new("first password").await;
    let options = RedisStreamOptions::new(&url).with(|it| it.password = secret_password());
    let provider = RedisStreamProvider::new(options).unwrap().with_secrets(kept.source());
    provider.health().await.unwrap();
    ask(redis::cmd("ACL").arg(&["SETUSER", &user, "resetpass", ">second password"])).await;
    kept.put("second password").await;
    ask(redis::cmd("CLIENT").arg(&["KILL", "USER", &user])).await;
    // The provider finds its connection closed, then its password rejected, and then reads the new secret.
    let mut healths = Vec::new();
    while !healths.last().is_some_and(Result::is_ok) && healths.len() < 50 {
        healths.push(provider.health().await);
    }
    assert_eq!(healths.last(), Some(&Ok(())), "{healths:?}");
    assert!(!format!("{healths:?}").contains("password\""), "{healths:?}");
    let world = World::with(provider).await;
    let outcome = world.send(action(&format!("stream-{user}"), json!(1))).await;
    assert!(matches!(outcome, Outcome::Delivered { .. }), "{:?}", failure(&outcome));
}
