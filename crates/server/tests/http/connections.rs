//! Connections that use resources without sending a request.

use std::time::Duration;

use refrain_server::serve::{ListenOptions, ServeOptions, Server};
use reqwest::Client;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::tls;
use crate::world::{World, install_tls};

async fn open(listen: ListenOptions) -> World {
    install_tls();
    let options = ServeOptions { listen, ..World::options("memory:") };
    World::of(Server::open(options).await.unwrap(), Client::new())
}

async fn connect(world: &World) -> TcpStream {
    let address = world.base().split_once("://").unwrap().1;
    TcpStream::connect(address).await.unwrap()
}

/// Waits until the server closes a connection without having sent anything.
async fn is_closed(mut stream: TcpStream) {
    // A closed connection may also end with an error.
    assert_eq!(stream.read(&mut [0; 1]).await.unwrap_or(0), 0);
}

#[tokio::test]
async fn a_silent_connection_is_closed() {
    // Short, so that the test does not have to wait. Nothing in the test depends on speed.
    let listen = ListenOptions { head_timeout: Duration::from_millis(20), ..ListenOptions::default() };
    let world = open(listen).await;
    is_closed(connect(&world).await).await;
    let mut half = connect(&world).await;
    // On a slow machine the connection may already be closed.
    half.write_all(b"GET /healthz HTTP/1.1\r\nhost: ").await.ok();
    is_closed(half).await;
    world.stop().await;
}

#[tokio::test]
async fn a_client_that_never_begins_the_handshake_is_disconnected() {
    let folder = tls::Folder::make("silent");
    // Short, so that the test does not have to wait. Nothing in the test depends on speed.
    let listen = ListenOptions { head_timeout: Duration::from_millis(20), ..ListenOptions::default() };
    let options = ServeOptions { listen, ..tls::options(&folder.certificate()) };
    let world = World::of(Server::open(options).await.unwrap(), folder.client());
    is_closed(connect(&world).await).await;
    world.stop().await;
}

#[tokio::test]
async fn idle_connections_make_room_for_others() {
    // The smallest limit that shows the behavior.
    let world = open(ListenOptions { connections_max: 3, ..ListenOptions::default() }).await;
    let mut silent = Vec::new();
    for _ in 0..10 {
        silent.push(connect(&world).await);
    }
    world.get("/healthz").await.is(200);
    for stream in silent.drain(..7) {
        is_closed(stream).await;
    }
    world.get("/healthz").await.is(200);
    world.stop().await;
}
