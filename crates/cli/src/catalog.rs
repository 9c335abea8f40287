//! Entries of the operator's catalog of commands, as configuration in TOML.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

/// A program that a schedule starts, as the configuration of the server has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CommandEntry {
    /// Program and arguments.
    pub argv: Vec<String>,
    /// Complete environment of the program.
    pub env: BTreeMap<String, String>,
    /// Working directory.
    pub directory: String,
    /// Timeout of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<String>,
}

/// Variable with a command that must not be an argument: the catalog takes braces in arguments for parameters.
const COMMAND_VARIABLE: &str = "COMMAND";

impl CommandEntry {
    /// Creates an entry that passes a command to a shell, except for a command of plain words that begins with an
    /// absolute path: it needs no shell.
    pub(crate) fn program_or_shell(shell: &str, command: &str) -> Self {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || " /._-+:@%,=".contains(c);
        let is_program = command.starts_with('/') && !command.split(' ').next().unwrap_or_default().contains('=');
        if is_program && command.chars().all(is_plain) {
            let argv = command.split_ascii_whitespace().map(str::to_owned).collect();
            return Self { argv, ..Self::default() };
        }
        Self::shell(shell, command)
    }

    /// Creates an entry that passes a command to a shell, as `SHELL -c` does.
    pub(crate) fn shell(shell: &str, command: &str) -> Self {
        if command.contains('{') {
            let argv = [shell, "-c", &format!("eval \"${COMMAND_VARIABLE}\"")].map(str::to_owned).to_vec();
            let env = [(COMMAND_VARIABLE.to_owned(), command.to_owned())].into();
            return Self { argv, env, ..Self::default() };
        }
        Self { argv: [shell, "-c", command].map(str::to_owned).to_vec(), ..Self::default() }
    }

    /// Adds variables. The one that this entry needs itself stays.
    pub(crate) fn with_env(mut self, mut env: BTreeMap<String, String>) -> Self {
        env.append(&mut self.env);
        self.env = env;
        self
    }
}

/// Returns the configuration of a provider `command` with these entries, by name.
pub(crate) fn to_toml(entries: &BTreeMap<String, CommandEntry>) -> String {
    let mut text = "[providers.command]\nkind = \"command\"\n".to_owned();
    for (name, entry) in entries {
        let _ = writeln!(text, "\n[providers.command.commands.{name}]");
        let argv: Vec<String> = entry.argv.iter().map(|word| quoted(word)).collect();
        let _ = writeln!(text, "argv = [{}]", argv.join(", "));
        let _ = writeln!(text, "directory = {}", quoted(&entry.directory));
        if let Some(timeout) = &entry.timeout {
            let _ = writeln!(text, "timeout = {}", quoted(timeout));
        }
        if !entry.env.is_empty() {
            let variables: Vec<String> =
                entry.env.iter().map(|(name, value)| format!("{} = {}", key(name), quoted(value))).collect();
            let _ = writeln!(text, "env = {{ {} }}", variables.join(", "));
        }
    }
    text
}

fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    if is_bare { name.to_owned() } else { quoted(name) }
}

/// Returns a basic string of TOML.
fn quoted(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(written, "\\u{:04X}", u32::from(c));
            }
            c => written.push(c),
        }
    }
    written.push('"');
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::tree::{Budget, Format, Limits, parse};

    #[test]
    fn plain_commands_need_no_shell() {
        let argv = |command: &str| CommandEntry::program_or_shell("/bin/sh", command).argv;
        assert_eq!(argv("/usr/bin/backup  --all -n 5"), ["/usr/bin/backup", "--all", "-n", "5"]);
        for command in
            ["backup", "/bin/a > /dev/null", "/bin/a 'b c'", "/bin/a $HOME", "A=1 /bin/a", "/bin/a; b", "/a=b c"]
        {
            assert_eq!(argv(command), ["/bin/sh", "-c", command]);
        }
    }

    #[test]
    fn a_command_with_braces_is_not_an_argument() {
        let entry = CommandEntry::shell("/bin/bash", "awk '{print $1}' /etc/hosts");
        assert_eq!(entry.argv, ["/bin/bash", "-c", "eval \"$COMMAND\""]);
        assert_eq!(entry.env["COMMAND"], "awk '{print $1}' /etc/hosts");
    }

    #[test]
    fn the_configuration_is_toml() {
        let mut entry = CommandEntry::shell("/bin/sh", "echo \"a\\b\"\t\u{7f}");
        entry.directory = "/root".to_owned();
        entry.timeout = Some("5m".to_owned());
        entry.env = [("A".to_owned(), "1\n".to_owned()), ("b.c".to_owned(), String::new())].into();
        let text = to_toml(&[("x".to_owned(), entry.clone())].into());
        let (source, mut problems) = (Source::new("f", text), Vec::new());
        let nodes = parse(&source, Format::Toml, &mut Budget::new(Limits::default()), &mut problems);
        assert_eq!(problems, []);
        let read = nodes[0].find(&["providers", "command", "commands", "x"]).unwrap().to_json();
        assert_eq!(read["argv"][2], entry.argv[2]);
        assert_eq!(read["env"], serde_json::json!({"A": "1\n", "b.c": ""}));
    }
}
