//! A Redis Cluster is rejected with a clear error, whichever of its nodes is used.

use std::net::TcpListener;
use std::process::Command;

use refrain_ledger::store::StoreError;
use refrain_stores::redis::{Redis, RedisOptions};

use crate::redis_server::Server;

/// Returns a port that was free a moment ago.
fn free_port() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string()
}

fn node() -> (Server, String) {
    let (port, bus) = (free_port(), free_port());
    let options = ["--bind", "127.0.0.1", "--port", &port, "--cluster-enabled", "yes", "--cluster-port", &bus];
    let server = Server::start(&options);
    (server, format!("127.0.0.1:{port}"))
}

#[tokio::test]
async fn a_cluster_is_refused_with_a_hint() {
    let nodes = [node(), node(), node()];
    let mut create = Command::new("redis-cli");
    create.args(["--cluster", "create"]).args(nodes.iter().map(|(_, address)| address)).arg("--cluster-yes");
    let created = create.output().unwrap();
    assert!(created.status.success(), "{}", String::from_utf8_lossy(&created.stdout));
    for (server, address) in &nodes {
        let open = async || Redis::open(RedisOptions::new(format!("redis://{address}/"))).await.unwrap_err();
        let error = open().await;
        assert!(matches!(error, StoreError::Invalid { field: "url", .. }), "{error}");
        assert!(error.to_string().contains("use a server with `cluster-enabled no`"), "{error}");
        // If `INFO` is not permitted, the store detects the cluster when a node redirects it to another.
        server.tell(&["ACL", "SETUSER", "default", "-info"]).await;
        let error = open().await;
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
        assert!(error.to_string().contains("use a server with `cluster-enabled no`"), "{error}");
    }
}
