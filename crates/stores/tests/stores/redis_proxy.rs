//! A proxy that can lose an answer after the server has sent it.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Forwards everything between a port and a socket, until it is asked to lose an answer.
pub(crate) struct Proxy {
    port: u16,
    /// Word in the request whose answer will be lost.
    lost: Arc<Mutex<Option<String>>>,
}

impl Proxy {
    pub(crate) fn start(socket: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let lost: Arc<Mutex<Option<String>>> = Arc::default();
        let shared = Arc::clone(&lost);
        // The thread ends with the process; each connection ends with either side.
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), UnixStream::connect(&socket).unwrap());
                pass(client, server, &shared);
            }
        });
        Self { port, lost }
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Lets the next request that contains this word pass, and loses its answer together with the connection.
    pub(crate) fn lose_answer_of(&self, word: &str) {
        *self.lost.lock().unwrap() = Some(word.to_owned());
    }
}

fn pass(client: TcpStream, server: UnixStream, lost: &Arc<Mutex<Option<String>>>) {
    let (mut from_client, mut to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let lost = Arc::clone(lost);
    // Whether the request has passed on this connection.
    let has_passed = Arc::new(AtomicBool::new(false));
    let passes = Arc::clone(&has_passed);
    std::thread::spawn(move || {
        let mut buffer = [0; 65_536];
        while let Ok(length @ 1..) = from_client.read(&mut buffer) {
            let said = String::from_utf8_lossy(&buffer[..length]);
            if lost.lock().unwrap().take_if(|word| said.contains(word.as_str())).is_some() {
                passes.store(true, Ordering::SeqCst);
            }
            if to_server.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        let _ = to_server.shutdown(Shutdown::Both);
    });
    let (mut to_client, mut from_server) = (client, server);
    std::thread::spawn(move || {
        let mut buffer = [0; 65_536];
        while let Ok(length @ 1..) = from_server.read(&mut buffer) {
            if has_passed.load(Ordering::SeqCst) || to_client.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        let _ = to_client.shutdown(Shutdown::Both);
    });
}
