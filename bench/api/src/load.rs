//! Load over persistent connections: one request after the other on each connection.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, JoinSet};

/// One connection.
pub struct Connection {
    sender: SendRequest<Full<Bytes>>,
    driving: JoinHandle<()>,
    host: String,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        let driving = tokio::spawn(async move { drop(connection.await) });
        Ok(Self { sender, driving, host: address.to_string() })
    }

    pub async fn get(&mut self, path: &str) -> Result<(u16, Bytes), Box<dyn Error + Send + Sync>> {
        self.send(Method::GET, path, Bytes::new()).await
    }

    /// Sends a request and reads its response to the end.
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<(u16, Bytes), Box<dyn Error + Send + Sync>> {
        let mut request = Request::builder().method(method).uri(path).header("host", &self.host);
        if !body.is_empty() {
            request = request.header("content-type", "application/json");
        }
        self.sender.ready().await?;
        let answer = self.sender.send_request(request.body(Full::new(body))?).await?;
        let status = answer.status().as_u16();
        Ok((status, answer.into_body().collect().await?.to_bytes()))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.driving.abort();
    }
}

/// Parameters of a load.
#[derive(Clone)]
pub struct Load {
    pub connections: usize,
    pub duration: Duration,
    pub method: Method,
    /// The status that every response must have.
    pub status: u16,
}

/// Results of a load.
#[derive(Default)]
pub struct Measurements {
    pub took: Duration,
    each: Vec<Duration>,
    /// Total size of all response bodies.
    bytes: usize,
}

impl Measurements {
    pub fn count(&self) -> usize {
        self.each.len()
    }

    pub fn rate(&self) -> f64 {
        self.each.len() as f64 / self.took.as_secs_f64()
    }

    /// Returns the mean length of a response body.
    pub fn bytes_each(&self) -> usize {
        self.bytes / self.each.len().max(1)
    }

    /// Returns the given percentile of the durations.
    pub fn percentile(&self, percent: usize) -> Duration {
        self.each.get((self.each.len().saturating_sub(1)) * percent / 100).copied().unwrap_or_default()
    }
}

impl Load {
    /// Sends requests until the time is over. `ask` creates the path and the body of each request from its number.
    pub async fn run(
        &self,
        address: SocketAddr,
        ask: impl Fn(usize) -> (String, Bytes) + Send + Sync + 'static,
    ) -> Result<Measurements, Box<dyn Error>> {
        let (next, ask) = (Arc::new(AtomicUsize::new(0)), Arc::new(ask));
        let mut connections = Vec::new();
        for _ in 0..self.connections {
            connections.push(Connection::open(address).await.map_err(|error| error.to_string())?);
        }
        let began = Instant::now();
        let mut tasks = JoinSet::new();
        for mut connection in connections {
            let (next, ask, load) = (Arc::clone(&next), Arc::clone(&ask), self.clone());
            tasks.spawn(async move { load.drive(&mut connection, &next, &*ask, began + load.duration).await });
        }
        let mut all = Measurements::default();
        while let Some(part) = tasks.join_next().await {
            let mut part = part??;
            all.each.append(&mut part.each);
            all.bytes += part.bytes;
        }
        all.took = began.elapsed();
        all.each.sort_unstable();
        Ok(all)
    }

    async fn drive(
        &self,
        connection: &mut Connection,
        next: &AtomicUsize,
        ask: &(dyn Fn(usize) -> (String, Bytes) + Send + Sync),
        until: Instant,
    ) -> Result<Measurements, String> {
        let mut own = Measurements::default();
        while Instant::now() < until {
            let (path, body) = ask(next.fetch_add(1, Ordering::Relaxed));
            let began = Instant::now();
            let (status, answer) =
                connection.send(self.method.clone(), &path, body).await.map_err(|error| error.to_string())?;
            own.each.push(began.elapsed());
            own.bytes += answer.len();
            if status != self.status {
                return Err(format!("{path} returned {status}: {}", String::from_utf8_lossy(&answer)));
            }
        }
        Ok(own)
    }
}
