//! The rate of signed webhooks through all steps to a receiver on the same machine, compared with a bare loop.
//!
//! The loop only posts as many bytes with the same client library: the same number of headers of the same length, a
//! body of the same length, and the same concurrency, on the same runtime. Every response is read to its end.
//! Unlike the webhooks, the headers and the body of the loop are prepared in advance.

use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use refrain::Refrain;
use refrain::control::DocumentChange;
use refrain::control::Rights;
use refrain::delivery::Outcome;
use refrain::model::{Action, By, Tenant};
use refrain::provider::webhook::WebhookOptions;
use refrain::secret::{KeyRing, Secret};
use refrain::store::ExpectedVersion;
use refrain::store::sqlite::Sqlite;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Number of concurrent requests.
const PLACES: usize = 64;
/// Number of alternating rounds, so that other load on the machine affects both.
const ROUNDS: usize = 4;
/// Length of a webhook's envelope in this benchmark, in bytes.
const BODY_BYTES: usize = 648;
const MASTER: &str = "bench:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// Number of bytes read by the receiver.
static BYTES: AtomicU64 = AtomicU64::new(0);

/// Durations of single requests, and totals.
#[derive(Default)]
struct Measurements {
    took: Duration,
    each: Vec<Duration>,
    bytes: u64,
    /// Processor time on all cores, including the receiver's share.
    cost: Duration,
}

impl Measurements {
    fn add(&mut self, mut other: Self) {
        self.took += other.took;
        self.each.append(&mut other.each);
        self.bytes += other.bytes;
        self.cost += other.cost;
    }

    /// Returns the length of one request.
    fn bytes_each(&self) -> u64 {
        self.bytes / self.each.len() as u64
    }

    fn rate(&self) -> f64 {
        self.each.len() as f64 / self.took.as_secs_f64()
    }

    /// Returns the given percentile of the durations.
    fn percentile(&mut self, percent: usize) -> Duration {
        self.each.sort_unstable();
        self.each[(self.each.len() - 1) * percent / 100]
    }
}

/// Answers every request with 204, on connections that stay open.
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
        BYTES.fetch_add(end as u64, Ordering::Relaxed);
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.ok()?;
    }
}

/// Makes `count` requests, [`PLACES`] at a time.
async fn requests<F>(count: usize, one: impl Fn(usize) -> F + Send + Sync + 'static) -> Measurements
where
    F: Future<Output = ()> + Send,
{
    let (next, one) = (Arc::new(AtomicUsize::new(0)), Arc::new(one));
    let each = Arc::new(Mutex::new(Vec::with_capacity(count)));
    let (start, cost_before, bytes_before) = (Instant::now(), cost(), BYTES.load(Ordering::Relaxed));
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
            each.lock().expect("no thread panics").append(&mut own);
        });
    }
    tasks.join_all().await;
    let each = std::mem::take(&mut *each.lock().expect("no thread panics"));
    let bytes = BYTES.load(Ordering::Relaxed) - bytes_before;
    Measurements { took: start.elapsed(), each, bytes, cost: cost().saturating_sub(cost_before) }
}

/// Returns the processor time of this process on all cores, on Linux; zero elsewhere. Unlike a rate, it does not
/// depend on other load on the machine.
fn cost() -> Duration {
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    TICK * fields.filter_map(|ticks| ticks.parse::<u32>().ok()).sum::<u32>()
}

/// Creates an engine that sends signed webhooks.
async fn sender(folder: &Path) -> Result<Refrain, Box<dyn Error>> {
    let store = Arc::new(Sqlite::open(folder.join("ledger.db")).await?);
    let refrain = Refrain::builder().over(store).await?;
    let secrets = refrain.secrets(KeyRing::parse(MASTER)?);
    let tenant = Tenant::new("default", "default")?;
    let change = DocumentChange { tenant, name: "key".parse()?, expect: ExpectedVersion::New, by: By::new("bench") };
    let secret = Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")?;
    secrets.put(&Rights::all(), &change, &secret.into()).await?;
    let options = WebhookOptions::default().with(|it| {
        it.allow = vec!["127.0.0.0/8".to_owned()];
        it.allow_http = true;
        it.any_port = true;
        it.sign_with = vec!["key".to_owned()];
        it.concurrency_per_host = PLACES as u16;
    });
    refrain.webhooks(options, Some(secrets))?;
    Ok(refrain)
}

