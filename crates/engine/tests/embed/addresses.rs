//! Each kind of store address opens its store. The servers are shared by the whole test run; every test uses
//! its own tenant.

use refrain::{Failure, Refrain, RunContext};

/// Opens a store by its address, with the store's own clock, and runs a schedule there immediately.
async fn check_address(address: &str) {
    let tenant = format!("embed-{}", std::process::id());
    let refrain = Refrain::builder().tenant(tenant).open(address).await.unwrap();
    refrain.handler("count", |_: RunContext, (): ()| async { Ok::<_, Failure>(()) });
    refrain.schedule("a").run_now().then().cron("0 0 1 1 *").handler("count", ()).save().await.unwrap();
    while refrain.get("a").await.unwrap().unwrap().counters.succeeded == 0 {
        refrain.tick().await.unwrap();
    }
    refrain.delete("a").await.unwrap();
}

#[tokio::test]
async fn memory_is_a_store() {
    check_address("memory:").await;
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn a_postgresql_address_opens_a_postgresql_store() {
    check_address(&std::env::var("REFRAIN_TEST_POSTGRES").expect("`make test` starts a server and sets its address"))
        .await;
}

#[cfg(feature = "redis")]
#[tokio::test]
async fn a_redis_address_opens_a_redis_store() {
    check_address(&std::env::var("REFRAIN_TEST_REDIS").expect("`make test` starts a server and sets its address"))
        .await;
}
