//! A terminal that a command draws on until it ends.
//!
//! Each drawing is one write inside a synchronized update, so that no half of it is ever visible. The terminal is
//! restored when the value is dropped, and before the message of a panic.

use std::io::{self, IsTerminal as _, stdout};
use std::sync::Once;

use crossterm::terminal;

use crate::output::write_stdout;

/// Switches to the alternate screen, hides the cursor, and cuts lines instead of wrapping them.
const ENTER: &str = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J\u{1b}[H";
/// Undoes [`ENTER`], and ends a synchronized update that was begun.
const LEAVE: &str = "\u{1b}[?2026l\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l";
/// Begins a synchronized update. Terminals that do not know it ignore it.
const BEGIN: &str = "\u{1b}[?2026h";
/// Ends a synchronized update.
const END: &str = "\u{1b}[?2026l";

/// Size of a terminal, in columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Size {
    /// Returns the size of the terminal. 80 by 24 if it is unknown.
    pub(crate) fn of_terminal() -> Self {
        let (width, height) =
            terminal::size().ok().filter(|(width, height)| *width > 0 && *height > 0).unwrap_or((80, 24));
        Self { width: usize::from(width), height: usize::from(height) }
    }
}

/// Who reads the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyboard {
    /// The terminal: it shows what is typed, and Ctrl-C is a signal.
    Terminal,
    /// The command: it receives every key.
    Command,
}

/// A terminal that a command draws on.
#[derive(Debug)]
pub(crate) struct LiveTerminal {}

impl LiveTerminal {
    /// Returns whether standard output is a terminal that can be drawn on.
    pub(crate) fn is_available() -> bool {
        stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
    }

    /// Takes over the terminal.
    pub(crate) fn enter(keyboard: Keyboard) -> io::Result<Self> {
        restore_on_panic();
        let entered = Self {};
        if keyboard == Keyboard::Command {
            terminal::enable_raw_mode()?;
        }
        write_stdout(ENTER)?;
        Ok(entered)
    }

    /// Draws, all at once.
    pub(crate) fn draw(&mut self, drawing: &str) -> io::Result<()> {
        if drawing.is_empty() { Ok(()) } else { write_stdout(&format!("{BEGIN}{drawing}{END}")) }
    }
}

impl Drop for LiveTerminal {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    // If the terminal is gone, there is nothing to restore.
    let _ = write_stdout(LEAVE);
    let _ = terminal::disable_raw_mode();
}

/// Makes sure that the message of a panic is readable: on the normal screen, with its lines below each other.
fn restore_on_panic() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        let earlier = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            earlier(panic);
        }));
    });
}
