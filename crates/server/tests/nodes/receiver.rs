//! The receiver of the servers' requests. It records what arrived and when, and can delay its responses.

use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use jiff::{SignedDuration, Timestamp};
use refrain::clock::wall;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::server::PATIENCE;

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub(crate) key: String,
    pub(crate) schedule: String,
    pub(crate) attempt: u32,
    pub(crate) nominal_at: Timestamp,
    pub(crate) at: Timestamp,
}

impl Arrival {
    pub(crate) fn late(&self) -> SignedDuration {
        self.at.duration_since(self.nominal_at)
    }
}

/// A receiver that listens for the duration of its test.
#[derive(Clone)]
pub(crate) struct Receiver {
    base: String,
    heard: Arc<ReceiverState>,
}

struct ReceiverState {
    arrivals: Mutex<Vec<Arrival>>,
    count: watch::Sender<usize>,
    /// Each request to `/held` needs one of these permits to be answered.
    answers: Semaphore,
}

impl Receiver {
    pub(crate) async fn listen() -> Self {
        let heard =
            ReceiverState { arrivals: Mutex::default(), count: watch::Sender::new(0), answers: Semaphore::new(0) };
        let heard = Arc::new(heard);
        let router =
            Router::new().route("/", post(answer)).route("/held", post(answer_held)).with_state(Arc::clone(&heard));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { base, heard }
    }

    /// Returns the URL that answers at once.
    pub(crate) fn prompt(&self) -> String {
        format!("{}/", self.base)
    }

    /// Returns the URL that answers when the test allows it.
    pub(crate) fn held(&self) -> String {
        format!("{}/held", self.base)
    }

    /// Allows `requests` held requests to be answered.
    pub(crate) fn allow_answers(&self, requests: usize) {
        self.heard.answers.add_permits(requests);
    }

    pub(crate) fn arrivals(&self, schedule: &str) -> Vec<Arrival> {
        let arrivals = self.heard.arrivals.lock().unwrap_or_else(PoisonError::into_inner);
        arrivals.iter().filter(|arrival| arrival.schedule.ends_with(&format!("/{schedule}"))).cloned().collect()
    }

    /// Waits until a schedule has sent `count` requests.
    pub(crate) async fn wait_for(&self, schedule: &str, count: usize) -> Vec<Arrival> {
        let mut heard = self.heard.count.subscribe();
        let waiting = heard.wait_for(|_| self.arrivals(schedule).len() >= count);
        let found = tokio::time::timeout(PATIENCE, waiting).await.map(|found| found.map(drop));
        found.unwrap_or_else(|_| panic!("{schedule} sent {} of {count}", self.arrivals(schedule).len())).unwrap();
        self.arrivals(schedule)
    }
}

async fn answer(State(heard): State<Arc<ReceiverState>>, headers: HeaderMap) -> StatusCode {
    let at = wall();
    let text = |name: &str| headers[name].to_str().unwrap().to_owned();
    let arrival = Arrival {
        key: text("idempotency-key"),
        schedule: text("x-refrain-schedule"),
        attempt: text("x-refrain-attempt").parse().unwrap(),
        nominal_at: text("x-refrain-nominal-time").parse().unwrap(),
        at,
    };
    heard.arrivals.lock().unwrap_or_else(PoisonError::into_inner).push(arrival);
    heard.count.send_modify(|count| *count += 1);
    StatusCode::NO_CONTENT
}

async fn answer_held(State(heard): State<Arc<ReceiverState>>, headers: HeaderMap) -> StatusCode {
    let status = answer(State(Arc::clone(&heard)), headers).await;
    heard.answers.acquire().await.unwrap().forget();
    status
}
