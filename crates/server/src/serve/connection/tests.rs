//! Deadlines of a connection, on a paused clock: time passes only while nothing else can happen.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::routing::get;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::super::slots::Slots;
use super::*;

/// Length of the large response, in bytes: more than the stream and the server buffer.
const LARGE: usize = 4 * 1024 * 1024;
/// Quota of the stream between client and server, in bytes.
const CAPACITY: usize = 64 * 1024;
/// Longer than any deadline.
const LONG: Duration = Duration::from_secs(600);
const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: a\r\n\r\n";
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Returns the client's end of a connection with the default deadlines, and the task that serves it.
fn connect() -> (DuplexStream, JoinHandle<()>) {
    let late = || async {
        let parts = futures_util::stream::once(async {
            sleep(LONG).await;
            Ok::<_, Infallible>(Bytes::from_static(b"late"))
        });
        Body::from_stream(parts)
    };
    let router = Router::new()
        .route("/", get(|| async { "answer" }))
        .route("/large", get(|| async { vec![b'x'; LARGE] }))
        .route("/late", get(late));
    let options = Arc::new(ListenOptions::default());
    let slot = Slots::new(Arc::clone(&options)).take([127, 0, 0, 1].into()).unwrap();
    let context = ConnectionContext { tls: None, router, options };
    let (client, server) = tokio::io::duplex(CAPACITY);
    let graceful = GracefulShutdown::new();
    let serving = serve(server, ([127, 0, 0, 1], 1).into(), slot, context, graceful.watcher());
    let serving = async move {
        serving.await;
        // Dropping it earlier would end the connection.
        drop(graceful);
    };
    (client, tokio::spawn(serving))
}

/// Reads until the text ends with `end`.
async fn read_until(client: &mut DuplexStream, end: &str) -> String {
    let mut text = String::new();
    while !text.ends_with(end) {
        let byte = client.read_u8().await.unwrap_or_else(|error| panic!("{error} after {text:?}"));
        text.push(char::from(byte));
    }
    text
}

/// Builds an HTTP/2 frame on a stream.
fn frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).unwrap();
    [&[0, 0, length, kind, flags, 0, 0, 0, stream], payload].concat()
}

/// Reads frames and answers pings until the connection is closed.
async fn answer_pings(client: &mut DuplexStream) {
    let mut head = [0; 9];
    while client.read_exact(&mut head).await.is_ok() {
        let mut payload = vec![0; usize::from(head[1]) << 8 | usize::from(head[2])];
        let (Ok(_), ping) = (client.read_exact(&mut payload).await, 6) else { return };
        if head[3] == ping && head[4] == 0 && client.write_all(&frame(ping, 1, 0, &payload)).await.is_err() {
            return;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_client_is_disconnected() {
    for beginning in ["", "GET / HT", "PRI * HTTP/2"] {
        let (mut client, serving) = connect();
        client.write_all(beginning.as_bytes()).await.unwrap();
        serving.await.unwrap();
        assert_eq!(client.read(&mut [0; 1]).await.unwrap(), 0, "{beginning:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_head_that_never_ends_is_not_awaited() {
    let (mut client, serving) = connect();
    let trickle = async {
        while client.write_all(b"GET / HTTP/1.1\r\nx").await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
    };
    let (served, ()) = tokio::join!(serving, trickle);
    served.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_connection_stays_open_between_requests_but_not_forever() {
    let (mut client, serving) = connect();
    // Longer than the deadline for a head, shorter than the deadline for the next request.
    let pause = Duration::from_secs(60);
    for _ in 0..3 {
        client.write_all(REQUEST).await.unwrap();
        read_until(&mut client, "answer").await;
        sleep(pause).await;
    }
    client.write_all(REQUEST).await.unwrap();
    read_until(&mut client, "answer").await;
    serving.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_is_disconnected() {
    let (mut client, serving) = connect();
    client.write_all(b"GET /large HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    serving.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_gets_the_whole_answer() {
    let (mut client, serving) = connect();
    client.write_all(b"GET /large HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.unwrap();
    let (mut length, mut part) = (0, vec![0; CAPACITY]);
    loop {
        sleep(Duration::from_secs(20)).await;
        match client.read(&mut part).await.unwrap() {
            0 => break,
            more => length += more,
        }
    }
    assert!(length > LARGE, "{length}");
    serving.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_takes_long_is_not_cut() {
    let (mut client, _serving) = connect();
    client.write_all(b"GET /late HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    read_until(&mut client, "late").await;
}

#[tokio::test(start_paused = true)]
async fn an_http2_client_without_requests_is_disconnected() {
    let (mut client, serving) = connect();
    client.write_all(&[PREFACE, &frame(4, 0, 0, &[])].concat()).await.unwrap();
    let (served, ()) = tokio::join!(serving, answer_pings(&mut client));
    served.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_http2_client_that_gives_no_window_is_disconnected() {
    let (mut client, serving) = connect();
    // With an initial window of 0 bytes, the response can never be sent.
    let settings = frame(4, 0, 0, &[0, 4, 0, 0, 0, 0]);
    // GET / over http, with the authority `a`.
    let request = frame(1, 5, 1, &[0x82, 0x84, 0x86, 0x41, 1, b'a']);
    client.write_all(&[PREFACE, &settings, &request].concat()).await.unwrap();
    let (served, ()) = tokio::join!(serving, answer_pings(&mut client));
    served.unwrap();
}
