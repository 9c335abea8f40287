//! A corpus of URLs that lead to internal addresses, each by a different trick. A listener waits where they
//! would arrive. It must see no connection, whether a URL is the target or a redirect leads to it.
//!
//! Lines are `class url`; `{port}` is the port of the listener. In the class `resolves`, an address precedes
//! the URL: the answer of the name server.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use refrain::delivery::{Outcome, Provider};
use refrain::provider::webhook::{Lookup, Webhook};

use crate::server::{Reply, Server};
use crate::world::{action, clock, message, options, sending};

const CORPUS: &str = include_str!("ssrf.txt");

struct Case {
    class: &'static str,
    /// Address that the name server returns.
    address: IpAddr,
    url: String,
}

fn cases(port: u16) -> Vec<Case> {
    let lines = CORPUS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let case = |line: &'static str| {
        let (class, rest) = line.split_once(' ').unwrap();
        let (address, url) = if class == "resolves" { rest.split_once(' ').unwrap() } else { ("127.0.0.1", rest) };
        Case { class, address: address.parse().unwrap(), url: url.replace("{port}", &port.to_string()) }
    };
    lines.map(case).collect()
}

/// A resolver that returns one address for every name, which can be changed. The stand-in for the public
/// internet has its own address.
#[derive(Clone)]
struct FixedResolver(Arc<Mutex<IpAddr>>);

#[async_trait]
impl Lookup for FixedResolver {
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        Ok(vec![if name == OUTSIDE { [127, 0, 0, 2].into() } else { *self.0.lock().unwrap() }])
    }
}

const OUTSIDE: &str = "outside.example.com";

/// Returns a webhook that allows everything except internal addresses.
fn guarded(lookup: FixedResolver) -> Webhook {
    let open = options().with(|it| {
        it.allow = vec!["127.0.0.2".to_owned()];
        it.redirects = 3;
    });
    Webhook::new(open, clock(), None).unwrap().with_resolver(Arc::new(lookup)).unwrap()
}

/// Starts a listener on every address of this machine.
async fn listener() -> Server {
    Server::start_at("[::]:0", None, |_| Reply::status(200)).await
}

#[test]
fn the_corpus_has_many_urls_of_every_class() {
    let mut classes = BTreeMap::<&str, usize>::new();
    for case in cases(1) {
        *classes.entry(case.class).or_default() += 1;
    }
    assert!(classes.values().sum::<usize>() >= 150, "{classes:?}");
    assert!(classes.len() >= 12 && classes.values().all(|count| *count >= 3), "{classes:?}");
}

#[tokio::test]
async fn no_url_of_the_corpus_is_connected_to() {
    let inside = listener().await;
    let lookup = FixedResolver(Arc::new(Mutex::new([127, 0, 0, 1].into())));
    let webhook = guarded(lookup.clone());
    for Case { class, address, url } in cases(inside.address.port()) {
        *lookup.0.lock().unwrap() = address;
        // The answer of the name server is not known when a schedule is saved; everything else is.
        let is_known = class != "resolves";
        assert_eq!(webhook.check(&action(&url)).is_err(), is_known, "{class} {url}");
        let outcome = webhook.send(&sending(action(&url))).await;
        assert!(matches!(outcome, Outcome::Rejected { .. }), "{class} {url}: {outcome:?}");
        assert!(message(&outcome).starts_with("not sent: "), "{class} {url}: {outcome:?}");
    }
    assert_eq!(inside.connections(), 0);
}

#[tokio::test]
async fn no_redirect_to_a_url_of_the_corpus_is_followed() {
    let inside = listener().await;
    let lookup = FixedResolver(Arc::new(Mutex::new([127, 0, 0, 1].into())));
    let webhook = guarded(lookup.clone());
    let location = Arc::new(Mutex::new(String::new()));
    let leads_to = location.clone();
    let outside = Server::start_at("127.0.0.2:0", None, move |request| {
        // A location without a host leads back to this server.
        match request.line.trim_start_matches("POST /").parse() {
            Ok(status) => Reply::with(status, &[("location", &leads_to.lock().unwrap())], ""),
            Err(_) => Reply::status(404),
        }
    })
    .await;
    for (number, Case { class, address, url }) in cases(inside.address.port()).into_iter().enumerate() {
        *lookup.0.lock().unwrap() = address;
        location.lock().unwrap().clone_from(&url);
        let status = [301, 302, 303, 307, 308][number % 5];
        let start = format!("http://{OUTSIDE}:{}/{status}", outside.address.port());
        let outcome = webhook.send(&sending(action(&start))).await;
        assert!(matches!(outcome, Outcome::Rejected { .. }), "{class} {status} {url}: {outcome:?}");
    }
    assert_eq!(inside.connections(), 0);
    assert!(outside.connections() > 0);
}

#[tokio::test]
async fn denied_addresses_are_blocked_even_when_everything_is_allowed() {
    let inside = listener().await;
    let port = inside.address.port();
    let lookup = FixedResolver(Arc::new(Mutex::new([127, 0, 0, 5].into())));
    let mut deny = refrain::store_hosts(&format!("postgres://refrain:secret@127.0.0.5:{port}/refrain"));
    deny.extend(refrain::store_hosts("redis://:secret@cache.example.com/0"));
    let allow = vec!["127.0.0.0/8".to_owned(), "::/0".to_owned(), "cache.example.com".to_owned()];
    let open = options().with(|it| {
        it.allow = allow;
        it.deny = deny;
        it.redirects = 3;
    });
    let webhook = Webhook::new(open, clock(), None).unwrap().with_resolver(Arc::new(lookup.clone())).unwrap();
    for url in [
        format!("http://127.0.0.5:{port}/"),
        format!("http://[::ffff:127.0.0.5]:{port}/"),
        format!("http://[::ffff:7f00:5]:{port}/"),
        format!("http://[64:ff9b::7f00:5]:{port}/"),
        format!("http://cache.example.com:{port}/"),
        format!("http://CACHE.example.com.:{port}/"),
        format!("http://another.example.com:{port}/"),
    ] {
        let outcome = webhook.send(&sending(action(&url))).await;
        assert!(message(&outcome).contains("denied by the operator"), "{url}: {outcome:?}");
    }
    assert_eq!(inside.connections(), 0);
    let outcome = webhook.send(&sending(action(&format!("http://127.0.0.6:{port}/")))).await;
    assert_eq!(outcome, Outcome::DELIVERED, "an address that is not denied is reachable");
}
