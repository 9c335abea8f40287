//! The command that does what a schedule does, for systems that start commands.

use serde_json::Value;

use super::schedule::Schedule;
use super::{Remark, RemarkKind};

/// Returns the program and its arguments. A webhook becomes a request of curl; everything else starts the schedule on
/// its server.
pub(super) fn command(schedule: &Schedule, remarks: &mut Vec<Remark>) -> Vec<String> {
    let target = schedule.text(&["action", "target"]);
    match (schedule.text(&["action", "provider"]), target) {
        (Some("webhook"), Some(target)) => request(schedule, target, remarks),
        (_, _) => {
            let text = "the command starts the schedule on its server; pause it there, so that it does not run twice";
            remarks.push(Remark::new(schedule, RemarkKind::Incomplete, text));
            ["refrain", "schedule", "run", &schedule.id].map(str::to_owned).to_vec()
        }
    }
}

fn request(schedule: &Schedule, target: &str, remarks: &mut Vec<Remark>) -> Vec<String> {
    let mut argv: Vec<String> =
        ["curl", "--fail", "--silent", "--show-error", "--request", "POST"].map(str::to_owned).to_vec();
    let payload = schedule.value["action"].get("payload").filter(|payload| !payload.is_null());
    if let Some(payload) = payload {
        argv.extend(["--header", "Content-Type: application/json", "--data"].map(str::to_owned));
        argv.push(plain(&payload.to_string()));
    }
    argv.push(plain(target));
    let has_template = |text: &str| text.replace("{{{{", "").contains("{{");
    if has_template(target) || payload.is_some_and(|payload| has_template(&payload.to_string())) {
        let text = "the request has templates, which only Refrain fills in";
        remarks.push(Remark::new(schedule, RemarkKind::Incomplete, text));
    }
    if schedule.value["action"].get("metadata").and_then(Value::as_object).is_some_and(|fields| !fields.is_empty()) {
        remarks.push(Remark::new(schedule, RemarkKind::Dropped, "the metadata of the action, such as its signature"));
    }
    argv
}

/// Returns a text with the braces that stand for themselves.
fn plain(text: &str) -> String {
    text.replace("{{{{", "{{")
}

/// Returns a command line for a shell.
pub(super) fn shell(argv: &[String]) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@,+=".contains(c);
    let quoted = |word: &String| {
        if !word.is_empty() && word.chars().all(is_plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    };
    argv.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Returns a text in one line, for a comment.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
