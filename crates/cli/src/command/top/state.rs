//! What is shown, and what a person does with it. Knows neither a server nor a terminal.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain_client::types::Schedule;

use super::details::Details;
use super::fleet::Fleet;
use super::message::{Action, Message, Wish};
use super::rows::{self, Row, SortKey};
use crate::output::Tone;

/// Time for which the result of an action is shown.
const NOTICE_FOR: SignedDuration = SignedDuration::from_secs(6);
/// Maximum length of a filter, in characters.
pub(super) const FILTER_MAX: usize = 60;

/// What the keys act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The table.
    Table,
    /// The filter is being typed.
    Filter,
    /// A question waits for its answer.
    Ask(Action),
    /// The details of a schedule.
    Details(String),
}

/// Everything that is shown.
#[derive(Debug)]
pub(super) struct State {
    pub(super) server: String,
    pub(super) every: Duration,
    pub(super) now: Timestamp,
    pub(super) fleet: Option<Fleet>,
    /// Since when the server is away, and why.
    pub(super) away: Option<(Timestamp, String)>,
    /// Time of the last answer.
    pub(super) seen_at: Timestamp,
    pub(super) shows_all: bool,
    /// Schedules of the list of all, in order of ID.
    pub(super) listed: Vec<Schedule>,
    pub(super) filter: String,
    pub(super) sort: SortKey,
    pub(super) mode: Mode,
    /// ID of the selected schedule. It stays selected when the order changes.
    pub(super) selected: Option<String>,
    /// First row that is shown.
    pub(super) top: usize,
    /// Number of rows of the table, set by drawing.
    pub(super) page: usize,
    pub(super) details: Option<Details>,
    notice: Option<(Timestamp, Tone, String)>,
    changes: u64,
}

impl State {
    pub(super) fn new(server: &str, every: Duration, now: Timestamp) -> Self {
        Self {
            server: server.to_owned(),
            every,
            now,
            fleet: None,
            away: None,
            seen_at: now,
            shows_all: false,
            listed: Vec::new(),
            filter: String::new(),
            sort: SortKey::default(),
            mode: Mode::Table,
            selected: None,
            top: 0,
            page: 10,
            details: None,
            notice: None,
            changes: 0,
        }
    }

    /// Takes over an answer of the server.
    pub(super) fn take(&mut self, message: Message) {
        match message {
            Message::Fleet(Ok((fleet, listed))) => {
                self.fleet = Some(*fleet);
                self.listed = listed;
                self.away = None;
                self.seen_at = self.now;
            }
            Message::Fleet(Err(error)) => {
                let since = self.seen_at;
                self.away = Some((since, error.to_string()));
            }
            Message::Details(details) => {
                if self.mode == Mode::Details(details.id.clone()) {
                    self.details = Some(*details);
                }
            }
            Message::Done(Ok(text)) => {
                self.changes += 1;
                self.tell(Tone::Good, text);
            }
            Message::Done(Err(text)) => self.tell(Tone::Bad, text),
        }
    }

    /// Shows a text for some seconds.
    pub(super) fn tell(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some((self.now, tone, text.into()));
    }

    /// Returns the text to show, if it is new.
    pub(super) fn notice(&self) -> Option<(Tone, &str)> {
        let (at, tone, text) = self.notice.as_ref()?;
        (self.now.duration_since(*at) < NOTICE_FOR).then_some((*tone, text))
    }

    /// Returns the rows of the table.
    pub(super) fn rows(&self) -> Vec<Row> {
        let Some(fleet) = &self.fleet else { return Vec::new() };
        let mut rows = if self.shows_all { rows::all(&self.listed) } else { rows::attention(fleet, self.now) };
        // The server filters the list of all.
        let wanted = self.filter.to_lowercase();
        let matches = |text: &str| text.to_lowercase().contains(&wanted);
        rows.retain(|row| self.shows_all || matches(&row.id) || matches(&row.note));
        rows::sort(&mut rows, self.sort);
        rows
    }

    /// Returns the position of the selected row: of the first one if the selected schedule is not shown.
    pub(super) fn position(&self, rows: &[Row]) -> usize {
        let selected = self.selected.as_deref();
        rows.iter().position(|row| Some(row.id.as_str()) == selected).unwrap_or_default()
    }

    /// Selects the row at some distance from the selected one.
    pub(super) fn step(&mut self, distance: isize) {
        let rows = self.rows();
        let position = self.position(&rows).saturating_add_signed(distance).min(rows.len().saturating_sub(1));
        self.selected = rows.get(position).map(|row| row.id.clone());
    }

    /// Returns the selected row.
    pub(super) fn selected_row(&self) -> Option<Row> {
        let mut rows = self.rows();
        let position = self.position(&rows);
        (position < rows.len()).then(|| rows.swap_remove(position))
    }

    /// Returns what the server is asked for besides the totals: the rows that are visible, or a list.
    pub(super) fn wish(&self) -> Wish {
        if self.shows_all {
            return Wish { list: Some(self.filter.clone()), schedules: Vec::new(), changes: self.changes };
        }
        let visible = self.rows().into_iter().skip(self.top).take(self.page);
        Wish { list: None, schedules: visible.map(|row| row.id).collect(), changes: self.changes }
    }
}
