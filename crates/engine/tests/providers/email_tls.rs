//! Mail over TLS, to a third-party server whose certificate authority is trusted, and to one whose authority is
//! not. `openssl` creates the certificates.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use refrain::delivery::Outcome;
use refrain::provider::email::{EmailOptions, EmailProvider, Encryption};
use refrain::recurrence::Length;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout};

use crate::world::{World, action, failure, service};

/// One port starts with TLS; the other requires STARTTLS before it accepts mail.
const PROGRAM: &str = r"
import asyncio, ssl
from aiosmtpd.smtp import SMTP

class Sink:
    async def handle_DATA(self, server, session, envelope):
        print('MAIL', session.ssl is not None, flush=True)
        return '250 taken'

async def main():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain('server.pem', 'server.key')
    loop = asyncio.get_running_loop()
    at_once = await loop.create_server(lambda: SMTP(Sink()), '127.0.0.1', 0, ssl=context)
    later = await loop.create_server(lambda: SMTP(Sink(), tls_context=context, require_starttls=True), '127.0.0.1', 0)
    print(*(server.sockets[0].getsockname()[1] for server in (at_once, later)), flush=True)
    await asyncio.gather(at_once.serve_forever(), later.serve_forever())

asyncio.run(main())
";

fn openssl(folder: &Path, arguments: &[&str]) {
    let made = Command::new("openssl").args(arguments).current_dir(folder).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Creates a trusted authority, an unrelated one, and a certificate for this machine signed by the trusted authority.
fn make_certificates() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("email-tls-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let new = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
    for name in ["ca", "stranger"] {
        let (key, pem, subject) = (format!("{name}.key"), format!("{name}.pem"), format!("/CN={name}"));
        openssl(&folder, &[&new[..], &["-subj", &subject, "-keyout", &key, "-out", &pem]].concat());
    }
    let signed =
        ["-CA", "ca.pem", "-CAkey", "ca.key", "-subj", "/CN=server", "-keyout", "server.key", "-out", "server.pem"];
    let about = ["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"];
    openssl(&folder, &[&new[..], &signed, &about].concat());
    folder
}

async fn start(folder: &Path) -> (Child, Lines<BufReader<ChildStdout>>, [u16; 2]) {
    let mut server = tokio::process::Command::new(service("REFRAIN_TEST_PYTHON"))
        .args(["-c", PROGRAM])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = lines.next_line().await.unwrap().expect("the server prints its ports");
    let ports: Vec<u16> = line.split(' ').map(|port| port.parse().unwrap()).collect();
    (server, lines, [ports[0], ports[1]])
}

#[tokio::test]
async fn a_server_is_trusted_only_with_a_certificate_of_a_known_authority() {
    let folder = make_certificates();
    let (_server, mut lines, [at_once, later]) = start(&folder).await;
    let send = async |port: u16, encryption: Encryption, roots: &str| {
        let options = EmailOptions::new("127.0.0.1", "noreply@example.org").with(|it| {
            it.port = Some(port);
            it.encryption = encryption;
            it.root_certificates = Some(folder.join(roots));
            it.timeout = Length::from_seconds(300);
        });
        let world = World::with(EmailProvider::new(options).unwrap()).await;
        world.send(action("", json!({"to": "ann@example.org", "subject": "Hi", "text": "x"}))).await
    };
    for (port, encryption) in [(at_once, Encryption::Tls), (later, Encryption::Starttls)] {
        assert_eq!(send(port, encryption, "ca.pem").await, Outcome::DELIVERED, "{encryption:?}");
        assert!(lines.next_line().await.unwrap().unwrap().starts_with("MAIL"));
        let outcome = send(port, encryption, "stranger.pem").await;
        let (is_retried, message) = failure(&outcome);
        assert!(is_retried && message.contains("certificate"), "{encryption:?}: {message}");
    }
    // A server that does not offer STARTTLS receives neither the mail nor a password.
    let clear = crate::smtp::SmtpServer::start(crate::smtp::SmtpBehavior::Takes).await;
    let outcome = send(clear.port, Encryption::Starttls, "ca.pem").await;
    assert!(failure(&outcome).0 && clear.mails().is_empty(), "{outcome:?}");
    let missing = EmailOptions::new("127.0.0.1", "noreply@example.org")
        .with(|it| it.root_certificates = Some(folder.join("none.pem")));
    assert_eq!(EmailProvider::new(missing).err().unwrap().code(), "bad_certificates");
}
