//! The `celery` provider: tasks that a stock Celery worker runs.

use std::hash::{BuildHasher, RandomState};
use std::process::Stdio;
use std::time::Duration;

use refrain::delivery::Provider;
use refrain::model::Action;
use refrain::provider::celery::{CeleryOptions, CeleryProvider};
use refrain::recurrence::Length;
use refrain::store::Page;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

use crate::peer::{SilentServer, unused_port};
use crate::world::{World, action, failure, service};

/// Timeout that only a failure reaches, however slow the machine is.
const PATIENCE: Duration = Duration::from_secs(300);

/// A Celery program. The worker reports to a port when it is ready, and each task reports the arguments of its call.
const PROGRAM: &str = r"
import json, os, socket
from celery import Celery
from celery.signals import worker_ready

app = Celery('tasks', broker=os.environ['BROKER'])
app.conf.task_default_queue = os.environ['QUEUE']

def say(said):
    with socket.create_connection(('127.0.0.1', int(os.environ['PORT']))) as port:
        port.sendall(json.dumps(said).encode())

@worker_ready.connect
def ready(**_):
    say('ready')

@app.task(bind=True, name='app.tasks.tell')
def tell(self, *args, **kwargs):
    say({'id': self.request.id, 'args': args, 'kwargs': kwargs, 'retries': self.request.retries})
";

/// A stock Celery worker process.
struct Worker {
    queue: String,
    _process: Child,
}

impl Worker {
    fn start(broker: &str, port: u16) -> Self {
        let queue = format!("queue-{:016x}", RandomState::new().hash_one(std::process::id()));
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(&queue);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("tasks.py"), PROGRAM).unwrap();
        let log = std::fs::File::create(folder.join("worker.log")).unwrap();
        let process = Command::new(service("REFRAIN_TEST_PYTHON"))
            .args(["-m", "celery", "-A", "tasks", "worker", "--pool", "solo", "--loglevel", "info", "--without-mingle"])
            .current_dir(&folder)
            .env("BROKER", broker)
            .env("QUEUE", &queue)
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Self { queue, _process: process }
    }
}

/// Returns the next report of the worker or a task.
async fn next_report(listener: &TcpListener) -> Value {
    let telling = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        serde_json::from_str(&text).unwrap()
    };
    tokio::time::timeout(PATIENCE, telling).await.expect("the worker reports in time")
}

/// A schedule runs, and a stock worker executes the task it sends.
async fn a_worker_runs_the_tasks_of_a_schedule(broker: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let worker = Worker::start(broker, listener.local_addr().unwrap().port());
    // Before the worker is ready, the AMQP queue for the task does not exist.
    assert_eq!(next_report(&listener).await, "ready");
    let options = CeleryOptions::new(broker).with(|it| it.queue = worker.queue.clone());
    let world = World::with(CeleryProvider::new(options).unwrap()).await;
    let payload = json!({"args": ["é", 1.5, null, [1]], "kwargs": {"to": "ann", "deep": {"a": true}}});
    world.fire_hourly(action("app.tasks.tell", payload)).await;
    let run = world.refrain.runs("hourly", &Page::first(10)).await.unwrap().rows.pop().unwrap();
    let said = next_report(&listener).await;
    assert_eq!(said["args"], json!(["é", 1.5, null, [1]]));
    assert_eq!(said["kwargs"], json!({"to": "ann", "deep": {"a": true}}));
    assert_eq!(said["retries"], 0);
    let target = run.target.unwrap_or_else(|| panic!("{:?}: {:?}", run.state, run.message));
    assert_eq!(said["id"], target.id.as_str(), "the ledger records the task ID");
}

#[cfg(feature = "redis")]
#[tokio::test]
async fn a_stock_worker_runs_a_task_over_redis() {
    a_worker_runs_the_tasks_of_a_schedule(&service("REFRAIN_TEST_REDIS_TCP")).await;
}

#[cfg(feature = "amqp")]
#[tokio::test]
async fn a_stock_worker_runs_a_task_over_amqp() {
    a_worker_runs_the_tasks_of_a_schedule(&service("REFRAIN_TEST_AMQP")).await;
}

#[cfg(feature = "redis")]
#[tokio::test]
async fn a_resent_task_has_the_same_id() {
    let queue = format!("queue-{:016x}", RandomState::new().hash_one(std::process::id()));
    let url = service("REFRAIN_TEST_REDIS");
    let world = World::with(CeleryProvider::new(CeleryOptions::new(&url)).unwrap()).await;
    let mut action = action("app.tasks.add", json!({"args": [1, 2]}));
    action.metadata.insert("celery.queue".to_owned(), queue.clone());
    for _ in 0..2 {
        world.send(action.clone()).await;
    }
    let client = redis::Client::open(url).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let texts: Vec<String> =
        redis::cmd("LRANGE").arg(&queue).arg(0).arg(-1).query_async(&mut connection).await.unwrap();
    assert_eq!(texts.len(), 2);
    assert_eq!(texts[0], texts[1]);
    let task: Value = serde_json::from_str(&texts[0]).unwrap();
    let id = task["headers"]["id"].as_str().unwrap();
    assert_eq!((id.len(), &id[14..15]), (36, "8"));
    assert_eq!(task["properties"]["correlation_id"], id);
}

#[cfg(feature = "redis")]
#[tokio::test]
async fn invalid_tasks_are_rejected_and_a_missing_broker_is_retried() {
    let silent = SilentServer::start().await;
    for port in [unused_port().await, silent.port] {
        let url = format!("redis://127.0.0.1:{port}/");
        let options = CeleryOptions::new(url).with(|it| it.timeout = Length::from_seconds(1));
        let provider = CeleryProvider::new(options).unwrap();
        assert!(provider.health().await.is_err());
        let outcome = World::with(provider).await.send(action("app.tasks.add", Value::Null)).await;
        assert!(failure(&outcome).0, "{outcome:?}");
    }
    let world = World::with(CeleryProvider::new(CeleryOptions::new("redis://127.0.0.1:1/")).unwrap()).await;
    let check = async |action: Action, part: &str| {
        let (_, problem) = world.refused(action).await;
        assert!(problem.contains(part), "{problem}");
    };
    check(action("", Value::Null), "the task has the name \"\"").await;
    check(action("a b", Value::Null), "\"a b\"").await;
    check(action("a", json!([1])), "not a call").await;
    check(action("a", json!({"arguments": [1]})), "arguments").await;
    assert_eq!(CeleryProvider::new(CeleryOptions::new("sqs://x")).err().unwrap().code(), "unknown_broker");
}
