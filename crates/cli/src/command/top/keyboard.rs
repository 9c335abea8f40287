//! Keys and changes of the terminal's size, read by a thread: a terminal cannot be read without blocking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossterm::event::{self, Event};
use tokio::sync::mpsc;

/// Interval at which the thread looks whether it must stop.
const STOP_CHECK_EVERY: Duration = Duration::from_millis(100);
/// Maximum number of events that wait, such as of a pasted text.
const EVENTS_MAX: usize = 256;

/// The keyboard of the terminal. The thread ends when the value is dropped.
#[derive(Debug)]
pub(super) struct Keyboard {
    events: mpsc::Receiver<Event>,
    must_stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Keyboard {
    pub(super) fn start() -> Self {
        let (sender, events) = mpsc::channel(EVENTS_MAX);
        let must_stop = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&must_stop);
        let thread = thread::Builder::new().name("keyboard".to_owned()).spawn(move || read(&stop, &sender)).ok();
        Self { events, must_stop, thread }
    }

    /// Returns the next event, or `None` if the terminal is gone.
    pub(super) async fn next(&mut self) -> Option<Event> {
        self.events.recv().await
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        self.must_stop.store(true, Ordering::Relaxed);
        self.events.close();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported already.
            let _ = thread.join();
        }
    }
}

fn read(must_stop: &AtomicBool, events: &mpsc::Sender<Event>) {
    while !must_stop.load(Ordering::Relaxed) {
        match event::poll(STOP_CHECK_EVERY) {
            Ok(false) => {}
            Ok(true) => match event::read() {
                Ok(event) if events.blocking_send(event).is_ok() => {}
                Ok(_) | Err(_) => return,
            },
            Err(_) => return,
        }
    }
}
