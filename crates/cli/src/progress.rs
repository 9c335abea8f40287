//! A bar that shows the progress of a command, in one line of the terminal.

use std::io::{IsTerminal as _, Write as _, stderr};

/// Width of the bar in characters.
const WIDTH: u64 = 30;
/// Moves to the beginning of the line and clears it.
const CLEAR_LINE: &str = "\r\u{1b}[K";

/// A bar on standard error. It shows nothing unless that is a terminal, and disappears when it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    total: u64,
    is_shown: bool,
}

impl Progress {
    /// Creates a bar for this number of steps.
    pub(crate) fn new(total: u64) -> Self {
        Self { total, is_shown: stderr().is_terminal() }
    }

    /// Shows that this number of steps is done.
    pub(crate) fn show(&self, done: u64, note: &str) {
        if self.is_shown {
            // Nothing depends on the bar.
            let _ = write!(stderr().lock(), "{CLEAR_LINE}{}", bar(done, self.total, note));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(stderr().lock(), "{CLEAR_LINE}");
        }
    }
}

fn bar(done: u64, total: u64, note: &str) -> String {
    let done = done.min(total);
    let filled = done.saturating_mul(WIDTH).checked_div(total).unwrap_or(WIDTH);
    let signs: String = (0..WIDTH).map(|index| if index < filled { '#' } else { '.' }).collect();
    format!("[{signs}] {done} of {total}{note}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_full_when_everything_is_done() {
        assert_eq!(bar(0, 4, ""), "[..............................] 0 of 4");
        assert_eq!(bar(2, 4, ", 1 failed"), "[###############...............] 2 of 4, 1 failed");
        assert_eq!(bar(9, 4, ""), "[##############################] 4 of 4");
        assert_eq!(bar(0, 0, ""), "[##############################] 0 of 0");
    }
}
