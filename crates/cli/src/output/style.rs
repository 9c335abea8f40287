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
    /// Returns the style of an output. A terminal has colors unless `NO_COLOR` is set, `CLICOLOR` is 0 or `TERM` is
    /// `dumb`. `CLICOLOR_FORCE` gives colors also to files and pipes; `NO_COLOR` goes before it.
    pub fn of_terminal(is_terminal: bool) -> Self {
        Self::of_variables(is_terminal, &|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn of_variables(is_terminal: bool, variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let is = |name: &str, expected: &str| variable(name).is_some_and(|value| value == expected);
        let is_refused = variable("NO_COLOR").is_some();
        let is_forced = variable("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let is_able = is_terminal && !is("TERM", "dumb") && !is("CLICOLOR", "0");
        Self { has_colors: !is_refused && (is_forced || is_able) }
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
            "active" | "succeeded" | "completed" | "ok" | "closed" | "created" => Self::Good,
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

    #[test]
    fn variables_turn_colors_off_and_on() {
        let check = |is_terminal, variables: &[(&str, &str)], has_colors| {
            let variable =
                |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            assert_eq!(Style::of_variables(is_terminal, &variable).has_colors, has_colors, "{variables:?}");
        };
        check(true, &[], true);
        check(false, &[], false);
        check(true, &[("NO_COLOR", "1")], false);
        check(true, &[("TERM", "dumb")], false);
        check(true, &[("CLICOLOR", "0")], false);
        check(false, &[("CLICOLOR_FORCE", "1")], true);
        check(false, &[("CLICOLOR_FORCE", "0")], false);
        check(true, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false);
        check(false, &[("CLICOLOR_FORCE", "1"), ("TERM", "dumb")], true);
    }
}
