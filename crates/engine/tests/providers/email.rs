//! The `email` provider against mail servers with all kinds of behavior.

use std::process::Stdio;

use refrain::delivery::Outcome;
use refrain::model::{Delivery, FailReason};
use refrain::provider::email::{EmailOptions, EmailProvider, Encryption};
use refrain::provider::password::Password;
use refrain::recurrence::Length;
use refrain::store::Page;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

use crate::peer::{SilentServer, unused_port};
use crate::smtp::{SmtpBehavior, SmtpServer};
use crate::world::{World, action, failure, service};

fn options(port: u16) -> EmailOptions {
    EmailOptions::new("127.0.0.1", "Refrain <noreply@example.org>").with(|it| {
        it.port = Some(port);
        it.encryption = Encryption::None;
        it.timeout = Length::from_seconds(300);
    })
}

fn mail() -> Value {
    json!({
        "to": ["Ann <ann@example.org>", "bob@example.org"],
        "bcc": "eve@example.org",
        "subject": "Grüße",
        "text": "Guten Tag.\n.\nEin Punkt, {{schedule.tenant}}.",
        "html": "<p>Guten Tag.</p>",
    })
}

async fn sent_to(server: &SmtpServer) -> Outcome {
    let world = World::with(EmailProvider::new(options(server.port)).unwrap()).await;
    world.send(action("", mail())).await
}

#[tokio::test]
async fn a_mail_arrives_once_for_all_its_recipients() {
    let server = SmtpServer::start(SmtpBehavior::Takes).await;
    assert_eq!(sent_to(&server).await, Outcome::DELIVERED);
    let mails = server.mails();
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!(mail.recipients, ["ann@example.org", "bob@example.org", "eve@example.org"]);
    assert!(mail.text.contains("From: Refrain <noreply@example.org>"), "{}", mail.text);
    assert!(mail.text.contains("Subject: =?utf-8?b?R3LDvMOfZQ==?="), "{}", mail.text);
    assert!(mail.text.contains("multipart/alternative") && !mail.text.contains("eve@"), "{}", mail.text);
    assert!(mail.text.contains("Ein Punkt, default."), "{}", mail.text);
    assert!(mail.text.contains("Date: Mon, 05 Jan 2026 09:00:00"), "{}", mail.text);
}

#[tokio::test]
async fn every_attempt_has_the_message_id_of_its_occurrence() {
    let server = SmtpServer::start(SmtpBehavior::IsBusy).await;
    let world = World::with(EmailProvider::new(options(server.port)).unwrap()).await;
    world.fire_hourly(action("", mail())).await;
    // The second attempt finds a server that accepts mail.
    let server = SmtpServer::start(SmtpBehavior::ClosesAtTheEnd).await;
    world.refrain.provider("it", EmailProvider::new(options(server.port)).unwrap());
    for _ in 0..2 {
        world.advance(600);
        world.refrain.tick().await.unwrap();
    }
    let run = world.refrain.runs("hourly", &Page::first(10)).await.unwrap().rows.pop().unwrap();
    let id = format!("Message-ID: <{}@example.org>", run.idempotency_key());
    let mails = server.mails();
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().all(|mail| mail.text.contains(&id)), "{id}: {mails:?}");
}

#[tokio::test]
async fn a_permanent_smtp_error_rejects_the_mail() {
    let server = SmtpServer::start(SmtpBehavior::RefusesRecipients).await;
    let world = World::with(EmailProvider::new(options(server.port)).unwrap()).await;
    let mut payload = mail();
    payload["cc"] = json!("nobody@example.org");
    let outcome = world.send(action("", payload)).await;
    let (is_retried, message) = failure(&outcome);
    assert!(!is_retried && message.contains("550"), "{message}");
    assert_eq!(server.mails().len(), 0);
}

#[tokio::test]
async fn a_temporary_error_a_refused_login_and_no_server_are_retried() {
    let busy = SmtpServer::start(SmtpBehavior::IsBusy).await;
    let outcome = sent_to(&busy).await;
    assert!(failure(&outcome).0 && failure(&outcome).1.contains("451"), "{outcome:?}");
    for manner in [SmtpBehavior::RefusesLogins, SmtpBehavior::WantsLogins] {
        let server = SmtpServer::start(manner).await;
        let mut options = options(server.port);
        (options.username, options.password) = (Some("ann".to_owned()), Some(Password::new("hunter2").unwrap()));
        let provider = EmailProvider::new(options).unwrap();
        let outcome = World::with(provider).await.send(action("", mail())).await;
        let (is_retried, message) = failure(&outcome);
        assert!(is_retried && message.contains("535") && !message.contains("hunter2"), "{message}");
        assert_eq!(server.mails().len(), 0);
    }
    let outcome =
        World::with(EmailProvider::new(options(unused_port().await)).unwrap()).await.send(action("", mail())).await;
    assert!(failure(&outcome).0, "{outcome:?}");
}

