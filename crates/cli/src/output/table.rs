//! Tables: columns as wide as their widest cell, two spaces apart.

use unicode_width::UnicodeWidthStr;

use super::{Tone, View};
use crate::text::one_line;

/// Minimum width to which the last column is cut on a narrow terminal.
const LAST_WIDTH_MIN: usize = 12;

/// How rows of a kind are shown.
#[derive(Debug)]
pub struct Table<T: 'static> {
    /// Returns the ID or name of a row.
    pub name: fn(&T) -> String,
    /// Columns, in order.
    pub columns: &'static [Column<T>],
}

/// A column of a table.
#[derive(Debug)]
pub struct Column<T> {
    /// Name of the column.
    pub name: &'static str,
    /// Whether the column is shown only with `--wide`.
    pub is_wide: bool,
    /// Returns the cell of a row.
    pub cell: fn(&T, &View) -> Cell,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Text of the cell, without line breaks.
    pub text: String,
    /// Color of the cell.
    pub tone: Tone,
}

/// What of a table is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) has_headers: bool,
    pub(super) is_wide: bool,
    /// Columns of the terminal, to which the last column is cut.
    pub(super) width: Option<usize>,
}

impl<T> Column<T> {
    /// Creates a column that is always shown.
    pub const fn new(name: &'static str, cell: fn(&T, &View) -> Cell) -> Self {
        Self { name, is_wide: false, cell }
    }

    /// Creates a column that is shown only with `--wide`.
    pub const fn wide(name: &'static str, cell: fn(&T, &View) -> Cell) -> Self {
        Self { name, is_wide: true, cell }
    }
}

impl Cell {
    /// Creates a cell in the color of a state or status.
    pub fn state(state: &str) -> Self {
        Self { text: state.to_owned(), tone: Tone::from(state) }
    }
}

impl<S: Into<String>> From<S> for Cell {
    fn from(text: S) -> Self {
        Self { text: one_line(&text.into()), tone: Tone::Plain }
    }
}

/// Writes a table. A column without content is left out, and so are the headers of a table without rows.
pub(super) fn write<T>(items: &[T], table: &Table<T>, view: &View, shape: Shape) -> String {
    let columns: Vec<&Column<T>> = table.columns.iter().filter(|column| shape.is_wide || !column.is_wide).collect();
    let rows: Vec<Vec<Cell>> =
        items.iter().map(|item| columns.iter().map(|column| (column.cell)(item, view)).collect()).collect();
    let widths: Vec<usize> = (0..columns.len())
        .map(|index| {
            let widest = rows.iter().map(|row: &Vec<Cell>| row[index].text.width()).max().unwrap_or_default();
            if widest == 0 { 0 } else { widest.max(columns[index].name.width()) }
        })
        .collect();
    let mut text = String::new();
    if shape.has_headers && !rows.is_empty() {
        let header = columns.iter().map(|column| Cell { text: column.name.to_uppercase(), tone: Tone::Strong });
        line(&mut text, &header.collect::<Vec<_>>(), &widths, view, shape.width);
    }
    for row in &rows {
        line(&mut text, row, &widths, view, shape.width);
    }
    text
}

fn line(text: &mut String, cells: &[Cell], widths: &[usize], view: &View, terminal: Option<usize>) {
    let last = widths.iter().rposition(|width| *width > 0);
    let mut begin = 0;
    for (index, (cell, width)) in cells.iter().zip(widths).enumerate().filter(|(_, (_, width))| **width > 0) {
        if Some(index) == last {
            let room = terminal.map_or(usize::MAX, |terminal| terminal.saturating_sub(begin).max(LAST_WIDTH_MIN));
            text.push_str(&view.style.paint(cell.tone, &cut(&cell.text, room)));
        } else {
            text.push_str(&view.style.paint(cell.tone, &cell.text));
            text.extend(std::iter::repeat_n(' ', width + 2 - cell.text.width().min(*width)));
            begin += width + 2;
        }
    }
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

/// Cuts a text to a width, with an ellipsis.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut shown = String::new();
    for c in text.chars() {
        if shown.width() + c.to_string().width() >= width {
            break;
        }
        shown.push(c);
    }
    shown + "…"
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::output::{Style, TimeView};

    type Row = (&'static str, &'static str, &'static str);

    const TABLE: Table<Row> = Table {
        name: |row| row.0.to_owned(),
        columns: &[
            Column::new("id", |row, _| row.0.into()),
            Column::new("note", |row, _| row.1.into()),
            Column::wide("more", |_, _| "x".into()),
            Column::new("text", |row, _| row.2.into()),
        ],
    };

    fn check(rows: &[Row], shape: Shape, expected: &str) {
        let view = View { style: Style::plain(), time: TimeView::new(false, Timestamp::UNIX_EPOCH) };
        assert_eq!(write(rows, &TABLE, &view, shape), expected);
    }

    #[test]
    fn columns_line_up_and_empty_ones_are_left_out() {
        let shape = Shape { has_headers: true, is_wide: false, width: None };
        check(&[("a", "", "one"), ("日本", "", "two\nlines")], shape, "ID    TEXT\na     one\n日本  two lines\n");
        check(&[("a", "b", "c")], Shape { has_headers: false, is_wide: true, ..shape }, "a   b     x     c\n");
        check(&[], shape, "");
    }

    #[test]
    fn the_last_column_is_cut_to_the_terminal() {
        let shape = Shape { has_headers: false, is_wide: false, width: Some(20) };
        check(&[("a", "b", "a text that is too long")], shape, "a   b     a text that…\n");
    }
}
