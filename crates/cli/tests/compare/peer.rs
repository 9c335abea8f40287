//! Runs the peers. Each reads a job per line, and writes a line with the runs of each.

use std::env;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::job::Job;

/// Returns the path of a peer's program.
pub(super) fn program(name: &str) -> String {
    format!("{}/tests/compare/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the runs of each job in seconds, in order.
pub(super) fn runs(command: &mut Command, jobs: &[Job]) -> Vec<Vec<i64>> {
    let mut input = String::new();
    for job in jobs {
        let spans: Vec<String> = job.spans.iter().map(|span| format!("{} {}", span.search_from, span.until)).collect();
        writeln!(input, "{}\t{}\t{}", job.expression, job.zone, spans.join(" ")).unwrap();
    }
    let found: Vec<Vec<i64>> = answer(command, &input).lines().map(seconds).collect();
    assert_eq!(found.len(), jobs.len(), "{command:?} must write a line for each job");
    found
}

fn seconds(line: &str) -> Vec<i64> {
    let mut seconds: Vec<i64> = line.split_ascii_whitespace().map(|second| second.parse().unwrap()).collect();
    seconds.sort_unstable();
    seconds.dedup();
    seconds
}

/// Runs a program with an input and returns its output.
pub(super) fn answer(command: &mut Command, input: &str) -> String {
    let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = spawned.unwrap_or_else(|error| panic!("{command:?}: {error}; `.ci/services` installs the peers"));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{command:?} failed; `.ci/services` installs the peers");
    writer.join().unwrap().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Returns what a script of `.ci` prints, unless a variable has it already.
pub(super) fn provided(variable: &str, script: &str) -> String {
    env::var(variable).unwrap_or_else(|_| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci").join(script);
        answer(&mut Command::new(path), "").trim().to_owned()
    })
}

/// Returns a variable of `.ci/services`.
pub(super) fn installed(variable: &str) -> String {
    env::var(variable).unwrap_or_else(|_| panic!("{variable} is not set; run the tests through `.ci/services`"))
}
