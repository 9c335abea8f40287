//! The examples of docs/files.md.

use std::fs;
use std::path::Path;

use super::folder::Folder;
use super::refrain;

/// Returns the code blocks of the page, each with its language.
fn blocks() -> Vec<(String, String)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/files.md");
    let page = fs::read_to_string(page).unwrap();
    let parts: Vec<&str> = page.split("```").collect();
    let blocks = parts.iter().skip(1).step_by(2).map(|block| block.split_once('\n').unwrap());
    blocks.map(|(language, text)| (language.to_owned(), text.to_owned())).collect()
}

/// Returns the documents of the page, as files.
pub(crate) fn examples() -> Vec<(String, String)> {
    let is_document = |(language, text): &(String, String)| {
        ["yaml", "toml", "json"].contains(&language.as_str()) && !text.starts_with("# .")
    };
    let documents = blocks().into_iter().filter(is_document).enumerate();
    documents.map(|(number, (language, text))| (format!("{number}.{language}"), text)).collect()
}

#[test]
fn documents_have_no_errors_and_no_warnings() {
    let files = Folder::new(&[]);
    let examples = examples();
    assert!(examples.len() >= 4);
    for (name, text) in &examples {
        files.write(name, text);
    }
    let run = refrain(&["lint", "-f", files.path(), "--strict"]);
    assert_eq!((run.exit_code, run.out.as_str()), (0, "6 documents: 0 errors, 0 warnings\n"));
}

#[test]
fn commands_have_arguments_that_exist() {
    let mut count = 0;
    for (language, text) in blocks() {
        // The files of workflows are YAML.
        if language == "yaml" {
            assert!(text.starts_with("# ") || text.starts_with("id: "), "{text}");
        }
        for line in text.lines().filter(|line| line.contains("refrain ") && language != "text") {
            let line = line.replace("${{ github.sha }}", "4711");
            let Some(command) = command(&line) else { continue };
            let mut arguments: Vec<&str> = command.split_whitespace().map(|word| word.trim_matches('"')).collect();
            // The arguments before it are checked, and nothing is done.
            arguments.push("--help");
            let run = refrain(&arguments);
            assert_eq!(run.exit_code, 0, "{line}: {}", run.err);
            count += 1;
        }
    }
    assert!(count >= 15, "{count}");
}

/// Returns the arguments of a command in a line of a script, a workflow or a hook.
fn command(line: &str) -> Option<&str> {
    let (before, command) = line.split_once("refrain ")?;
    let starts = ["", "crontab -l | ", "- run: ", "entry: "];
    if !starts.contains(&before.trim_start()) {
        return None;
    }
    let end = command.find([';', '>', '#', '|']).unwrap_or(command.len());
    Some(command[..end].trim().trim_end_matches("-f"))
}