async fn webhooks(refrain: &Refrain, address: SocketAddr, count: usize) -> Measurements {
    let (refrain, target) = (refrain.clone(), format!("http://{address}/hooks/{{{{period_key}}}}"));
    requests(count, move |number| {
        let (refrain, target) = (refrain.clone(), target.clone());
        async move {
            let action =
                Action { target, ..Action::new("webhook", json!({"report": "weekly", "to": "{{schedule.id}}"})) };
            let (outcome, _) = refrain.dispatch(&number.to_string(), action).await.expect("the webhook is sent");
            assert_eq!(outcome, Outcome::DELIVERED);
        }
    })
    .await
}

/// Returns the headers of a webhook, with their usual length.
fn headers() -> HeaderMap {
    let key = "6c1f0b7d".repeat(8);
    let signature = format!("v1,{}=", "q".repeat(43));
    let told = [
        ("content-type", "application/json"),
        ("user-agent", "refrain/0.1.0"),
        ("idempotency-key", &key),
        ("x-refrain-schedule", "default/default/_dispatch"),
        ("x-refrain-occurrence", "0"),
        ("x-refrain-period-key", "dispatch:54321"),
        ("x-refrain-nominal-time", "2026-11-16T00:31:33.123456Z"),
        ("x-refrain-attempt", "1"),
        ("x-refrain-fence", "1"),
        ("x-refrain-trigger", "manual"),
        ("webhook-id", &key),
        ("webhook-timestamp", "1763253093"),
        ("webhook-signature", &signature),
    ];
    let header = |(name, value): (&'static str, &str)| {
        (HeaderName::from_static(name), HeaderValue::from_str(value).expect("the value is plain text"))
    };
    told.into_iter().map(header).collect()
}

/// Creates a client with default settings.
fn client() -> Result<reqwest::Client, Box<dyn Error>> {
    // The library requires a provider although nothing here is encrypted. Only the first installation takes effect.
    rustls::crypto::ring::default_provider().install_default().ok();
    Ok(reqwest::Client::builder().no_proxy().build()?)
}

async fn bare(client: &reqwest::Client, address: SocketAddr, count: usize) -> Measurements {
    let url = format!("http://{address}/hooks/dispatch%3A54321");
    // The same length as the envelope of a webhook.
    let (client, headers, body) = (client.clone(), headers(), "x".repeat(BODY_BYTES));
    requests(count, move |_| {
        let request = client.post(&url).headers(headers.clone()).body(body.clone());
        async move {
            let answer = request.send().await.expect("the receiver answers");
            assert!(answer.status().is_success());
            answer.bytes().await.expect("the response is complete");
        }
    })
    .await
}

/// Measures both in turn, with a receiver on its own thread.
pub async fn measure(is_quick: bool) -> Result<(), Box<dyn Error>> {
    let count = if is_quick { 20_000 } else { 100_000 };
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the runtime can be built");
        runtime.block_on(async { serve(TcpListener::from_std(listener).expect("the listener is valid")).await });
    });
    let folder = tempfile::tempdir()?;
    let (refrain, client) = (sender(folder.path()).await?, client()?);
    bare(&client, address, count / 10).await;
    webhooks(&refrain, address, count / 10).await;
    let (mut loops, mut ours) = (Measurements::default(), Measurements::default());
    for _ in 0..ROUNDS {
        loops.add(bare(&client, address, count / ROUNDS).await);
        ours.add(webhooks(&refrain, address, count / ROUNDS).await);
    }
    for (name, measured) in [("bare loop", &mut loops), ("webhooks", &mut ours)] {
        let (rate, p50, p99) = (measured.rate(), measured.percentile(50), measured.percentile(99));
        println!(
            "{name}: {count} of {} bytes in {:.2?}: {rate:.0} per second, p50 {p50:.2?}, p99 {p99:.2?}, \
             {:.1?} of processor time each",
            measured.bytes_each(),
            measured.took,
            measured.cost / count as u32
        );
    }
    let (shorter, longer) = (loops.bytes_each().min(ours.bytes_each()), loops.bytes_each().max(ours.bytes_each()));
    assert!(shorter * 100 >= longer * 97, "the requests of both differ too much in size to be compared");
    println!(
        "webhooks: {:.2} of the bare loop; by processor time, {:.2}",
        ours.rate() / loops.rate(),
        loops.cost.as_secs_f64() / ours.cost.as_secs_f64()
    );
    Ok(())
}
