//! What keys do.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::message::{Action, Request};
use super::state::{FILTER_MAX, Mode, State};
use crate::output::Tone;

/// What follows from a key outside the state.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    Quit,
    Interrupt,
    Redraw,
    Request(Request),
}

/// Changes the state as a key asks for.
pub(super) fn press(state: &mut State, key: KeyEvent) -> Effect {
    if key.kind == KeyEventKind::Release {
        return Effect::None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Effect::Interrupt,
            KeyCode::Char('l') => Effect::Redraw,
            _ => Effect::None,
        };
    }
    match state.mode.clone() {
        Mode::Table => in_table(state, key.code),
        Mode::Filter => in_filter(state, key.code),
        Mode::Ask(action) => in_question(state, key.code, action),
        Mode::Details(id) => in_details(state, key.code, &id),
    }
}

fn in_table(state: &mut State, key: KeyCode) -> Effect {
    let page = isize::try_from(state.page).unwrap_or(isize::MAX).max(1);
    match key {
        KeyCode::Char('q') => return Effect::Quit,
        KeyCode::Esc => state.filter.clear(),
        KeyCode::Up | KeyCode::Char('k') => state.step(-1),
        KeyCode::Down | KeyCode::Char('j') => state.step(1),
        KeyCode::PageUp => state.step(-page),
        KeyCode::PageDown | KeyCode::Char(' ') => state.step(page),
        KeyCode::Home | KeyCode::Char('g') => state.step(isize::MIN),
        KeyCode::End | KeyCode::Char('G') => state.step(isize::MAX),
        KeyCode::Char('/') => state.mode = Mode::Filter,
        KeyCode::Char('a') => {
            state.shows_all = !state.shows_all;
            state.top = 0;
        }
        KeyCode::Char('s') => state.sort = state.sort.next(),
        KeyCode::Enter => return open(state),
        KeyCode::Char('p' | 'r') => ask(state, key),
        _ => {}
    }
    Effect::None
}

fn open(state: &mut State) -> Effect {
    let Some(row) = state.selected_row() else { return Effect::None };
    // Rows come and go meanwhile. What is done next is done to this schedule.
    state.selected = Some(row.id.clone());
    state.mode = Mode::Details(row.id.clone());
    state.details = None;
    Effect::Request(Request::Details(row.id))
}

/// Asks before something is changed.
fn ask(state: &mut State, key: KeyCode) {
    let Some(row) = state.selected_row() else { return };
    state.selected = Some(row.id.clone());
    let action = match (key, row.status.as_deref()) {
        (KeyCode::Char('r'), _) => Action::Run(row.id),
        (_, Some("active")) => Action::Pause(row.id),
        (_, Some("paused" | "disabled")) => Action::Resume(row.id),
        (_, Some(status)) => return state.tell(Tone::Warn, format!("{} is {status} and cannot be paused", row.id)),
        (_, None) => return state.tell(Tone::Warn, format!("the status of {} is not known yet", row.id)),
    };
    state.mode = Mode::Ask(action);
}

fn in_filter(state: &mut State, key: KeyCode) -> Effect {
    match key {
        KeyCode::Enter => state.mode = Mode::Table,
        KeyCode::Esc => {
            state.filter.clear();
            state.mode = Mode::Table;
        }
        KeyCode::Backspace => drop(state.filter.pop()),
        KeyCode::Char(c) if state.filter.chars().count() < FILTER_MAX => state.filter.push(c),
        _ => {}
    }
    state.top = 0;
    Effect::None
}

fn in_question(state: &mut State, key: KeyCode, action: Action) -> Effect {
    state.mode = Mode::Table;
    match key {
        KeyCode::Char('y' | 'Y') => Effect::Request(Request::Change(action)),
        _ => {
            state.tell(Tone::Dim, "Nothing was changed.");
            Effect::None
        }
    }
}

fn in_details(state: &mut State, key: KeyCode, id: &str) -> Effect {
    match key {
        KeyCode::Char('q') | KeyCode::Esc | KeyCode::Enter | KeyCode::Backspace => {
            state.mode = Mode::Table;
            state.details = None;
            Effect::None
        }
        KeyCode::Char('p' | 'r') => {
            state.selected = Some(id.to_owned());
            ask(state, key);
            Effect::None
        }
        _ => Effect::None,
    }
}
