//! Colors of a terminal.

/// Meaning of a text, which has a color on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// No meaning of its own.
    #[default]
    Plain,
    /// A success.
    Good,
    /// Something to watch.
    Warn,
    /// A failure.
    Bad,
    /// A detail.
    Dim,
    /// A heading.
    Strong,
}

/// Whether texts have colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    has_colors: bool,
}

impl Style {
    /// Returns the style of an output. `NO_COLOR` (with any value) turns colors off, as does `TERM=dumb`.
    pub fn of_terminal(is_terminal: bool) -> Self {
        let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { has_colors: is_terminal && !is_refused }
    }

    /// Returns the style without colors.
    pub const fn plain() -> Self {
        Self { has_colors: false }
    }

    /// Returns a text in the color of its meaning.
    pub fn paint(self, tone: Tone, text: &str) -> String {
        let code = match tone {
            _ if !self.has_colors => return text.to_owned(),
            Tone::Plain => return text.to_owned(),
            Tone::Good => "32",
            Tone::Warn => "33",
            Tone::Bad => "31",
            Tone::Dim => "2",
            Tone::Strong => "1",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// Returns the tone of a state or status.
impl From<&str> for Tone {
    fn from(state: &str) -> Self {
        match state {
            "active" | "succeeded" | "ok" | "closed" | "created" => Self::Good,
            "failed" | "failing" | "disabled" | "dead" | "open" | "refused" | "deleted" => Self::Bad,
            "paused" | "skipped" | "late" | "held" | "waiting" | "half_open" | "updated" | "pending" => Self::Warn,
            "canceled" | "finished" | "unchanged" => Self::Dim,
            _ => Self::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_left_out_unless_the_output_is_a_terminal() {
        assert_eq!(Style::plain().paint(Tone::Bad, "x"), "x");
        let colored = Style { has_colors: true };
        assert_eq!(colored.paint(Tone::Bad, "x"), "\u{1b}[31mx\u{1b}[0m");
        assert_eq!(colored.paint(Tone::Plain, "x"), "x");
    }
}
