//! TLS: a certificate is presented, renewed without a restart, and required on public addresses.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use refrain_server::serve::{ServeOptions, Server, TlsFiles};
use reqwest::{Certificate, Client, Method};
use serde_json::json;

use crate::keyed::always;
use crate::world::{World, install_tls, send};

/// A folder of certificates. Dropping it removes the folder.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn make(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("refrain-tls-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Creates a new certificate authority and a certificate signed by it, and replaces the previous ones.
    pub(crate) fn certificate(&self) -> TlsFiles {
        const NEW: &str = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
        std::fs::write(self.0.join("names"), "subjectAltName=IP:127.0.0.1\n").unwrap();
        self.openssl(&format!("req -x509 {NEW} -subj /CN=authority -days 2 -keyout authority.key -out authority.pem"));
        self.openssl(&format!("req {NEW} -subj /CN=server -keyout server.key -out server.csr"));
        self.openssl("x509 -req -in server.csr -CA authority.pem -CAkey authority.key -set_serial 7 -days 2 -extfile names -out server.pem");
        TlsFiles { certificate: self.0.join("server.pem"), key: self.0.join("server.key") }
    }

    fn openssl(&self, words: &str) {
        let made = Command::new("openssl").current_dir(&self.0).args(words.split(' ')).output();
        let made = made.expect("openssl must be installed");
        assert!(made.status.success(), "{words}: {}", String::from_utf8_lossy(&made.stderr));
    }

    /// Returns a client that trusts only the current authority.
    pub(crate) fn client(&self) -> Client {
        install_tls();
        let root = Certificate::from_pem(&std::fs::read(self.0.join("authority.pem")).unwrap()).unwrap();
        Client::builder().tls_certs_only([root]).pool_max_idle_per_host(0).build().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

pub(crate) fn options(files: &TlsFiles) -> ServeOptions {
    ServeOptions { tls: Some(files.clone()), ..World::options("memory:") }
}

#[tokio::test]
async fn a_certificate_is_shown_and_renewed_without_a_restart() {
    let folder = Folder::make("renewed");
    let files = folder.certificate();
    let server = Server::open(options(&files)).await.unwrap();
    let (tls, base) = (server.tls().unwrap(), format!("https://{}", server.address()));
    let before = folder.client();
    let world = World::of(server, before.clone());
    world.get("/healthz").await.is(200);
    folder.certificate();
    let after = folder.client();
    assert!(after.get(format!("{base}/healthz")).send().await.is_err());
    tls.reload().unwrap();
    assert_eq!(after.get(format!("{base}/healthz")).send().await.unwrap().status(), 200);
    assert!(before.get(format!("{base}/healthz")).send().await.is_err());
    std::fs::write(&files.key, "no key").unwrap();
    assert_eq!(tls.reload().unwrap_err().code(), "bad_certificate");
    assert_eq!(after.get(format!("{base}/healthz")).send().await.unwrap().status(), 200);
    world.stop().await;
}

#[tokio::test]
async fn cookies_over_tls_are_secure() {
    let folder = Folder::make("cookies");
    let files = folder.certificate();
    let world = World::of(Server::open(options(&files)).await.unwrap(), folder.client());
    let key = world.post("/v1/keys", &json!({ "role": "viewer" })).await.is(201)["key"].clone();
    let login = world.post("/v1/session", &json!({ "key": key })).await;
    let set = login.header("set-cookie");
    assert!(set.starts_with("__Host-refrain=") && set.ends_with("; Secure") && set.contains("; Path=/;"), "{set}");
    world.stop().await;
}

#[tokio::test]
async fn responses_over_tls_set_hsts() {
    let folder = Folder::make("strict");
    let files = folder.certificate();
    let world = World::of(Server::open(options(&files)).await.unwrap(), folder.client());
    assert_eq!(world.get("/healthz").await.header("strict-transport-security"), "max-age=31536000");
    assert_eq!(world.get("/v1/nothing").await.header("strict-transport-security"), "max-age=31536000");
    // Other programs on this machine may use plain HTTP under the same name.
    let local = send(world.request(Method::GET, "/healthz").header("host", "localhost:7433")).await;
    assert_eq!((local.status, local.header("strict-transport-security")), (200, ""));
    world.stop().await;
}

#[tokio::test]
async fn public_addresses_require_keys_and_tls() {
    let folder = Folder::make("strangers");
    let files = folder.certificate();
    let everywhere = |options: ServeOptions| ServeOptions { bind: "0.0.0.0:0".parse().unwrap(), ..options };
    let code =
        |options: ServeOptions| async move { Server::open(everywhere(options)).await.err().map(|error| error.code()) };
    assert_eq!(code(World::options("memory:")).await, Some("insecure_bind"));
    assert_eq!(code(options(&files)).await, Some("insecure_bind"));
    assert_eq!(code(ServeOptions { auth: always(), ..World::options("memory:") }).await, Some("insecure_bind"));
    assert_eq!(code(ServeOptions { auth: always(), ..options(&files) }).await, None);
    assert_eq!(code(ServeOptions { insecure: true, ..World::options("memory:") }).await, None);
    let missing = TlsFiles { certificate: "/nowhere.pem".into(), key: files.key.clone() };
    assert_eq!(Server::open(options(&missing)).await.err().map(|error| error.code()), Some("bad_certificate"));
}

/// The warning is printed even if the log level excludes warnings.
#[test]
fn an_insecure_server_warns_on_standard_error() {
    let folder = Folder::make("insecure");
    let mut server = Command::new(env!("CARGO_BIN_EXE_refrain"))
        .args(["serve", "--insecure", "--bind", "0.0.0.0:0", "--store", "memory:", "--set", "log.level=error"])
        .current_dir(&folder.0)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(server.stderr.take().unwrap()).lines();
    let warning = lines.map_while(Result::ok).find(|line| line.starts_with("WARNING: insecure: "));
    server.kill().unwrap();
    server.wait().unwrap();
    let warning = warning.expect("the server must print a warning");
    assert!(warning.contains("0.0.0.0:") && warning.contains("without TLS and keys"), "{warning}");
}
