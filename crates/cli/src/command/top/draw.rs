//! Draws the state: totals, nodes, the table of schedules, and a line of keys.

use jiff::SignedDuration;
use refrain_client::types::{BoundedCount, Node};

use super::details;
use super::fleet::Fleet;
use super::rows::Row;
use super::screen::{Line, Screen};
use super::state::{Mode, State};
use crate::output::{TimeView, Tone, duration};
use crate::terminal::Size;

/// Maximum number of nodes that are shown on a screen of 24 rows.
const NODES_SMALL: usize = 2;
/// Maximum number of nodes that are shown on a larger screen.
const NODES_LARGE: usize = 8;
/// Rows of a screen that is large.
const LARGE_ROWS: usize = 40;
/// Columns of a screen with room for more columns of the table.
const WIDE_COLUMNS: usize = 110;
/// Start delay from which on it is shown as a warning.
const SLOW_START: SignedDuration = SignedDuration::from_secs(5);

/// Draws the state on a screen of this size. Keeps the selected row in view.
pub(super) fn draw(state: &mut State, size: Size) -> Screen {
    let mut lines = vec![title(state, size.width)];
    if let Mode::Details(_) = state.mode {
        lines.push(Line::default());
        match &state.details {
            Some(details) => lines.extend(details::lines(details, state.now, size.width)),
            None => lines.push(Line::default().with(Tone::Dim, "Reading …")),
        }
    } else if let Some(fleet) = &state.fleet {
        lines.extend(totals(fleet, state));
        lines.extend(nodes(fleet, state, size));
        lines.push(Line::default());
        let room = size.height.saturating_sub(lines.len() + 2);
        lines.extend(table(state, size.width, room));
    } else {
        lines.push(Line::default());
        lines.push(Line::default().with(Tone::Dim, "Waiting for the server …"));
    }
    lines.resize(size.height.saturating_sub(1), Line::default());
    lines.push(footer(state));
    Screen::new(size.width, size.height, lines)
}

/// Draws the server, and since when it is away.
fn title(state: &State, width: usize) -> Line {
    let mut line = Line::default().with(Tone::Strong, "refrain top").with(Tone::Plain, format!("  {}", state.server));
    if let Some((since, why)) = &state.away {
        let ago = TimeView::new(true, state.now).at(*since);
        line.push(Tone::Bad, format!("  last answer {ago}: {why}"));
        return line;
    }
    let clock = format!("{}  every {}s", state.now.strftime("%H:%M:%SZ"), state.every.as_secs());
    let padding = width.saturating_sub(line.width() + clock.len()).max(2);
    line.with(Tone::Dim, " ".repeat(padding) + &clock)
}

fn totals(fleet: &Fleet, state: &State) -> [Line; 3] {
    let stats = &fleet.stats;
    let mut first = Line::default().with(Tone::Dim, "Schedules    ");
    let schedules = &stats.schedules;
    number(&mut first, &count(&schedules.active), "active", Tone::Plain);
    number(&mut first, &count(&schedules.paused), "paused", tone_of(&schedules.paused, Tone::Warn));
    number(&mut first, &count(&schedules.disabled), "disabled", tone_of(&schedules.disabled, Tone::Bad));
    let failing = fleet.failed.1;
    number(&mut first, &failing.to_string(), "failed in 24h", if failing > 0 { Tone::Bad } else { Tone::Plain });
    if !fleet.stale.is_empty() {
        number(&mut first, &fleet.stale.len().to_string(), "not planned", Tone::Bad);
    }

    let mut second = Line::default().with(Tone::Dim, "Occurrences  ");
    let due = format!("{}{}", fleet.due.0.len(), if fleet.due.1 { "+" } else { "" });
    number(&mut second, &due, "due now", Tone::Plain);
    number(&mut second, &count(&stats.running), "running", Tone::Plain);
    number(&mut second, &count(&stats.overdue), "overdue", tone_of(&stats.overdue, Tone::Bad));
    if let Some(rate) = fleet.completed_per_minute(state.now) {
        number(&mut second, &rate.to_string(), "completed/min", Tone::Plain);
    }

    let mut third = Line::default().with(Tone::Dim, "Start delay  ");
    match fleet.start_delay() {
        Some(delay) => {
            let tone = if delay.p50 >= SLOW_START { Tone::Warn } else { Tone::Plain };
            third.push(tone, format!("p50 {}  p99 {}", duration(delay.p50), duration(delay.p99)));
            third.push(Tone::Dim, format!("  of the last {} runs", delay.runs));
        }
        None => third.push(Tone::Dim, "nothing has run by schedule yet"),
    }
    [first, second, third]
}

fn number(line: &mut Line, count: &str, name: &str, tone: Tone) {
    line.push(tone, format!("{count} {name}"));
    line.push(Tone::Plain, "  ");
}

fn count(bounded: &BoundedCount) -> String {
    format!("{}{}", bounded.count, if bounded.is_cut { "+" } else { "" })
}

fn tone_of(bounded: &BoundedCount, tone: Tone) -> Tone {
    if bounded.count > 0 { tone } else { Tone::Plain }
}

