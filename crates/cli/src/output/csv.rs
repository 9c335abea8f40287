//! The columns of a table as CSV (RFC 4180).

use super::{Style, Table, View};

/// Writes all columns, with absolute times and without colors.
pub(super) fn write<T>(items: &[T], table: &Table<T>, view: &View) -> String {
    let view = View { style: Style::plain(), time: view.time.absolute() };
    let mut text = line(table.columns.iter().map(|column| column.name.to_owned()));
    for item in items {
        text.push_str(&line(table.columns.iter().map(|column| (column.cell)(item, &view).text)));
    }
    text
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
    format!("{}\r\n", cells.join(","))
}

/// Quotes a cell if it has to be. A cell that a spreadsheet would run as a formula begins with an apostrophe.
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '@', '\t', '\r']);
    let cell = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        for (cell, written) in [("a", "a"), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("=1+1", "'=1+1")] {
            assert_eq!(quoted(cell), written);
        }
    }
}
