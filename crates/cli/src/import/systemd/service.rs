//! The program that a service starts, as an entry of the catalog.

use super::span::whole_seconds;
use super::unit::{Setting, Unit};
use crate::catalog::CommandEntry;
use crate::import::draft::Draft;
use crate::import::note::NoteKind;
use crate::text::quoted;

/// Search path of services that set none.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin";
/// Timeout of services that set none. Without one, the provider would use a minute.
const TIMEOUT: &str = "24h";
/// Settings that are read, or that do not matter.
const READ: [&str; 9] = [
    "ExecStart",
    "ExecStartPre",
    "Environment",
    "WorkingDirectory",
    "TimeoutStartSec",
    "RuntimeMaxSec",
    "Type",
    "StandardOutput",
    "StandardError",
];

/// Returns the entry that starts the unit, as systemd itself does.
pub(super) fn start_unit(draft: &mut Draft<'_>, unit: &str) -> CommandEntry {
    let text =
        format!("the file of {unit} was not given: the command starts the unit, which needs the permission to do so");
    draft.note(NoteKind::Incomplete, text);
    let argv = ["/usr/bin/systemctl", "start", unit].map(str::to_owned).to_vec();
    CommandEntry { argv, directory: "/".to_owned(), timeout: Some(TIMEOUT.to_owned()), ..CommandEntry::default() }
}

/// Returns the entry that runs the programs of a service.
pub(super) fn run_service(draft: &mut Draft<'_>, service: &Unit<'_>) -> CommandEntry {
    let lines = [service.all("Service", "ExecStartPre"), service.all("Service", "ExecStart")].concat();
    let commands: Vec<String> = lines.iter().map(|setting| command(draft, setting)).collect();
    let mut entry = CommandEntry::program_or_shell("/bin/sh", &commands.join(" && "));
    entry.env.insert("PATH".to_owned(), PATH.to_owned());
    for setting in service.all("Service", "Environment") {
        for assignment in words(&setting.value) {
            if let Some((name, value)) = assignment.split_once('=') {
                entry.env.insert(name.to_owned(), value.to_owned());
            }
        }
    }
    let directory = service.last("Service", "WorkingDirectory").map(|setting| setting.value.trim_start_matches('-'));
    entry.directory = directory.filter(|directory| directory.starts_with('/')).unwrap_or("/").to_owned();
    let timeouts = ["TimeoutStartSec", "RuntimeMaxSec"].iter().filter_map(|name| service.last("Service", name));
    let seconds = timeouts.filter_map(|setting| whole_seconds(&setting.value)).min();
    entry.timeout = Some(seconds.map_or_else(|| TIMEOUT.to_owned(), |seconds| format!("{seconds}s")));
    for setting in
        service.settings.iter().filter(|setting| setting.section == "Service" && !READ.contains(&setting.name))
    {
        draft.note(NoteKind::Dropped, format!("{}={} of {}", setting.name, setting.value, service.name));
    }
    entry
}

/// Returns a command line without the signs that precede it.
fn command(draft: &mut Draft<'_>, setting: &Setting<'_>) -> String {
    let text = setting.value.trim_start_matches(['@', '-', ':', '+', '!', '|']);
    let signs = &setting.value[..setting.value.len() - text.len()];
    if signs.contains(['+', '!', '@', '|']) {
        draft.note(NoteKind::Dropped, format!("the signs {} before {}", quoted(signs), quoted(text)));
    }
    let text = text.replace("%%", "\0");
    if text.contains('%') {
        draft.note(NoteKind::Incomplete, format!("replace the specifiers in {} with their values", quoted(&text)));
    }
    let text = text.replace('\0', "%");
    if signs.contains('-') { format!("{{ {text} || true; }}") } else { text }
}

/// Splits a value into words. Quotes keep spaces.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut has_word) = (String::new(), None, false);
    for c in text.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => (quote, has_word) = (Some(c), true),
            (c, None) if c.is_ascii_whitespace() => {
                if has_word {
                    words.push(std::mem::take(&mut word));
                }
                has_word = false;
            }
            (c, _) => {
                word.push(c);
                has_word = true;
            }
        }
    }
    if has_word {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_spaces() {
        assert_eq!(words("A=1 \"B=2 3\" 'C'=\"\"  D="), ["A=1", "B=2 3", "C=", "D="]);
    }
}
