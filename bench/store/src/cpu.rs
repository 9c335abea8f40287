//! How much processor time was used, which a busy machine disturbs less than the time on the clock.

use std::fs;
use std::time::Duration;

use crate::Outcome;
use crate::subjects::Subject;

/// Linux counts the time of processes in hundredths of a second, whatever its own clock does.
const TICK: Duration = Duration::from_millis(10);

/// Processor time since the beginning of each process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu {
    /// Of this process.
    pub here: Duration,
    /// Of the database server, when there is one and it tells.
    pub server: Option<Duration>,
}

impl Cpu {
    pub async fn now(subject: &dyn Subject) -> Outcome<Self> {
        let here = of_process("self").map(|stat| stat.own).unwrap_or_default();
        Ok(Self { here, server: subject.server_cpu().await? })
    }

    /// What was used since then.
    pub fn since(self, then: Self) -> Self {
        let server = self.server.zip(then.server).map(|(now, then)| now.saturating_sub(then));
        Self { here: self.here.saturating_sub(then.here), server }
    }

    pub fn plus(self, other: Self) -> Self {
        let server = self.server.zip(other.server).map(|(one, other)| one + other);
        Self { here: self.here + other.here, server }
    }

    /// Of both, for so many rows each.
    pub fn per_row(self, rows: usize) -> Duration {
        (self.here + self.server.unwrap_or_default()) / u32::try_from(rows.max(1)).unwrap_or(u32::MAX)
    }
}

/// What `/proc` tells of a process.
struct Stat {
    parent: u32,
    own: Duration,
    /// Of its children that have ended.
    children: Duration,
}

fn of_process(process: &str) -> Option<Stat> {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name stands in brackets and may hold anything; behind it come the state, the parent, and so on.
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<u32>().ok());
    Some(Stat { parent: ticks(1)?, own: TICK * (ticks(11)? + ticks(12)?), children: TICK * (ticks(13)? + ticks(14)?) })
}

/// The process that all processes of a server come from, given one of them, if they run on this machine under that name.
pub fn head_of_server(one: u32, name: &str) -> Option<u32> {
    let is_named =
        |process: u32| fs::read_to_string(format!("/proc/{process}/comm")).is_ok_and(|found| found.trim() == name);
    let head = of_process(&one.to_string())?.parent;
    (is_named(one) && is_named(head)).then_some(head)
}

/// Of a process and all that come from it, also those that have ended.
pub fn of_family(head: u32) -> Option<Duration> {
    let first = of_process(&head.to_string())?;
    let mut total = first.own + first.children;
    for process in fs::read_dir("/proc").ok()?.flatten() {
        let process = process.file_name().to_string_lossy().into_owned();
        if process.bytes().all(|letter| letter.is_ascii_digit())
            && let Some(stat) = of_process(&process).filter(|stat| stat.parent == head)
        {
            total += stat.own;
        }
    }
    Some(total)
}
