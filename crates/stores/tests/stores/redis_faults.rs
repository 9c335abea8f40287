//! Behavior of the Redis store when Redis is unreachable, misconfigured, newer, full, killed, or has lost its
//! scripts.

use std::time::Duration;

use refrain_ledger::model::{NewOccurrence, ScheduleKey, State, Tenant};
use refrain_ledger::store::{InsertResult, Ledger, Marks, PlanResult, SettleResult, Store, StoreError};
use refrain_ledger::testing::fixture::{
    acme, at, claim, definition, done, due, insert, key, key_of, manual, plan, save, settlement,
};
use refrain_stores::redis::{Redis, RedisOptions};

use crate::news;
use crate::redis_proxy::Proxy;
use crate::redis_server::{Server, all, planned, rows, saved};

/// Maximum number of hints that are sent until one arrives.
const HINTS_MAX: i64 = 6_000;
const DURABLE: [&str; 4] = ["--appendonly", "yes", "--appendfsync", "always"];

/// Retries while the outcome is unknown, as every caller does.
async fn again<T>(mut ask: impl AsyncFnMut() -> Result<T, StoreError>) -> T {
    for _ in 0..20 {
        match ask().await {
            Ok(answer) => return answer,
            Err(error) => assert!(error.is_transient(), "{error}"),
        }
    }
    panic!("the store does not become available again");
}

#[tokio::test]
async fn an_absent_redis_server_is_unavailable() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for url in ["redis+unix:///nowhere/redis.sock".to_owned(), format!("redis://127.0.0.1:{port}/")] {
        let error = Redis::open(RedisOptions::new(&url)).await.unwrap_err();
        assert!(matches!(error, StoreError::Unavailable(_)), "{url}: {error}");
    }
}

#[tokio::test]
async fn invalid_redis_options_are_refused() {
    let open = async |change: fn(&mut RedisOptions)| {
        let mut options = RedisOptions::new("redis://127.0.0.1:1/");
        change(&mut options);
        Redis::open(options).await.unwrap_err().code()
    };
    assert_eq!(open(|options| options.prefix = "a{b}".to_owned()).await, "invalid");
    assert_eq!(open(|options| options.prefix = "a:b".to_owned()).await, "invalid");
    assert_eq!(open(|options| options.shards = 0).await, "invalid");
    assert_eq!(open(|options| options.url = "http://example.com".to_owned()).await, "invalid");
}

#[tokio::test]
async fn a_wrong_password_is_refused_with_the_message_of_the_server() {
    let server = Server::start(&["--requirepass", "right"]);
    for (password, is_right) in [("wrong", false), ("right", true)] {
        let opened = Redis::open(RedisOptions::new(format!("{}?pass={password}", server.url()))).await;
        match opened {
            Ok(_) => assert!(is_right),
            Err(error) => {
                assert!(!is_right && matches!(error, StoreError::Unavailable(_)), "{error}");
                assert!(error.to_string().to_lowercase().contains("password"), "{error}");
            }
        }
    }
    let without = Redis::open(RedisOptions::new(server.url())).await.unwrap_err();
    assert!(matches!(without, StoreError::Unavailable(_)), "{without}");
}

#[tokio::test]
async fn a_newer_layout_is_refused() {
    let server = Server::start(&[]);
    drop(server.open().await);
    server.tell(&["HSET", "{refrain:meta}", "version", "99", "oldest_reader", "99"]).await;
    let error = Redis::open(RedisOptions::new(server.url())).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 99, known: 2 }), "{error}");
}

#[tokio::test]
async fn a_keyspace_keeps_its_number_of_shards() {
    let server = Server::start(&[]);
    let few = Redis::open(RedisOptions::new(server.url()).with(|it| it.shards = 3)).await.unwrap();
    planned(&few, "a", &[0]).await;
    let many = Redis::open(RedisOptions::new(server.url()).with(|it| it.shards = 64)).await.unwrap();
    assert_eq!(rows(&many).await, rows(&few).await);
    assert_eq!(many.claim(&all(), at(0)).await.unwrap().started.len(), 1);
}

