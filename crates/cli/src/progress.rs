//! A bar that shows the progress of a command, in one line of the terminal.

use std::cell::Cell;
use std::io::{IsTerminal as _, Write as _, stderr};

/// Width of the bar in characters.
const WIDTH: u64 = 30;
/// Moves to the beginning of the line and clears it.
const CLEAR_LINE: &str = "\r\u{1b}[K";

/// A bar on standard error. It shows nothing unless that is a terminal, and disappears when it is dropped.
#[derive(Debug)]
pub struct Progress {
    label: &'static str,
    total: u64,
    done: Cell<u64>,
    is_shown: bool,
}

impl Progress {
    /// Creates a bar for this number of steps.
    pub fn new(label: &'static str, total: u64) -> Self {
        let progress = Self { label, total, done: Cell::new(0), is_shown: total > 0 && stderr().is_terminal() };
        progress.draw("");
        progress
    }

    /// Counts completed steps.
    pub fn add(&self, steps: u64) {
        self.show(self.done.get().saturating_add(steps), "");
    }

    /// Shows that this number of steps is done, and a note.
    pub fn show(&self, done: u64, note: &str) {
        self.done.set(done.min(self.total));
        self.draw(note);
    }

    fn draw(&self, note: &str) {
        if self.is_shown {
            // Nothing depends on the bar.
            let _ = write!(stderr().lock(), "{CLEAR_LINE}{}{note}", self.line());
        }
    }

    fn line(&self) -> String {
        let (done, total) = (self.done.get(), self.total);
        let filled = done.saturating_mul(WIDTH).checked_div(total).unwrap_or(WIDTH);
        let signs: String = (0..WIDTH).map(|index| if index < filled { '#' } else { '.' }).collect();
        format!("{} [{signs}] {done} of {total}", self.label)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(stderr().lock(), "{CLEAR_LINE}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_full_when_everything_is_done() {
        let progress = Progress { label: "Planning", total: 4, done: Cell::new(0), is_shown: false };
        assert_eq!(progress.line(), "Planning [..............................] 0 of 4");
        progress.add(2);
        assert_eq!(progress.line(), "Planning [###############...............] 2 of 4");
        progress.add(9);
        assert_eq!(progress.line(), "Planning [##############################] 4 of 4");
        progress.show(1, ", 1 failed");
        assert_eq!(progress.line(), "Planning [#######.......................] 1 of 4");
    }
}
