//! Processor time, which a busy machine affects less than wall-clock time.

use std::fs;
use std::time::Duration;

use crate::Outcome;
use crate::subjects::Subject;

/// Unit of process times on Linux: hundredths of a second, whatever the kernel's own tick.
const TICK: Duration = Duration::from_millis(10);

/// Processor time since the start of each process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu {
    /// Processor time of this process.
    pub here: Duration,
    /// Processor time of the database server, if there is one and it can be measured.
    pub server: Option<Duration>,
}

impl Cpu {
    pub async fn now(subject: &dyn Subject) -> Outcome<Self> {
        let here = process_times("self").map(|stat| stat.own).unwrap_or_default();
        Ok(Self { here, server: subject.server_cpu().await? })
    }

    /// Returns the time used since `then`.
    pub fn since(self, then: Self) -> Self {
        let server = self.server.zip(then.server).map(|(now, then)| now.saturating_sub(then));
        Self { here: self.here.saturating_sub(then.here), server }
    }

    pub fn plus(self, other: Self) -> Self {
        let server = self.server.zip(other.server).map(|(one, other)| one + other);
        Self { here: self.here + other.here, server }
    }

    /// Returns the time of both processes per row.
    pub fn per_row(self, rows: usize) -> Duration {
        (self.here + self.server.unwrap_or_default()) / u32::try_from(rows.max(1)).unwrap_or(u32::MAX)
    }
}

/// Times of a process from `/proc`.
struct Stat {
    parent: u32,
    own: Duration,
    /// Processor time of children that have ended.
    children: Duration,
}

fn process_times(process: &str) -> Option<Stat> {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name is in parentheses and may contain anything. After it come the state, the parent, and so on.
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<u32>().ok());
    Some(Stat { parent: ticks(1)?, own: TICK * (ticks(11)? + ticks(12)?), children: TICK * (ticks(13)? + ticks(14)?) })
}

/// Returns the parent process of all processes of a server, given one of them, if they run on this machine under
/// that name.
pub fn server_parent(one: u32, name: &str) -> Option<u32> {
    let is_named =
        |process: u32| fs::read_to_string(format!("/proc/{process}/comm")).is_ok_and(|found| found.trim() == name);
    let head = process_times(&one.to_string())?.parent;
    (is_named(one) && is_named(head)).then_some(head)
}

/// Returns the processor time of a process and all of its children, including those that have ended.
pub fn family_cpu(head: u32) -> Option<Duration> {
    let first = process_times(&head.to_string())?;
    let mut total = first.own + first.children;
    for process in fs::read_dir("/proc").ok()?.flatten() {
        let process = process.file_name().to_string_lossy().into_owned();
        if process.bytes().all(|letter| letter.is_ascii_digit())
            && let Some(stat) = process_times(&process).filter(|stat| stat.parent == head)
        {
            total += stat.own;
        }
    }
    Some(total)
}