#[tokio::test]
async fn a_killed_connection_is_replaced() {
    let server = Server::start(&[]);
    let store = server.open().await;
    planned(&store, "a", &[0, 1, 2]).await;
    for _ in 0..3 {
        server.tell(&["CLIENT", "KILL", "TYPE", "normal"]).await;
        let claimed = again(async || store.claim(&claim("n1", 1), at(5)).await).await;
        assert!(claimed.started.len() <= 1);
    }
    again(async || store.claim(&all(), at(5)).await).await;
    assert!(rows(&store).await.iter().all(|row| row.state == State::Running && row.attempt == 1));
}

#[tokio::test]
async fn a_killed_server_restarts_with_all_acknowledged_writes() {
    let mut server = Server::start(&DURABLE);
    let store = server.open().await;
    let schedule = planned(&store, "a", &[0, 1]).await;
    let claimed = store.claim(&claim("n1", 1), at(5)).await.unwrap();
    let before = rows(&store).await;
    server.crash();
    assert_eq!(again(async || store.schedule(&key("a")).await).await, Some(schedule));
    assert_eq!(rows(&store).await, before);
    let settled = store.settle(vec![settlement(&claimed.started[0], done())], at(6)).await.unwrap();
    assert_eq!(settled, [SettleResult::Done]);
}

#[tokio::test]
async fn a_lost_answer_is_unknown_and_a_retry_duplicates_nothing() {
    let server = Server::start(&[]);
    let proxy = Proxy::start(server.socket());
    let store = Redis::open(RedisOptions::new(proxy.url())).await.unwrap();
    let schedule = saved(&store, "a").await;

    proxy.lose_answer_of("EVALSHA");
    let plans = || vec![plan(&schedule, vec![due(0), due(1)])];
    let error = store.plan(plans(), at(0)).await.unwrap_err();
    assert!(matches!(error, StoreError::Unknown(_)), "{error}");
    // The plan was written: planning again finds the schedule advanced, and every row once.
    assert_eq!(again(async || store.plan(plans(), at(0)).await).await, [PlanResult::Stale]);
    assert_eq!(rows(&store).await.len(), 2);

    proxy.lose_answer_of("EVALSHA");
    let error = store.claim(&all(), at(5)).await.unwrap_err();
    assert!(matches!(error, StoreError::Unknown(_)), "{error}");
    // No worker received these leases: they expire, and the attempt was counted.
    assert!(again(async || store.claim(&all(), at(5)).await).await.started.is_empty());
    let claimed = store.claim(&all(), at(60)).await.unwrap();
    assert!(claimed.started.len() == 2 && claimed.started.iter().all(|row| row.attempt == 2));

    proxy.lose_answer_of("EVALSHA");
    let settlements = || claimed.started.iter().map(|row| settlement(row, done())).collect::<Vec<_>>();
    let error = store.settle(settlements(), at(61)).await.unwrap_err();
    assert!(matches!(error, StoreError::Unknown(_)), "{error}");
    let settled = again(async || store.settle(settlements(), at(61)).await).await;
    assert_eq!(settled, [SettleResult::Already(State::Succeeded); 2]);
    assert_eq!(store.schedule(&key("a")).await.unwrap().unwrap().counters.succeeded, 2);

    proxy.lose_answer_of("EVALSHA");
    let asked = || insert(&key("a"), vec![manual("x", 0)]);
    let error = store.insert(asked(), at(70)).await.unwrap_err();
    assert!(matches!(error, StoreError::Unknown(_)), "{error}");
    again(async || store.insert(asked(), at(70)).await).await;
    assert_eq!(rows(&store).await.len(), 3);
}

#[tokio::test]
async fn no_answer_within_the_deadline_is_unknown() {
    let server = Server::start(&[]);
    let store = server.open().await;
    server.tell(&["CLIENT", "PAUSE", "600000", "ALL"]).await;
    // The deadline passes at once, however long it is: nothing else happens.
    tokio::time::pause();
    let error = store.now().await.unwrap_err();
    assert!(matches!(error, StoreError::Unknown(_)), "{error}");
}

