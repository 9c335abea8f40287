//! A server that answers every request with the same bytes, as a separate process.

use std::error::Error;
use std::net::Ipv4Addr;

use axum::Router;
use axum::http::{Method, StatusCode, header};
use hyper::body::Bytes;
use tokio::net::TcpListener;

/// Serves until the process is killed. Request bodies are read to their end.
pub async fn serve(bytes: usize, port: u16) -> Result<(), Box<dyn Error>> {
    let body = Bytes::from(vec![b'x'; bytes]);
    let answer = async move |method: Method, _: Bytes| {
        let status = if method == Method::POST { StatusCode::CREATED } else { StatusCode::OK };
        (status, [(header::CONTENT_TYPE, "application/json")], body)
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    axum::serve(listener, Router::new().fallback(answer)).await?;
    Ok(())
}
