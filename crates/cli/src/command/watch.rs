//! Repeats a command, and shows its newest output.

use std::io::{Write as _, stderr};
use std::time::Duration;

use jiff::Timestamp;

use crate::clock;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interrupts;
use crate::output::{Style, TimeView, Tone, write_live, write_stdout};
use crate::session::Outcome;
use crate::terminal::{Keyboard, LiveTerminal, Size};

/// What is shown: the newest output, and since when the server is away.
#[derive(Debug, Default)]
struct Watched {
    text: Option<String>,
    away: Option<(Timestamp, String)>,
}

/// Repeats a command until it fails or a signal arrives. Once it has succeeded, an unavailable server is waited for.
///
/// # Errors
/// If the command fails, or the output cannot be written. A signal is a failure with its own exit code, as for other
/// programs that run until they are stopped.
pub(super) async fn repeat(every: Duration, run: impl AsyncFn() -> (String, Outcome)) -> Outcome {
    let mut interrupts = Interrupts::new()?;
    let mut terminal = match LiveTerminal::is_available() {
        true => Some(LiveTerminal::enter(Keyboard::Terminal)?),
        false => None,
    };
    let mut watched = Watched::default();
    let end = async {
        loop {
            let (text, done) = run().await;
            let is_new_outage = watched.take(text, done, clock::now())?;
            match &mut terminal {
                Some(terminal) => terminal.draw(&watched.frame(Size::of_terminal()))?,
                None if watched.print(is_new_outage)?.is_break() => return Ok(()),
                None => {}
            }
            tokio::time::sleep(every).await;
        }
    };
    let done = tokio::select! {
        done = end => done,
        () = interrupts.next() => Err(Failure::silent(Exit::Interrupted)),
    };
    if let Some(terminal) = terminal {
        drop(terminal);
        // The last output stays readable, as if the command had run once.
        write_stdout(watched.text.as_deref().unwrap_or_default())?;
    }
    done
}

impl Watched {
    /// Takes over a result, and returns whether the server is away from now on.
    fn take(&mut self, text: String, done: Outcome, now: Timestamp) -> Result<bool, Failure> {
        match done {
            Ok(()) => {
                *self = Self { text: Some(text), away: None };
                Ok(false)
            }
            Err(failure) if self.text.is_some() && failure.exit() == Exit::Unavailable => {
                let is_new = self.away.is_none();
                self.away.get_or_insert_with(|| (now, failure.to_string()));
                Ok(is_new)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Returns the drawing for a terminal: every line over the old one, without clearing the screen in between.
    fn frame(&self, size: Size) -> String {
        let note = self.note();
        let room = size.height.saturating_sub(note.is_some().into());
        let text = self.text.as_deref().unwrap_or_default();
        let mut lines: Vec<&str> = text.lines().take(room).collect();
        let hidden = text.lines().count() - lines.len();
        let more = format!("… {} more lines", hidden + 1);
        if let Some(last) = lines.last_mut().filter(|_| hidden > 0) {
            *last = &more;
        }
        lines.extend(note.as_deref());
        let drawn: Vec<String> = lines.iter().map(|line| format!("\u{1b}[2K{line}\u{1b}[0m")).collect();
        // Each line is cleared before it is written: after a line of full width, the cursor is on its last letter. A
        // line break after the last row would scroll.
        let below = if drawn.len() < size.height { "\r\n\u{1b}[J" } else { "" };
        format!("\u{1b}[H{}{below}", drawn.join("\r\n"))
    }

    fn note(&self) -> Option<String> {
        let (since, message) = self.away.as_ref()?;
        let ago = TimeView::new(true, clock::now()).at(*since);
        let message = message.lines().next().unwrap_or_default().trim_start_matches("error: ");
        Some(Style::of_terminal(true).paint(Tone::Bad, &format!("Last shown {ago}: {message}")))
    }

    /// Prints for a file or another program: every output, and every outage once.
    fn print(&self, is_new_outage: bool) -> std::io::Result<std::ops::ControlFlow<()>> {
        match &self.away {
            None => write_live(self.text.as_deref().unwrap_or_default()),
            Some((_, message)) => {
                if is_new_outage {
                    // If standard error is closed, the repeated attempts are all that is left.
                    let _ = write!(stderr(), "{message}");
                }
                write_live("")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched(text: &str) -> Watched {
        Watched { text: Some(text.to_owned()), away: None }
    }

    #[test]
    fn a_frame_is_drawn_over_the_old_one_and_never_scrolls() {
        let frame = watched("a\nb\n").frame(Size { width: 80, height: 24 });
        assert_eq!(frame, "\u{1b}[H\u{1b}[2Ka\u{1b}[0m\r\n\u{1b}[2Kb\u{1b}[0m\r\n\u{1b}[J");
        let long = watched(&"x\n".repeat(30)).frame(Size { width: 80, height: 24 });
        assert_eq!(long.matches("\r\n").count(), 23);
        assert!(long.contains("… 7 more lines"), "{long}");
        assert!(!long.contains("[2J"));
    }

    #[test]
    fn an_outage_keeps_the_last_output_and_other_failures_end_the_watch() {
        let now = Timestamp::UNIX_EPOCH;
        let away = || Err(Failure::new(Exit::Unavailable, "away"));
        assert!(Watched::default().take(String::new(), away(), now).is_err());
        let mut shown = watched("a\n");
        assert!(shown.take(String::new(), away(), now).unwrap());
        assert!(!shown.take(String::new(), away(), now).unwrap());
        assert!(shown.frame(Size { width: 80, height: 24 }).contains("away"));
        assert!(!shown.take("b\n".to_owned(), Ok(()), now).unwrap());
        assert!(shown.away.is_none());
        assert!(shown.take(String::new(), Err(Failure::usage("x")), now).is_err());
    }
}