#[tokio::test]
async fn missing_scripts_are_loaded_again() {
    let server = Server::start(&[]);
    let store = server.open().await;
    let schedule = saved(&store, "a").await;
    server.tell(&["SCRIPT", "FLUSH"]).await;
    let planned = store.plan(vec![plan(&schedule, vec![due(0)])], at(0)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 1 }]);
    server.tell(&["SCRIPT", "FLUSH"]).await;
    let claimed = store.claim(&all(), at(0)).await.unwrap();
    server.tell(&["SCRIPT", "FLUSH"]).await;
    let settled = store.settle(vec![settlement(&claimed.started[0], done())], at(1)).await.unwrap();
    assert_eq!(settled, [SettleResult::Done]);
    server.tell(&["SCRIPT", "FLUSH"]).await;
    assert_eq!(store.sweep(10, at(1)).await.unwrap(), 0);
}

#[tokio::test]
async fn weak_durability_settings_are_reported() {
    let check = async |options: &[&str], words: &[&str]| {
        let server = Server::start(options);
        let warnings = server.open().await.health().await.unwrap().warnings;
        assert_eq!(warnings.len(), words.len(), "{options:?}: {warnings:?}");
        for word in words {
            assert!(warnings.iter().any(|warning| warning.contains(word)), "{options:?}: {warnings:?}");
        }
    };
    check(&DURABLE, &[]).await;
    check(&["--appendonly", "no", "--appendfsync", "always"], &["appendonly is no"]).await;
    check(&["--appendonly", "yes", "--appendfsync", "everysec"], &["appendfsync is everysec"]).await;
    check(&[&DURABLE[..], &["--maxmemory-policy", "allkeys-lru"]].concat(), &["maxmemory-policy is allkeys-lru"]).await;
    let forbidden = [&DURABLE[..], &["--rename-command", "CONFIG", ""]].concat();
    check(&forbidden, &["appendonly could not", "appendfsync could not", "maxmemory-policy could not"]).await;
}

#[tokio::test]
async fn a_replica_refuses_writes_and_can_be_read() {
    let server = Server::start(&[]);
    let store = server.open().await;
    let schedule = planned(&store, "a", &[0]).await;
    server.tell(&["REPLICAOF", "127.0.0.1", "1"]).await;
    let error = store.claim(&all(), at(0)).await.unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    let error = store.save(save(key("b"), definition()), at(0)).await.unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    assert_eq!(store.schedule(&key("a")).await.unwrap(), Some(schedule));
    let fresh = RedisOptions::new(server.url()).with(|it| it.prefix = "other".to_owned());
    let error = Redis::open(fresh).await.unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
}

#[tokio::test]
async fn a_full_server_refuses_and_nothing_is_half_written() {
    let server = Server::start(&[]);
    let store = server.open().await;
    let schedule = planned(&store, "a", &[0]).await;
    let claimed = store.claim(&all(), at(0)).await.unwrap();
    let keys = server.tell(&["DBSIZE"]).await;
    let (before, wakeup) = (rows(&store).await, store.next_wakeup().await.unwrap());
    server.tell(&["CONFIG", "SET", "maxmemory", "1"]).await;
    let plans = || vec![plan(&schedule, vec![due(10), due(11)])];
    let settlements = || vec![settlement(&claimed.started[0], done())];
    let new = || save(ScheduleKey { tenant: acme(), id: refrain_ledger::testing::fixture::id("b") }, definition());
    for error in [
        store.plan(plans(), at(1)).await.unwrap_err(),
        store.settle(settlements(), at(1)).await.unwrap_err(),
        store.save(new(), at(1)).await.unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    }
    assert_eq!(rows(&store).await, before);
    assert_eq!(store.next_wakeup().await.unwrap(), wakeup);
    server.tell(&["CONFIG", "SET", "maxmemory", "0"]).await;
    assert_eq!(server.tell(&["DBSIZE"]).await, keys);
    assert_eq!(store.plan(plans(), at(1)).await.unwrap(), [PlanResult::Done { inserted: 2 }]);
    assert_eq!(store.settle(settlements(), at(1)).await.unwrap(), [SettleResult::Done]);
}

