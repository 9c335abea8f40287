//! Output of commands: tables for people, and JSON, YAML, CSV or names for programs.
//!
//! A command describes its rows once, as a [`Table`]; the format is chosen here. Output is collected and written at
//! the end, so that a command that fails prints nothing and `--watch` replaces a whole screen.

mod args;
mod csv;
mod stdout;
mod style;
mod table;
mod time;

pub use self::args::{Format, OutputArgs};
pub use self::stdout::{write_live, write_stdout};
pub use self::style::{Style, Tone};
pub(crate) use self::table::cut;
pub use self::table::{Cell, Column, Table};
pub use self::time::TimeView;
pub(crate) use self::time::duration;

use std::cell::RefCell;
use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::document::{Document, write, write_value};
use crate::exit::Failure;

/// How values are shown: colors, and times relative to now or absolute.
#[derive(Clone, Debug)]
pub struct View {
    /// Colors, if the output is a terminal.
    pub style: Style,
    /// Form of times.
    pub time: TimeView,
}

/// The output of one command.
#[derive(Debug)]
pub struct Output {
    format: Format,
    has_headers: bool,
    is_wide: bool,
    /// Columns of the terminal. `None` if the output is no terminal.
    width: Option<usize>,
    view: View,
    text: RefCell<String>,
}

impl Output {
    /// Returns how values are shown.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Returns the format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns whether the output is a table or other text for people.
    pub fn is_for_people(&self) -> bool {
        self.format == Format::Table
    }

    /// Adds a line for people. Formats for programs leave it out.
    pub fn line(&self, line: impl AsRef<str>) {
        if self.is_for_people() {
            let mut text = self.text.borrow_mut();
            text.push_str(line.as_ref());
            text.push('\n');
        }
    }

    /// Shows a list, in the form that the server sent.
    ///
    /// # Errors
    /// If an item cannot be read.
    pub fn list<T: DeserializeOwned>(&self, items: &[Value], table: &Table<T>) -> Result<(), Failure> {
        match self.format {
            Format::Json => self.json(&Value::Array(items.to_vec())),
            Format::Yaml => self.push(&write_value(&Value::Array(items.to_vec()))),
            Format::Name => {
                for item in read::<T>(items)? {
                    self.push(&format!("{}\n", (table.name)(&item)));
                }
            }
            Format::Csv => self.push(&csv::write(&read::<T>(items)?, table, &self.view)),
            Format::Table => {
                let shape = table::Shape { has_headers: self.has_headers, is_wide: self.is_wide, width: self.width };
                self.push(&table::write(&read::<T>(items)?, table, &self.view, shape));
            }
        }
        Ok(())
    }

    /// Shows one value: by `text` for people, and as a list of one for CSV and names.
    ///
    /// # Errors
    /// If the value cannot be read.
    pub fn one<T: DeserializeOwned>(
        &self,
        value: &Value,
        table: &Table<T>,
        text: impl FnOnce(&T, &View) -> String,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Json => self.json(value),
            Format::Yaml => self.push(&write_value(value)),
            Format::Name | Format::Csv => return self.list(std::slice::from_ref(value), table),
            Format::Table => {
                let read = read::<T>(std::slice::from_ref(value))?;
                let Some(one) = read.into_iter().next() else { return Ok(()) };
                self.push(&text(&one, &self.view));
            }
        }
        Ok(())
    }

    /// Shows a value that has no table: as text for people, and as it is for programs.
    pub fn value(&self, value: &Value, text: impl FnOnce(&View) -> String) {
        match self.format {
            Format::Json => self.json(value),
            Format::Yaml => self.push(&write_value(value)),
            Format::Name | Format::Csv | Format::Table => self.push(&text(&self.view)),
        }
    }

    /// Shows documents, in the form in which they can be applied: as JSON if that is the format, else as YAML.
    pub fn documents(&self, documents: &[Document]) {
        match self.format {
            Format::Json => self.json(&documents.iter().map(Document::to_json).collect()),
            Format::Name => documents.iter().for_each(|document| self.push(&format!("{}\n", document.name))),
            Format::Yaml | Format::Csv | Format::Table => self.push(&write(documents)),
        }
    }

    /// Returns everything that was shown, and starts anew.
    pub fn take(&self) -> String {
        self.text.take()
    }

    fn json(&self, value: &Value) {
        // Writing a value as JSON cannot fail: all keys are texts.
        let _ = writeln!(self.text.borrow_mut(), "{value:#}");
    }

    fn push(&self, text: &str) {
        self.text.borrow_mut().push_str(text);
    }
}

fn read<T: DeserializeOwned>(items: &[Value]) -> Result<Vec<T>, Failure> {
    let read = |item: &Value| T::deserialize(item).map_err(|error| Failure::unreadable(&error));
    items.iter().map(read).collect()
}
