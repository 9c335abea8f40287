//! Workflows of GitHub Actions that run on a schedule.

use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
use serde_json::{Value, json};

use super::draft::{Draft, Importer};
use super::note::NoteKind;
use super::stub;
use super::values::{documents, note_others, text, text_at};
use crate::source::Source;
use crate::text::quoted;
use crate::tree::Node;

/// Header of a request to GitHub. The secret is created with `refrain secret`.
const AUTHORIZATION: &str = "Bearer {{secret.github_token}}";

/// Reads the schedules of workflows.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "the dialect is `unix`; as GitHub documents, a time that a DST change skips runs at the next valid time",
    );
    for (source, node) in documents(sources, importer) {
        let file = source.name().rsplit('/').next().unwrap_or_default();
        let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
        let schedules: Vec<&Node> = triggers(&node).iter().collect();
        if schedules.is_empty() {
            importer.note(NoteKind::Dropped, format!("the workflow {file} does not run on a schedule"));
        }
        for (index, schedule) in schedules.iter().enumerate() {
            let name = if schedules.len() == 1 { name.to_owned() } else { format!("{name}-{}", index + 1) };
            let written = schedule.get("cron").and_then(Node::text).unwrap_or_default();
            let mut draft = Draft::new(source, schedule.at, name, written);
            if let Some(title) = node.get("name").and_then(Node::text) {
                draft.set("description", title);
            }
            set_action(&mut draft, file);
            set_times(&mut draft, schedule);
            importer.drafts.push(draft);
        }
    }
}

/// Returns the schedules of a workflow. A parser of YAML 1.1 that wrote the file may have made `true` of the key `on`.
fn triggers(node: &Node) -> &[Node] {
    let on = node.get("on").or_else(|| node.get("true"));
    on.and_then(|on| on.get("schedule")).map(Node::items).unwrap_or_default()
}

fn set_times(draft: &mut Draft<'_>, schedule: &Node) {
    let Some(cron) = schedule.get("cron").filter(|cron| cron.text().is_some()) else {
        draft.refuse_at(schedule.at, "the schedule has no `cron`");
        return;
    };
    let timezone = match text(draft, schedule, "timezone") {
        Some(timezone) => {
            let text = "a repeated time runs on the first pass: GitHub does not document what it does";
            draft.note(NoteKind::Assumed, text);
            timezone
        }
        None => "UTC",
    };
    note_others(draft, schedule, &["cron", "timezone"]);
    let expression = cron.text().unwrap_or_default();
    let count = expression.split_ascii_whitespace().count();
    if count != 5 {
        draft.refuse_at(cron.at, format!("expected five fields, found {count} in {}", quoted(expression)));
        return;
    }
    draft.spec_at = text_at(draft.source, cron);
    let cron = CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() };
    draft.spec = Some(Spec::new(Recurrence::Cron(cron), timezone));
}

/// Sets the request of GitHub's API that starts a workflow, without the name of the repository.
fn set_action(draft: &mut Draft<'_>, file: &str) {
    let path = format!("repos/OWNER/REPOSITORY/actions/workflows/{file}/dispatches");
    stub::set_webhook(draft, &path, &json!({ "ref": "main" }));
    if let Some(action) = draft.fields.get_mut("action").and_then(Value::as_object_mut) {
        let metadata = json!({
            "webhook.body": "payload",
            "webhook.header.Accept": "application/vnd.github+json",
            "webhook.header.Authorization": AUTHORIZATION,
        });
        action.insert("metadata".to_owned(), metadata);
    }
    draft.note(
        NoteKind::Incomplete,
        "write api.github.com and the repository into the target, add `workflow_dispatch` to the workflow, and create \
         the secret github_token",
    );
}