#[tokio::test]
async fn messages_of_a_node_reach_only_other_nodes() {
    let server = Server::start(&[]);
    let (one, other) = (server.open().await, server.open().await);
    news::check_messages_reach_only_others(&one, &other).await;
}

#[tokio::test]
async fn nodes_wake_each_other_after_a_reconnect() {
    let server = Server::start(&[]);
    let (one, other) = (server.open().await, server.open().await);
    let mut wakes = other.wakes();
    planned(&one, "a", &[0]).await;
    wakes.changed().await.unwrap();
    server.tell(&["CLIENT", "KILL", "TYPE", "pubsub"]).await;
    // Hints may be lost while the connection is restored, so they are sent until one arrives.
    for second in 1.. {
        wakes.mark_unchanged();
        again(async || one.insert(insert(&key("a"), vec![manual(&second.to_string(), 0)]), at(second)).await).await;
        if tokio::time::timeout(Duration::from_millis(50), wakes.changed()).await.is_ok() {
            break;
        }
        assert!(second < HINTS_MAX, "no hint arrived");
    }
}

#[tokio::test]
async fn a_dated_key_is_unique_whatever_the_order_of_dates() {
    let server = Server::start(&[]);
    let store = server.open().await;
    saved(&store, "a").await;
    let dated = |day: i64| NewOccurrence { period_key: format!("2026-01-{day:02}"), ..due(day) };
    let check = async |days: &[i64], inserted: usize| {
        let schedule = store.schedule(&key("a")).await.unwrap().unwrap();
        let days = days.iter().map(|day| dated(*day)).collect();
        assert_eq!(store.plan(vec![plan(&schedule, days)], at(0)).await.unwrap(), [PlanResult::Done { inserted }]);
    };
    check(&[3], 1).await;
    check(&[1, 3, 4, 1], 2).await;
    let by_hand = vec![dated(6), dated(4), manual("x", 0)];
    let inserted = store.insert(insert(&key("a"), by_hand), at(0)).await.unwrap();
    assert!(
        matches!(inserted[..], [InsertResult::New(_), InsertResult::Existing(..), InsertResult::New(_)]),
        "{inserted:?}"
    );
    check(&[7, 6, 5, 3, 7], 2).await;
    assert_eq!(rows(&store).await.len(), 7);
}

#[tokio::test]
async fn a_batch_over_many_shards_is_one_transaction() {
    let server = Server::start(&[]);
    let store = server.open().await;
    let mut plans = Vec::new();
    for number in 0..20 {
        let tenant = Tenant::new("default", &format!("tenant-{number}")).unwrap();
        let schedule = store.save(save(key_of(tenant, "a"), definition()), at(0)).await.unwrap();
        plans.push(plan(&schedule, vec![due(0)]));
    }
    let turns = async || {
        let ::redis::Value::BulkString(reported) = server.tell(&["INFO", "commandstats"]).await else {
            panic!("no text")
        };
        let reported = String::from_utf8(reported).unwrap();
        let line = reported.lines().find(|line| line.starts_with("cmdstat_exec:")).unwrap_or("cmdstat_exec:calls=0,");
        line.split(['=', ',']).nth(1).unwrap().parse::<u32>().unwrap()
    };
    assert_eq!(turns().await, 0);
    assert!(store.plan(plans, at(0)).await.unwrap().iter().all(|planned| *planned == PlanResult::Done { inserted: 1 }));
    assert_eq!(turns().await, 1);
    assert_eq!(store.claim(&all(), at(0)).await.unwrap().started.len(), 20);
    assert_eq!(turns().await, 2);
}
