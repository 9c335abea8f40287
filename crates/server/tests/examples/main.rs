//! Runs every example of the README and of the pages under `docs/` that talks to a server or calls `refrain`. Each
//! page runs against its own server.
//!
//! A block ```` ```sh ```` is run if it has a line with `curl` or `refrain`. A response that is not a success fails
//! the page, unless a comment before the request announces it: `# 400: there is no such day`. `# exit 1: …`
//! announces the exit code of a command. A block that cannot be run here is marked ```` ```sh no-run ```` and
//! listed below with the reason.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod page;
mod server;

use std::path::{Path, PathBuf};

use page::Page;
use server::Server;

/// Blocks that are not run: page and reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("docs/commands.md", "the block needs a public server and its key"),
    ("docs/commands.md", "the block writes into the home folder"),
    ("docs/commands.md", "the block writes into the home folder, and shows a page"),
    ("docs/files.md", "the block reads the crontab of a user and folders of other systems"),
    ("docs/guides/behind-a-proxy.md", "the block needs a public server and its key"),
    ("docs/guides/three-nodes.md", "the block starts servers that need PostgreSQL"),
    ("docs/operations.md", "the block starts servers that need PostgreSQL"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Returns all pages of the user documentation.
fn pages() -> Vec<Page> {
    let mut found = vec![PathBuf::from("README.md")];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found.iter().map(|path| Page::read(&root(), path)).collect()
}

#[test]
fn every_documented_example_runs() {
    let mut failed = Vec::new();
    let mut run = 0;
    for (number, page) in pages().iter().enumerate().filter(|(_, page)| page.examples() > 0) {
        let server = Server::start(number);
        match server.run(&page.script(server.base())) {
            Ok(()) => run += page.examples(),
            Err(reported) => failed.push(format!("{}:\n{reported}", page.name())),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
    assert!(run > 20, "found only {run} blocks; are they still marked as `sh`?");
}

#[test]
fn a_failing_example_fails_its_page() {
    let server = Server::start(usize::MAX);
    let run = |text: &str| {
        let page = Page::of("made-up.md", &format!("```sh\n{text}\n```\n"));
        server.run(&page.script(server.base()))
    };
    let missing = "curl http://127.0.0.1:7433/v1/schedules/none";
    assert!(run(missing).unwrap_err().contains("made-up.md:1: answered 404"));
    assert_eq!(run(&format!("# 404: there is none\n{missing}")), Ok(()));
    assert!(run("# 404: there is none\ncurl http://127.0.0.1:7433/v1/schedules").is_err());
    assert!(run(&format!("{missing} | cat")).is_err());
    assert!(run("refrain next '0 9 * * MUN'").unwrap_err().contains("exited with 2"));
    assert_eq!(run("# exit 2: there is no such day\nrefrain next '0 9 * * MUN'"), Ok(()));
}

#[test]
fn blocks_that_are_not_run_are_listed() {
    let marked: Vec<String> = pages().iter().flat_map(|page| vec![page.name().to_owned(); page.not_run()]).collect();
    let listed: Vec<&str> = NOT_RUN.iter().map(|(page, _)| *page).collect();
    assert_eq!(marked, listed);
}

/// An example outside of a block that is run would not be checked.
#[test]
fn every_request_is_in_a_block_that_is_run() {
    let outside: Vec<String> = pages().iter().flat_map(Page::outside).collect();
    assert!(outside.is_empty(), "move these into a ```sh block:\n{}", outside.join("\n"));
}
