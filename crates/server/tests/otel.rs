//! Traces as a collector receives them: a complete server, a webhook receiver, and a collector that parses the
//! requests.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use reqwest::{Client, Method};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Maximum time that a test waits for anything.
const PATIENCE: Duration = Duration::from_secs(300);

/// Requests that arrive at a test server.
struct Arrivals {
    requests: UnboundedReceiver<(HeaderMap, Bytes)>,
    base: String,
}

impl Arrivals {
    /// Listens. The first requests are answered with the statuses of `first`, later ones with 200.
    async fn listen(first: &'static [u16]) -> Self {
        let (sender, requests) = unbounded_channel();
        let answers = Arc::new(std::sync::Mutex::new(first.iter().copied()));
        type Shared = (
            UnboundedSender<(HeaderMap, Bytes)>,
            Arc<std::sync::Mutex<std::iter::Copied<std::slice::Iter<'static, u16>>>>,
        );
        let answer = |State((sender, answers)): State<Shared>, headers: HeaderMap, body: Bytes| async move {
            sender.send((headers, body)).unwrap();
            let status = answers.lock().unwrap().next().unwrap_or(200);
            StatusCode::from_u16(status).unwrap()
        };
        let router = Router::new().route("/{*path}", post(answer)).with_state((sender, answers));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { requests, base }
    }

    async fn next(&mut self) -> (HeaderMap, Bytes) {
        tokio::time::timeout(PATIENCE, self.requests.recv()).await.expect("something arrives").unwrap()
    }
}

/// A server in its own folder. Dropping it kills the process and removes the folder.
struct Server {
    child: Child,
    folder: std::path::PathBuf,
    base: String,
}

