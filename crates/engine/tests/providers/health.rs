//! Health checks of providers, with and without their server. Checks with rejected logins are in the test files
//! of the brokers.

use refrain::delivery::Provider;
use refrain::provider::celery::{CeleryOptions, CeleryProvider};
use refrain::provider::command::{CommandCatalog, CommandProvider};
use refrain::provider::email::{EmailOptions, EmailProvider, Encryption};
use refrain::provider::log::LogProvider;
use refrain::recurrence::Length;
use serde_json::json;

use crate::peer::{SilentServer, unused_port};
use crate::smtp::{SmtpBehavior, SmtpServer};
use crate::world::service;

/// Returns a timeout that passes soon for a server that never answers, and that a slow machine does not exceed for
/// the others.
fn timeout(is_silent: bool) -> Length {
    Length::from_seconds(if is_silent { 2 } else { 300 })
}

#[tokio::test]
async fn health_reports_whether_the_mail_server_responds() {
    let provider = |port: u16, is_silent: bool| {
        let mut options = EmailOptions::new("127.0.0.1", "noreply@example.org");
        (options.port, options.encryption) = (Some(port), Encryption::None);
        options.timeout = timeout(is_silent);
        EmailProvider::new(options).unwrap()
    };
    let (server, silent) = (SmtpServer::start(SmtpBehavior::WantsLogins).await, SilentServer::start().await);
    assert_eq!(provider(server.port, false).health().await, Ok(()));
    assert_eq!(server.mails().len(), 0, "a health check sends no mail");
    for port in [unused_port().await, silent.port] {
        assert!(!provider(port, true).health().await.unwrap_err().is_empty());
    }
}

#[tokio::test]
async fn health_reports_whether_the_celery_broker_responds() {
    let silent = SilentServer::start().await;
    let health = async |url: String, is_silent: bool| {
        let options = CeleryOptions::new(url).with(|it| it.timeout = timeout(is_silent));
        CeleryProvider::new(options).unwrap().health().await
    };
    for variable in ["REFRAIN_TEST_REDIS", "REFRAIN_TEST_AMQP"] {
        assert_eq!(health(service(variable), false).await, Ok(()), "{variable}");
    }
    for scheme in ["redis", "amqp"] {
        for port in [unused_port().await, silent.port] {
            assert!(health(format!("{scheme}://127.0.0.1:{port}"), true).await.is_err(), "{scheme}");
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn health_reports_whether_the_programs_exist() {
    let provider = |program: &str| {
        let entry = json!({"argv": [program], "directory": "/"});
        let catalogue: CommandCatalog =
            serde_json::from_value(json!({"good": {"argv": ["/bin/sh"], "directory": "/"}, "it": entry})).unwrap();
        CommandProvider::new(catalogue, refrain::model::Tenant::new("default", "default").unwrap()).unwrap()
    };
    assert_eq!(provider("/bin/sh").health().await, Ok(()));
    for (program, problem) in
        [("/no/such/program", "cannot be found"), ("/etc/passwd", "is not executable"), ("/etc", "not a file")]
    {
        let unhealthy = provider(program).health().await.unwrap_err();
        assert!(unhealthy.contains(problem) && unhealthy.contains("it") && unhealthy.contains(program), "{unhealthy}");
    }
}

#[tokio::test]
async fn a_provider_without_a_server_is_always_healthy() {
    assert_eq!(LogProvider.health().await, Ok(()));
}
