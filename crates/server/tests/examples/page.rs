//! A page, its shell blocks, and the script built from them.

use std::fmt::Write as _;
use std::path::Path;

/// Base URL of the server in the documentation.
const SHOWN_BASE: &str = "http://127.0.0.1:7433";

/// Start of every script. It wraps the real `curl` and `refrain` and checks their results.
const HEAD: &str = include_str!("head.sh");

pub(crate) struct Page {
    name: String,
    blocks: Vec<Block>,
    outside: Vec<String>,
}

/// A block of shell commands.
struct Block {
    line: usize,
    is_run: bool,
    text: String,
}

impl Block {
    fn is_example(&self) -> bool {
        self.text.split(['\n', ' ', '|', '(']).any(|word| word == "curl" || word == "refrain")
    }
}

impl Page {
    pub(crate) fn read(root: &Path, path: &Path) -> Self {
        Self::of(&path.display().to_string(), &std::fs::read_to_string(root.join(path)).unwrap())
    }

    pub(crate) fn of(name: &str, text: &str) -> Self {
        let mut page = Self { name: name.to_owned(), blocks: Vec::new(), outside: Vec::new() };
        let mut fence: Option<(&str, Block)> = None;
        for (number, line) in (1..).zip(text.lines()) {
            fence = match (fence, line.strip_prefix("```")) {
                (None, Some(info)) => {
                    let block = Block { line: number, is_run: info != "sh no-run", text: String::new() };
                    Some((info, block))
                }
                (None, None) => {
                    page.note_outside(number, line);
                    None
                }
                (Some((info, block)), Some(_)) => {
                    if info.split(' ').next() == Some("sh") {
                        page.blocks.push(block);
                    }
                    None
                }
                (Some((info, mut block)), None) => {
                    if info.split(' ').next() == Some("sh") {
                        block.text.push_str(line);
                        block.text.push('\n');
                    } else {
                        page.note_outside(number, line);
                    }
                    Some((info, block))
                }
            };
        }
        page.blocks.retain(Block::is_example);
        page
    }

    fn note_outside(&mut self, number: usize, line: &str) {
        let is_request = line.trim_start().trim_start_matches("$ ").starts_with("curl ");
        if is_request {
            self.outside.push(format!("{}:{number}: {line}", self.name));
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of blocks that are run.
    pub(crate) fn examples(&self) -> usize {
        self.blocks.iter().filter(|block| block.is_run).count()
    }

    /// Returns the number of blocks that are not run.
    pub(crate) fn not_run(&self) -> usize {
        self.blocks.len() - self.examples()
    }

    /// Returns the requests that are in no script.
    pub(crate) fn outside(&self) -> Vec<String> {
        self.outside.clone()
    }

    /// Joins all blocks into one script, so that later blocks see the variables of earlier ones.
    pub(crate) fn script(&self, base: &str) -> String {
        let mut script = HEAD.to_owned();
        for block in self.blocks.iter().filter(|block| block.is_run) {
            writeln!(script, "at='{}:{}'", self.name, block.line).unwrap();
            for line in block.text.lines() {
                writeln!(script, "{}", expectation(line).unwrap_or_else(|| line.replace(SHOWN_BASE, base))).unwrap();
            }
        }
        script
    }
}

/// Parses the expectation in a comment: `# 400: …` or `# exit 1: …`.
fn expectation(line: &str) -> Option<String> {
    let said = line.strip_prefix("# ")?;
    let (said, _) = said.split_once(':').unwrap_or((said, ""));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match said.strip_prefix("exit ") {
        Some(code) if is_number(code) => Some(format!("expect_exit {code}")),
        None if is_number(said) => Some(format!("expect_status {said}")),
        Some(_) | None => None,
    }
}