impl Server {
    fn start(collector: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("refrain-otel-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = format!(
            "[telemetry]\nendpoint = \"{collector}/v1/traces\"\nexport_every = \"1s\"\nheaders = {{ authorization = \"Bearer t0ken\" }}\n\
             [log]\nlevel = \"error\"\n[providers.webhook]\nkind = \"webhook\"\nallow = [\"127.0.0.1\"]\nallow_http = true\nany_port = true\n"
        );
        std::fs::write(folder.join("refrain.toml"), file).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_refrain"))
            .args(["serve", "--bind", "127.0.0.1:0", "--node", "one"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let base = lines.find_map(|line| line.strip_prefix("refrain listens on ").map(str::to_owned)).unwrap();
        std::thread::spawn(move || lines.for_each(|line| eprintln!("{line}")));
        Self { child, folder, base }
    }

    async fn ask(&self, method: Method, path: &str, body: &Value) -> Value {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let request = Client::new().request(method, format!("{}{path}", self.base)).json(body);
        request.send().await.unwrap().error_for_status().unwrap().json().await.unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The relevant parts of a span.
#[derive(Debug)]
struct Span {
    trace_id: Vec<u8>,
    span_id: Vec<u8>,
    parent_span_id: Vec<u8>,
    name: String,
    start: u64,
    end: u64,
    attributes: BTreeMap<String, String>,
    status: u64,
}

impl Span {
    /// Parses a span by the field numbers of OTLP.
    fn read(span: &[Field]) -> Self {
        let bytes = |number| span.iter().find_map(|field| field.bytes(number)).unwrap_or_default().to_vec();
        let number = |number| span.iter().find_map(|field| field.number(number)).unwrap_or_default();
        let status = span.iter().find_map(|field| field.message(15)).unwrap_or_default();
        Self {
            trace_id: bytes(1),
            span_id: bytes(2),
            parent_span_id: bytes(4),
            name: String::from_utf8(bytes(5)).unwrap(),
            start: number(7),
            end: number(8),
            attributes: attributes(span, 9),
            status: status.iter().find_map(|field| field.number(3)).unwrap_or_default(),
        }
    }
}

/// Returns the attributes whose values are strings.
fn attributes(message: &[Field], number: u64) -> BTreeMap<String, String> {
    let text = |field: &Field, number| field.bytes(number).map(|bytes| String::from_utf8(bytes.to_vec()).unwrap());
    let pair = |pair: Vec<Field>| {
        let name = pair.iter().find_map(|field| text(field, 1)).unwrap();
        let value = pair.iter().find_map(|field| field.message(2)).unwrap_or_default();
        (name, value.iter().find_map(|field| text(field, 1)).unwrap_or_default())
    };
    message.iter().filter_map(|field| field.message(number)).map(pair).collect()
}

/// A field of a Protocol Buffers message: its number and its content.
#[derive(Clone, Debug)]
enum Field {
    Number(u64, u64),
    Bytes(u64, Vec<u8>),
}

impl Field {
    fn bytes(&self, wanted: u64) -> Option<&[u8]> {
        match self {
            Self::Bytes(number, bytes) if *number == wanted => Some(bytes),
            Self::Bytes(..) | Self::Number(..) => None,
        }
    }

    fn message(&self, wanted: u64) -> Option<Vec<Self>> {
        self.bytes(wanted).map(fields)
    }

    fn number(&self, wanted: u64) -> Option<u64> {
        match self {
            Self::Number(number, value) if *number == wanted => Some(*value),
            Self::Bytes(..) | Self::Number(..) => None,
        }
    }
}

/// Parses the fields of a message, in order.
fn fields(mut message: &[u8]) -> Vec<Field> {
    let mut found = Vec::new();
    while !message.is_empty() {
        let tag = varint(&mut message);
        let number = tag >> 3;
        found.push(match tag & 7 {
            0 => Field::Number(number, varint(&mut message)),
            1 => Field::Number(number, u64::from_le_bytes(take(&mut message, 8).try_into().unwrap())),
            2 => {
                let length = usize::try_from(varint(&mut message)).unwrap();
                Field::Bytes(number, take(&mut message, length).to_vec())
            }
            5 => Field::Number(number, u32::from_le_bytes(take(&mut message, 4).try_into().unwrap()).into()),
            other => panic!("{other} is not a known field type"),
        });
    }
    found
}

fn take<'a>(message: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = message.split_at(count);
    *message = rest;
    taken
}

fn varint(message: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(message, 1)[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return value;
        }
    }
    panic!("a varint is too long");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses the spans of one request to the collector.
fn spans((headers, body): (HeaderMap, Bytes)) -> Vec<Span> {
    assert_eq!(headers["content-type"], "application/x-protobuf");
    assert_eq!(headers["authorization"], "Bearer t0ken");
    let mut found = Vec::new();
    for resource_spans in fields(&body).iter().filter_map(|field| field.message(1)) {
        let resource = resource_spans.iter().find_map(|field| field.message(1)).unwrap();
        let said = attributes(&resource, 1);
        assert_eq!((said["service.name"].as_str(), said["service.instance.id"].as_str()), ("refrain", "one"));
        for scope_spans in resource_spans.iter().filter_map(|field| field.message(2)) {
            found.extend(scope_spans.iter().filter_map(|field| field.message(2)).map(|span| Span::read(&span)));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_occurrence_is_one_trace_with_a_span_for_each_attempt_and_each_step() {
    let mut collector = Arrivals::listen(&[]).await;
    // The first attempt fails, so there are two attempts.
    let mut receiver = Arrivals::listen(&[503]).await;
    let mut server = Server::start(&collector.base);
    let action = json!({ "provider": "webhook", "target": format!("{}/hook", receiver.base) });
    let body = json!({ "cron": "0 0 1 1 *", "retry": { "initial": "1s", "max_attempts": 3 }, "action": action });
    server.ask(Method::PUT, "/v1/schedules/digest", &body).await;
    server.ask(Method::POST, "/v1/schedules/digest/fire", &json!({})).await;
    let attempts = [receiver.next().await, receiver.next().await];
    // A server that stops sends its remaining spans.
    kill_process(Pid::from_child(&server.child), Signal::TERM).unwrap();
    assert!(server.child.wait().unwrap().success());
    let mut found = Vec::new();
    while found.iter().filter(|span: &&Span| span.parent_span_id.is_empty()).count() < 2 {
        found.extend(spans(collector.next().await));
    }
    let trace = &found[0].trace_id;
    assert!(found.iter().all(|span| span.trace_id == *trace), "{found:#?}");
    for (number, (headers, _)) in attempts.iter().enumerate() {
        let reported = headers["traceparent"].to_str().unwrap();
        let key = headers["idempotency-key"].to_str().unwrap();
        assert_eq!(hex(trace), &key[..32], "the trace ID must be derived from the idempotency key");
        let span =
            found.iter().find(|span| format!("00-{}-{}-01", hex(trace), hex(&span.span_id)) == reported).unwrap();
        assert_eq!(span.name, "recurring.occurrence");
        assert_eq!(span.attributes["refrain.schedule"], "digest");
        assert_eq!(span.attributes["refrain.idempotency_key"], key);
        let steps: Vec<&Span> = found.iter().filter(|step| step.parent_span_id == span.span_id).collect();
        let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
        assert!(names.contains(&"guard") && names.contains(&"rules") && names.contains(&"provider"), "{names:?}");
        let is_inside = |step: &&&Span| step.start >= span.start && step.end <= span.end;
        assert_eq!(steps.iter().filter(is_inside).count(), steps.len(), "{steps:#?}");
        // In OTLP, status 1 is ok and 2 is an error.
        assert_eq!(span.status, if number == 0 { 2 } else { 1 }, "{span:#?}");
    }
}