#[tokio::test]
async fn the_provider_logs_in_and_does_not_wait_for_quit() {
    let server = SmtpServer::start(SmtpBehavior::WantsLogins).await;
    let mut options = options(server.port);
    (options.username, options.password) = (Some("ann".to_owned()), Some(Password::new("secret").unwrap()));
    let provider = EmailProvider::new(options).unwrap();
    refrain::delivery::Provider::health(&provider).await.unwrap();
    assert_eq!(World::with(provider).await.send(action("", mail())).await, Outcome::DELIVERED);
    let server = SmtpServer::start(SmtpBehavior::NeverSaysGoodbye).await;
    assert_eq!(sent_to(&server).await, Outcome::DELIVERED);
}

#[tokio::test]
async fn a_silent_mail_server_times_out() {
    let (hangs, endless) =
        (SmtpServer::start(SmtpBehavior::HangsAtTheEnd).await, SmtpServer::start(SmtpBehavior::TalksForEver).await);
    let silent = SilentServer::start().await;
    for port in [hangs.port, endless.port, silent.port] {
        let options = options(port).with(|it| it.timeout = Length::from_seconds(1));
        let world = World::with(EmailProvider::new(options).unwrap()).await;
        let outcome = world.send(action("", mail())).await;
        assert!(failure(&outcome).0, "{outcome:?}");
    }
}

#[tokio::test]
async fn an_at_most_once_mail_of_unknown_outcome_is_not_resent() {
    for (manner, reason) in [
        (SmtpBehavior::ClosesAtTheEnd, FailReason::OutcomeUnknown),
        (SmtpBehavior::RefusesLogins, FailReason::AttemptsExhausted),
    ] {
        let server = SmtpServer::start(manner).await;
        let mut options = options(server.port);
        if manner == SmtpBehavior::RefusesLogins {
            (options.username, options.password) = (Some("ann".to_owned()), Some(Password::new("x").unwrap()));
        }
        let world = World::with(EmailProvider::new(options).unwrap()).await;
        let schedule = world.refrain.schedule("once").every(1).hours().delivery(Delivery::AtMostOnce);
        schedule.action(action("", mail())).save().await.unwrap();
        world.advance(3_600);
        world.refrain.tick().await.unwrap();
        let run = world.refrain.runs("once", &Page::first(10)).await.unwrap().rows.pop().unwrap();
        let is_known = reason != FailReason::OutcomeUnknown;
        assert_eq!(run.state.is_terminal(), !is_known, "{manner:?}: {run:?}");
    }
}

#[tokio::test]
async fn clear_text_smtp_to_a_remote_host_is_rejected() {
    let far = EmailOptions::new("mail.example.org", "a@example.org").with(|it| it.encryption = Encryption::None);
    let error = EmailProvider::new(far.clone()).err().unwrap();
    assert_eq!(error.code(), "clear_text");
    assert!(EmailProvider::new(far.with(|it| it.allow_clear_text = true)).is_ok());
    assert!(EmailProvider::new(EmailOptions::new("mail.example.org", "no address")).is_err());
    let half = EmailOptions::new("mail.example.org", "a@example.org").with(|it| it.username = Some("ann".to_owned()));
    assert!(EmailProvider::new(half).is_err());
    let world = World::with(EmailProvider::new(options(1)).unwrap()).await;
    let (code, problem) = world.refused(action("", json!({"to": "a\r\nb", "subject": "x", "text": "y"}))).await;
    assert!(code == "bad_value" && problem.contains("\\r"), "{code}: {problem}");
}

/// A mail server that is not part of this project.
#[tokio::test]
async fn a_third_party_mail_server_accepts_the_largest_mail() {
    let program = r#"
import asyncio
from aiosmtpd.smtp import SMTP

class Sink:
    async def handle_DATA(self, server, session, envelope):
        print('MAIL', ','.join(envelope.rcpt_tos), len(envelope.content), flush=True)
        return '250 taken'

async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Sink()), '127.0.0.1', 0)
    print('PORT', server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"#;
    let mut sink = Command::new(service("REFRAIN_TEST_PYTHON"))
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(sink.stdout.take().unwrap()).lines();
    let port = lines.next_line().await.unwrap().unwrap().strip_prefix("PORT ").unwrap().parse().unwrap();
    let world = World::with(EmailProvider::new(options(port)).unwrap()).await;
    let mut payload = mail();
    payload["text"] = json!("ä".repeat(120_000));
    assert_eq!(world.send(action("", payload)).await, Outcome::DELIVERED);
    let line = lines.next_line().await.unwrap().unwrap();
    assert!(line.starts_with("MAIL ann@example.org,bob@example.org,eve@example.org"), "{line}");
}
