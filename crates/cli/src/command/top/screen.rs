//! A screen of text, and what has to be written to turn one screen into the next.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

use crate::output::{Style, Tone, cut};
use crate::text::one_line;

/// A text in one color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) text: String,
    pub(super) tone: Tone,
}

/// A line of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line(Vec<Span>);

/// A whole screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Screen {
    width: usize,
    lines: Vec<Line>,
}

impl Line {
    /// Adds a text. Control characters become spaces.
    pub(super) fn push(&mut self, tone: Tone, text: impl AsRef<str>) {
        self.0.push(Span { text: one_line(text.as_ref()), tone });
    }

    /// Returns the line with another text.
    pub(super) fn with(mut self, tone: Tone, text: impl AsRef<str>) -> Self {
        self.push(tone, text);
        self
    }

    /// Adds a text in a column of this width, and two spaces.
    pub(super) fn cell(&mut self, tone: Tone, text: &str, width: usize) {
        let text = cut(&one_line(text), width);
        let padding = width + 2 - text.width().min(width);
        self.push(tone, text + &" ".repeat(padding));
    }

    /// Returns the number of columns of the line.
    pub(super) fn width(&self) -> usize {
        self.0.iter().map(|span| span.text.width()).sum()
    }

    fn text(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }

    /// Cuts the line to a width.
    fn cut(self, width: usize) -> Self {
        let mut room = width;
        let mut spans = Vec::new();
        for span in self.0 {
            let text = cut(&span.text, room);
            room -= text.width().min(room);
            spans.push(Span { text, ..span });
            if room == 0 {
                break;
            }
        }
        Self(spans)
    }

    fn paint(&self, style: Style) -> String {
        self.0.iter().map(|span| style.paint(span.tone, &span.text)).collect()
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Self::default().with(Tone::Plain, text)
    }
}

impl Screen {
    /// Creates a screen from its lines. Lines beyond the height and texts beyond the width are cut off.
    pub(super) fn new(width: usize, height: usize, lines: Vec<Line>) -> Self {
        let mut lines: Vec<Line> = lines.into_iter().take(height).map(|line| line.cut(width)).collect();
        lines.resize(height, Line::default());
        Self { width, lines }
    }

    /// Returns the text of the screen, without colors.
    #[cfg(test)]
    pub(super) fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{}\n", line.text().trim_end())).collect()
    }

    /// Returns what has to be written over the previous screen. Without one, everything is drawn.
    pub(super) fn changes(&self, previous: Option<&Self>, style: Style) -> String {
        let previous = previous.filter(|old| old.width == self.width && old.lines.len() == self.lines.len());
        let mut drawing = if previous.is_some() { String::new() } else { "\u{1b}[2J".to_owned() };
        for (index, line) in self.lines.iter().enumerate() {
            if previous.is_some_and(|old| old.lines[index] == *line) || (previous.is_none() && line.text().is_empty()) {
                continue;
            }
            // The line is cleared before it is written: after a line of full width, the cursor is on its last letter.
            let _ = write!(drawing, "\u{1b}[{};1H\u{1b}[2K{}", index + 1, line.paint(style));
        }
        drawing
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    fn screen(lines: &[&str]) -> Screen {
        Screen::new(10, 3, lines.iter().map(|line| Line::from(*line)).collect())
    }

    #[test]
    fn only_changed_lines_are_written() {
        let (one, two) = (screen(&["a", "b"]), screen(&["a", "c"]));
        assert_eq!(one.changes(None, Style::plain()), "\u{1b}[2J\u{1b}[1;1H\u{1b}[2Ka\u{1b}[2;1H\u{1b}[2Kb");
        assert_eq!(two.changes(Some(&one), Style::plain()), "\u{1b}[2;1H\u{1b}[2Kc");
        assert_eq!(two.changes(Some(&two), Style::plain()), "");
        let wider = Screen::new(11, 3, Vec::new());
        assert_eq!(wider.changes(Some(&two), Style::plain()), "\u{1b}[2J");
    }

    #[test]
    fn lines_are_cut_to_the_screen_and_never_control_the_terminal() {
        let cut = screen(&["0123456789abc", "a\u{1b}[2Jb", "", "d"]);
        assert_eq!(cut.text(), "012345678…\na [2Jb\n\n");
        let wide = Screen::new(5, 1, vec![Line::default().with(Tone::Bad, "日本").with(Tone::Plain, "語語")]);
        assert_eq!(wide.text(), "日本…\n");
    }
}
