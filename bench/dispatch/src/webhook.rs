//! How many webhooks a second reach a receiver on the same machine, each signed and through all steps, beside a loop that
//! does nothing but post the same bytes with the same client library.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use refrain::action::Action;
use refrain::audit::By;
use refrain::control::OrderChange;
use refrain::id::Tenant;
use refrain::outcome::Outcome;
use refrain::provider::webhook::WebhookOptions;
use refrain::secret::{KeyRing, Secret};
use refrain::store::Expect;
use refrain::{Refrain, store::sqlite::Sqlite};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// So many requests are under way at once.
const PLACES: usize = 64;
const MASTER: &str = "bench:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// Times of single requests, and of all.
struct Measured {
    took: Duration,
    each: Vec<Duration>,
}

impl Measured {
    fn rate(&self) -> f64 {
        self.each.len() as f64 / self.took.as_secs_f64()
    }

    /// The time within which so much of a hundred ended.
    fn percentile(&mut self, percent: usize) -> Duration {
        self.each.sort_unstable();
        self.each[(self.each.len() - 1) * percent / 100]
    }
}

/// Answers everything with 204, on connections that stay open.
async fn serve(listener: TcpListener) {
    while let Ok((stream, _)) = listener.accept().await {
        stream.set_nodelay(true).ok();
        tokio::spawn(answer(stream));
    }
}

async fn answer(mut stream: TcpStream) -> Option<()> {
    let mut bytes = Vec::with_capacity(8 * 1024);
    loop {
        let head = loop {
            if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
            stream.read_buf(&mut bytes).await.ok().filter(|read| *read > 0)?;
        };
        let text = std::str::from_utf8(&bytes[..head]).ok()?;
        let length =
            text.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
        let end = head + length.unwrap_or(0);
        while bytes.len() < end {
            stream.read_buf(&mut bytes).await.ok().filter(|read| *read > 0)?;
        }
        bytes.drain(..end);
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.ok()?;
    }
}

/// Makes so many requests, as many at once as there are places.
async fn requests<F>(count: usize, one: impl Fn(usize) -> F + Send + Sync + 'static) -> Measured
where
    F: Future<Output = ()> + Send,
{
    let (next, one) = (Arc::new(AtomicUsize::new(0)), Arc::new(one));
    let each = Arc::new(Mutex::new(Vec::with_capacity(count)));
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..PLACES {
        let (next, one, each) = (next.clone(), one.clone(), each.clone());
        tasks.spawn(async move {
            let mut own = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    break;
                }
                let begun = Instant::now();
                one(number).await;
                own.push(begun.elapsed());
            }
            each.lock().expect("nobody panics").append(&mut own);
        });
    }
    tasks.join_all().await;
    let each = std::mem::take(&mut *each.lock().expect("nobody panics"));
    Measured { took: start.elapsed(), each }
}

async fn webhooks(address: SocketAddr, count: usize) -> Result<Measured, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let store = Arc::new(Sqlite::open(folder.path().join("ledger.db")).await?);
    let refrain = Refrain::builder().over(store).await?;
    let secrets = refrain.secrets(KeyRing::parse(MASTER)?);
    let tenant = Tenant::new("default", "default")?;
    let change = OrderChange { tenant, name: "key".parse()?, expect: Expect::New, by: By::new("bench") };
    secrets.put(&change, &Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")?).await?;
    let options = WebhookOptions {
        allow: vec!["127.0.0.0/8".to_owned()],
        allow_http: true,
        any_port: true,
        sign_with: vec!["key".to_owned()],
        ..WebhookOptions::default()
    };
    refrain.webhooks(options, Some(secrets))?;
    let target = format!("http://{address}/hooks/{{{{period_key}}}}");
    Ok(requests(count, move |number| {
        let (refrain, target) = (refrain.clone(), target.clone());
        async move {
            let action =
                Action { target, ..Action::new("webhook", json!({"report": "weekly", "to": "{{schedule.id}}"})) };
            let (outcome, _) = refrain.dispatch(&number.to_string(), action).await.expect("it is sent");
            assert_eq!(outcome, Outcome::DELIVERED);
        }
    })
    .await)
}

async fn bare(address: SocketAddr, count: usize) -> Result<Measured, Box<dyn Error>> {
    // The library asks for it although nothing here is encrypted. Only the first to say so is heard.
    rustls::crypto::ring::default_provider().install_default().ok();
    let client = reqwest::Client::builder().no_proxy().build()?;
    let url = format!("http://{address}/hooks/2026-01-05");
    // As long as the envelope of the other.
    let body = "x".repeat(760);
    Ok(requests(count, move |_| {
        let request = client.post(&url).header("content-type", "application/json").body(body.clone());
        async move { assert!(request.send().await.expect("an answer").status().is_success()) }
    })
    .await)
}

/// Measures both, one after the other, on a receiver of its own thread.
pub async fn measure(is_quick: bool) -> Result<(), Box<dyn Error>> {
    let count = if is_quick { 20_000 } else { 100_000 };
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async { serve(TcpListener::from_std(listener).expect("a listener")).await });
    });
    bare(address, count / 10).await?;
    let mut bare = bare(address, count).await?;
    let mut ours = webhooks(address, count).await?;
    for (name, measured) in [("bare loop", &mut bare), ("webhooks", &mut ours)] {
        let (rate, p50, p99) = (measured.rate(), measured.percentile(50), measured.percentile(99));
        println!(
            "{name}: {count} in {:.2?}: {rate:.0} a second, half within {p50:.2?}, 99 of 100 within {p99:.2?}",
            measured.took
        );
    }
    println!("webhooks: {:.2} of the bare loop", ours.rate() / bare.rate());
    Ok(())
}
