//! The command of an entry: its standard input, its name, and the entry of the catalog that runs it.

/// A command, and the lines that cron writes to its standard input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) text: String,
    pub(crate) input: Option<Vec<String>>,
}

impl Command {
    /// Splits a command at its first `%`. Each further `%` begins a line of input, and `\%` is a percent sign.
    pub(crate) fn parse(text: &str) -> Self {
        let mut parts = vec![String::new()];
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' if chars.peek() == Some(&'%') => {
                    chars.next();
                    push(&mut parts, '%');
                }
                '%' => parts.push(String::new()),
                c => push(&mut parts, c),
            }
        }
        let input = parts.split_off(1);
        let text = parts.concat().trim_end().to_owned();
        Self { text, input: (!input.is_empty()).then_some(input) }
    }

    /// Returns what the shell of the crontab runs: the command, with its input.
    pub(crate) fn script(&self) -> String {
        let Some(lines) = &self.input else { return self.text.clone() };
        let lines: Vec<String> = lines.iter().map(|line| format!("'{}'", line.replace('\'', "'\\''"))).collect();
        format!("printf '%s\\n' {} | (\n{}\n)", lines.join(" "), self.text)
    }

    /// Returns the name of the program, without its folder and ending. Programs that only start another one are passed
    /// over.
    pub(crate) fn name(&self) -> String {
        const STARTERS: [&str; 12] = [
            "nice", "ionice", "exec", "env", "sudo", "time", "timeout", "flock", "chronic", "setsid", "nohup",
            "command",
        ];
        const INTERPRETERS: [&str; 10] =
            ["sh", "bash", "dash", "zsh", "python", "python3", "perl", "php", "ruby", "node"];
        let last = self
            .text
            .split("&&")
            .map(str::trim)
            .find(|part| !part.trim_start_matches(['(', ' ']).starts_with("cd "))
            .unwrap_or(&self.text);
        let mut words = last.split_ascii_whitespace().peekable();
        let mut name = "";
        while let Some(word) = words.next() {
            let is_assignment =
                word.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
            let word = word.trim_matches(['(', ')', '[', '\'', '"', ';', '{', '}']);
            if word.is_empty() || is_assignment || word.starts_with('-') || word.parse::<f64>().is_ok() {
                continue;
            }
            name = stem(word);
            let has_more = words.peek().is_some();
            if !has_more || !(STARTERS.contains(&name) || INTERPRETERS.contains(&name)) {
                break;
            }
        }
        if name.is_empty() { "command".to_owned() } else { name.to_owned() }
    }
}

fn push(parts: &mut [String], c: char) {
    if let Some(part) = parts.last_mut() {
        part.push(c);
    }
}

/// Returns the name of a file without its folder, and without an ending such as `.sh`.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && ending.len() <= 4 => stem,
        Some(_) | None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_begin_the_input() {
        let check = |text: &str, command: &str, input: Option<&[&str]>| {
            let input = input.map(|lines| lines.iter().map(|line| (*line).to_owned()).collect());
            assert_eq!(Command::parse(text), Command { text: command.to_owned(), input }, "{text}");
        };
        check("mail root", "mail root", None);
        check("date +\\%F > x", "date +%F > x", None);
        check("mail -s hi root %Dear root,%%it's 5\\%.", "mail -s hi root", Some(&["Dear root,", "", "it's 5%."]));
        check("cat %", "cat", Some(&[""]));
        check("a \\b", "a \\b", None);
    }

    #[test]
    fn input_is_written_by_the_shell() {
        let script = Command::parse("wc -c %it's%").script();
        assert_eq!(script, "printf '%s\\n' 'it'\\''s' '' | (\nwc -c\n)");
    }

    #[test]
    fn the_name_is_that_of_the_program() {
        let check = |text: &str, expected: &str| assert_eq!(Command::parse(text).name(), expected, "{text}");
        check("/usr/local/bin/backup.sh --all", "backup");
        check("cd /srv/app && ./manage.py clearsessions", "manage");
        check("FOO=bar nice -n 19 /usr/bin/python3 /opt/report.py x", "report");
        check("[ -x /usr/sbin/anacron ] || run", "anacron");
        check("php", "php");
        check("( cd / && run-parts --report /etc/cron.daily )", "run-parts");
        check("/opt/app-1.2.3/run", "run");
        check("\"\"", "command");
        check("sleep 5; a", "sleep");
    }
}
