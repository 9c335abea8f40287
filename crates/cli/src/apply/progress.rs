//! A progress bar on standard error, if that is a terminal.

use std::cell::Cell;
use std::io::{IsTerminal as _, Write as _, stderr};

/// Width of the bar, in characters.
const WIDTH: usize = 30;

/// Progress of something that takes a while.
#[derive(Debug)]
pub struct Progress {
    label: &'static str,
    total: usize,
    done: Cell<usize>,
    is_shown: bool,
}

impl Progress {
    /// Creates a bar for a number of steps. It is shown only on a terminal.
    pub fn new(label: &'static str, total: usize) -> Self {
        let progress = Self { label, total, done: Cell::new(0), is_shown: total > 0 && stderr().is_terminal() };
        progress.draw();
        progress
    }

    /// Counts completed steps.
    pub fn add(&self, steps: usize) {
        self.done.set(self.done.get() + steps);
        self.draw();
    }

    fn draw(&self) {
        if self.is_shown {
            // Without a working terminal, the result is still shown at the end.
            let _ = write!(stderr(), "\r\u{1b}[K{}", self.line());
            let _ = stderr().flush();
        }
    }

    fn line(&self) -> String {
        let done = self.done.get().min(self.total);
        let filled = WIDTH * done / self.total.max(1);
        format!("{} [{}{}] {done}/{}", self.label, "#".repeat(filled), "-".repeat(WIDTH - filled), self.total)
    }
}

/// Removes the bar.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(stderr(), "\r\u{1b}[K");
            let _ = stderr().flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_up_and_never_overflows() {
        let progress = Progress { label: "Planning", total: 4, done: Cell::new(0), is_shown: false };
        assert_eq!(progress.line(), format!("Planning [{}] 0/4", "-".repeat(30)));
        progress.add(2);
        assert_eq!(progress.line(), format!("Planning [{}{}] 2/4", "#".repeat(15), "-".repeat(15)));
        progress.add(9);
        assert_eq!(progress.line(), format!("Planning [{}] 4/4", "#".repeat(30)));
    }
}
