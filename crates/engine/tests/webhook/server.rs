//! A receiver with scripted replies, over plain TCP or TLS. It counts every connection.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

/// A request, as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Method and path.
    pub(crate) line: String,
    /// Headers, with lower-case names.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// Returns the value of a header, or an empty text if it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// Reaction of the receiver to a request.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// Sends these bytes.
    Bytes(Vec<u8>),
    /// Sends these bytes one at a time, a tenth of a second apart.
    Drip(Vec<u8>),
    /// Sends a head, and then data for as long as the client reads.
    Endless(String),
    /// Sends these bytes when a permit is available.
    Wait(Arc<Semaphore>, Vec<u8>),
    /// Sends nothing and keeps the connection open.
    Hang,
    /// Closes the connection immediately.
    Close,
}

impl Reply {
    pub(crate) fn status(status: u16) -> Self {
        Self::with(status, &[], "")
    }

    pub(crate) fn with(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
        Self::Bytes(format!("{head}{body}").into_bytes())
    }
}

type Behaviour = Arc<dyn Fn(&Request) -> Reply + Send + Sync>;

#[derive(Clone, Default)]
struct Traffic {
    connections: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<Request>>>,
    another: Arc<Notify>,
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    seen: Traffic,
    task: JoinHandle<()>,
}

impl Server {
    /// Starts a server on a free port of 127.0.0.1.
    pub(crate) async fn start(behaviour: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        Self::start_at("127.0.0.1:0", None, behaviour).await
    }

    /// Starts a server that accepts everything.
    pub(crate) async fn accepting() -> Self {
        Self::start(|_| Reply::status(204)).await
    }

    pub(crate) async fn start_at(
        address: &str,
        tls: Option<TlsAcceptor>,
        behaviour: impl Fn(&Request) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Traffic::default();
        let task = tokio::spawn(serve(listener, tls, seen.clone(), Arc::new(behaviour)));
        Self { address, seen, task }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the number of connections made.
    pub(crate) fn connections(&self) -> usize {
        self.seen.connections.load(Ordering::SeqCst)
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.seen.requests.lock().unwrap().clone()
    }

    /// Waits until this number of requests has arrived.
    pub(crate) async fn wait_for_requests(&self, count: usize) {
        while self.requests().len() < count {
            self.seen.another.notified().await;
        }
    }

    /// Returns the only request.
    pub(crate) fn request(&self) -> Request {
        let requests = self.requests();
        assert_eq!(requests.len(), 1, "{requests:?}");
        requests[0].clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, tls: Option<TlsAcceptor>, seen: Traffic, behaviour: Behaviour) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { return };
        seen.connections.fetch_add(1, Ordering::SeqCst);
        let (seen, behaviour, tls) = (seen.clone(), behaviour.clone(), tls.clone());
        tokio::spawn(async move {
            match tls {
                None => converse(stream, &seen, &behaviour).await,
                Some(tls) => match tls.accept(stream).await {
                    Ok(stream) => converse(stream, &seen, &behaviour).await,
                    Err(_) => None,
                },
            }
        });
    }
}

/// Answers requests on one connection until it is closed.
async fn converse(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    seen: &Traffic,
    behaviour: &Behaviour,
) -> Option<()> {
    loop {
        let request = read_request(&mut stream).await?;
        let reply = behaviour(&request);
        seen.requests.lock().unwrap().push(request);
        seen.another.notify_one();
        match reply {
            Reply::Bytes(bytes) => stream.write_all(&bytes).await.ok()?,
            Reply::Wait(permits, bytes) => {
                permits.acquire().await.ok()?.forget();
                stream.write_all(&bytes).await.ok()?;
            }
            Reply::Close => return None,
            Reply::Hang => std::future::pending().await,
            Reply::Drip(bytes) => {
                let mut ticks = tokio::time::interval(std::time::Duration::from_millis(100));
                for byte in bytes {
                    ticks.tick().await;
                    stream.write_all(&[byte]).await.ok()?;
                    stream.flush().await.ok()?;
                }
            }
            Reply::Endless(head) => {
                stream.write_all(head.as_bytes()).await.ok()?;
                loop {
                    stream.write_all(&[b'x'; 64 * 1024]).await.ok()?;
                }
            }
        }
    }
}

async fn read_request(stream: &mut (impl AsyncRead + Unpin)) -> Option<Request> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at;
        }
        stream.read_buf(&mut bytes).await.ok().filter(|read| *read > 0)?;
    };
    let head = String::from_utf8(bytes[..head_end].to_vec()).ok()?;
    let mut body = bytes.split_off(head_end + 4);
    let mut lines = head.lines();
    let line = lines.next()?.trim_end_matches(" HTTP/1.1").to_owned();
    let pair =
        |line: &str| line.split_once(':').map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()));
    let headers: Vec<(String, String)> = lines.filter_map(pair).collect();
    let length =
        headers.iter().find(|(name, _)| name == "content-length").map_or(0, |(_, value)| value.parse().unwrap());
    while body.len() < length {
        stream.read_buf(&mut body).await.ok().filter(|read| *read > 0)?;
    }
    Some(Request { line, headers, body })
}