fn nodes(fleet: &Fleet, state: &State, size: Size) -> Vec<Line> {
    let Some(nodes) = &fleet.nodes else {
        let text = format!("{} (this key may not list them)", fleet.stats.nodes);
        return vec![Line::default().with(Tone::Dim, "Nodes        ").with(Tone::Plain, text)];
    };
    let shown = if size.height >= LARGE_ROWS { NODES_LARGE } else { NODES_SMALL };
    let mut lines: Vec<Line> =
        nodes.iter().take(shown).enumerate().map(|(index, node)| node_line(fleet, node, index, state)).collect();
    if nodes.is_empty() {
        lines.push(Line::default().with(Tone::Dim, "Nodes        ").with(Tone::Bad, "no node works"));
    }
    if nodes.len() > shown {
        lines.push(Line::default().with(Tone::Dim, format!("             and {} more nodes", nodes.len() - shown)));
    }
    lines
}

fn node_line(fleet: &Fleet, node: &Node, index: usize, state: &State) -> Line {
    let mut line = Line::default().with(Tone::Dim, if index == 0 { "Nodes        " } else { "             " });
    number(&mut line, &fleet.running_on(&node.id).to_string(), "running", Tone::Plain);
    let activity = &fleet.stats.node;
    if activity.id == node.id {
        number(&mut line, &activity.succeeded.to_string(), "succeeded", Tone::Plain);
        number(&mut line, &activity.failed.to_string(), "failed", Tone::Plain);
    }
    line.push(Tone::Plain, format!("up {}  ", duration(state.now.duration_since(node.started_at))));
    line.with(Tone::Dim, format!("{} {}", node.id, node.version))
}

fn table(state: &mut State, width: usize, room: usize) -> Vec<Line> {
    let rows = state.rows();
    state.page = room;
    let position = state.position(&rows);
    // The selected row stays in view, also when rows above it come and go.
    state.top = state.top.min(position).max((position + 1).saturating_sub(room)).min(rows.len().saturating_sub(1));
    let layout = Layout::of(&rows, width);
    let mut lines = vec![layout.header()];
    if rows.is_empty() {
        lines.push(Line::default().with(Tone::Good, empty(state)));
    }
    let visible = rows.iter().enumerate().skip(state.top).take(room);
    lines.extend(visible.map(|(index, row)| layout.row(row, index == position, state)));
    lines
}

fn empty(state: &State) -> &'static str {
    match (state.shows_all, state.filter.is_empty()) {
        (_, false) => "No schedule matches the filter.",
        (true, true) => "There are no schedules.",
        (false, true) => "No schedule needs attention.",
    }
}

/// Widths of the columns.
struct Layout {
    id: usize,
    is_wide: bool,
}

impl Layout {
    fn of(rows: &[Row], width: usize) -> Self {
        let is_wide = width >= WIDE_COLUMNS;
        let longest = rows.iter().map(|row| row.id.chars().count()).max().unwrap_or_default();
        Self { id: longest.clamp(12, if is_wide { 48 } else { 22 }), is_wide }
    }

    fn header(&self) -> Line {
        let mut line = Line::default().with(Tone::Dim, "  ");
        line.cell(Tone::Dim, "SCHEDULE", self.id);
        if self.is_wide {
            line.cell(Tone::Dim, "STATUS", 8);
        }
        line.cell(Tone::Dim, "ATTENTION", 14);
        line.cell(Tone::Dim, "SINCE", 7);
        line.cell(Tone::Dim, "NEXT", 7);
        line.with(Tone::Dim, "DETAIL")
    }

    fn row(&self, row: &Row, is_selected: bool, state: &State) -> Line {
        let mut line = Line::default().with(Tone::Strong, if is_selected { "> " } else { "  " });
        let status = row.status.as_deref().unwrap_or_default();
        line.cell(if is_selected { Tone::Strong } else { Tone::Plain }, &row.id, self.id);
        if self.is_wide {
            line.cell(Tone::from(status), status, 8);
        }
        // Without its own column, a status that stops the schedule is part of the reason.
        let is_told = self.is_wide || ["", "active", row.text.as_str()].contains(&status);
        let text = if is_told { row.text.clone() } else { format!("{status}, {}", row.text) };
        line.cell(row.tone(), &text, 14);
        let length = |length: SignedDuration| duration(length).split(' ').next().unwrap_or_default().to_owned();
        let since = row.since.map(|since| length(state.now.duration_since(since).max(SignedDuration::ZERO)));
        line.cell(Tone::Plain, &since.unwrap_or_default(), 7);
        let next = row.next_at.map(|next| match next.duration_since(state.now) {
            ahead if ahead.is_positive() => length(ahead),
            _ => "now".to_owned(),
        });
        line.cell(Tone::Plain, &next.unwrap_or_default(), 7);
        line.with(Tone::Dim, &row.note)
    }
}

/// Draws a question, the filter, the result of an action, or the keys.
fn footer(state: &State) -> Line {
    match &state.mode {
        Mode::Ask(action) => return Line::default().with(Tone::Warn, format!("{} [y/N]", action.question())),
        Mode::Filter => {
            return Line::default()
                .with(Tone::Strong, format!("/{}_", state.filter))
                .with(Tone::Dim, "  enter keeps it, esc clears it");
        }
        Mode::Table | Mode::Details(_) => {}
    }
    if let Some((tone, text)) = state.notice() {
        return Line::default().with(tone, text);
    }
    if let Mode::Details(_) = state.mode {
        return Line::default().with(Tone::Dim, "esc back  p pause or resume  r run now");
    }
    let other = if state.shows_all { "a attention" } else { "a all" };
    let mut line = Line::default();
    if !state.filter.is_empty() {
        line.push(Tone::Warn, format!("/{}  ", state.filter));
    }
    line.with(
        Tone::Dim,
        format!("q quit  enter details  p pause  r run  / filter  {other}  s sort: {}", state.sort.name()),
    )
}
