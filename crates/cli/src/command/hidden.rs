//! Reads a secret from the terminal without showing it.

use std::io::{Write as _, stderr};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::terminal;

use crate::exit::{Exit, Failure};

/// Terminal in raw mode, which shows nothing of what is typed. Restored when dropped.
struct RawMode;

impl RawMode {
    fn enter() -> Result<Self, Failure> {
        terminal::enable_raw_mode().map_err(|error| unreadable(&error))?;
        Ok(Self)
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        // There is nobody left to tell.
        let _ = terminal::disable_raw_mode();
        let _ = writeln!(stderr());
    }
}

/// Asks for a secret and returns it. The prompt is written to standard error.
///
/// # Errors
/// If the terminal cannot be read, or the person presses Ctrl-C.
pub(super) fn ask(prompt: &str) -> Result<String, Failure> {
    let mut text = String::new();
    // Before the prompt: what is typed as soon as it appears is not shown either.
    let _raw = RawMode::enter()?;
    write!(stderr(), "{prompt}").map_err(|error| unreadable(&error))?;
    loop {
        let event = event::read().map_err(|error| unreadable(&error))?;
        let Event::Key(key) = event else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Err(Failure::silent(Exit::Interrupted));
            }
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => text.clear(),
            // A line feed, as a program on the other side of a pseudo terminal may send it.
            KeyCode::Char('j') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(text.trim().to_owned()),
            KeyCode::Char(_) if key.modifiers.contains(KeyModifiers::CONTROL) => {}
            KeyCode::Char(c) => text.push(c),
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Enter => return Ok(text.trim().to_owned()),
            _ => {}
        }
    }
}

fn unreadable(error: &std::io::Error) -> Failure {
    Failure::usage(format!("the terminal cannot be read: {error}"))
}
