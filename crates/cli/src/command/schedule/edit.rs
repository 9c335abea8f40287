//! `refrain schedule edit`.

use clap::Args;
use refrain_client::types::{ApplyItem, ApplyProblem, Schedule};
use serde_json::{Map, Value};

use super::effect::{dry_run, save, text, zone_of};
use super::table::SCHEDULES;
use crate::command::response::{read, refused, value};
use crate::command::values::Field;
use crate::document::{Document, DocumentKind, read_sources, write};
use crate::editor::Draft;
use crate::exit::{Exit, Failure};
use crate::prompt::{self, ConfirmArgs, can_ask};
use crate::session::{Outcome, Session};
use crate::source::Source;
use crate::tree::Limits;

/// Comment above the text.
const HELP: &str = "# Change the schedule, save the text and close the editor. The effect is shown before saving.\n\
                    # If nothing is changed, or everything is removed, the schedule stays as it is.\n";
/// Beginning of the lines that report an error.
const ERROR_MARK: &str = "#! ";

/// Edit a schedule in $VISUAL or $EDITOR, or set fields
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule edit digest
  refrain schedule edit digest --set timeout=30s --set labels.team=billing
  refrain schedule edit digest --set 'when=every day at 8:00' --set description=null")]
pub(super) struct Edit {
    /// Schedule ID
    id: String,
    /// Set a field without an editor: JSON or a text; null restores the default; may be repeated
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = Field::parse)]
    fields: Vec<Field>,
    /// Revision that the schedule must have. Default: with an editor, that of the shown text
    #[arg(long, value_name = "REVISION")]
    if_revision: Option<i64>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

/// What a person has left in the editor.
enum Answer {
    /// The text is as it was, or empty.
    Unchanged,
    /// The schedule as the person wants it to be.
    Wanted(Box<Document>),
}

impl Edit {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        if !self.fields.is_empty() {
            return self.patch(session).await;
        }
        if !can_ask() {
            let failure = Failure::usage("an editor needs a terminal, and there is none");
            return Err(failure.with_hint("use `--set PATH=VALUE`, or `refrain schedule get` and `refrain apply`"));
        }
        let stored = value(session.client().get_schedule(&self.id)).await?;
        let document =
            Document::from_schedule(&stored).map_err(|problem| Failure::new(Exit::Failure, problem.detail))?;
        let draft = Draft::create(&self.id, &format!("{HELP}{}", write(std::slice::from_ref(&document))))?;
        match self.edited(session, &stored, &document, &draft).await {
            Ok(()) => {
                draft.remove();
                Ok(())
            }
            Err(failure) if draft.is_changed() => {
                prompt::show(&format!("Your text is in {}.\n", draft.path().display()));
                Err(failure)
            }
            Err(failure) => {
                draft.remove();
                Err(failure)
            }
        }
    }

    /// Sets fields by a merge patch.
    async fn patch(&self, session: &Session) -> Outcome {
        let mut body = Map::new();
        self.fields.iter().for_each(|field| field.set(&mut body));
        let path = format!("/v1/schedules/{}", self.id);
        let before = session.client().get_schedule(&self.id).await?;
        let mut call = session.client().request("PATCH", &path).with_json(&body);
        if let Some(revision) = self.if_revision {
            call = call.with_header("If-Match", &format!("\"{revision}\""));
        }
        let changed = value(call).await?;
        let output = session.output();
        if !output.is_for_people() {
            return output.one::<Schedule>(&changed, &SCHEDULES, |_, _| String::new());
        }
        let after: Schedule = read(&changed)?;
        if after.revision == before.revision {
            output.line(format!("{} is already as stated.", after.id));
        } else {
            output.line(format!("Updated {} (revision {}).", after.id, after.revision));
        }
        Ok(())
    }

    /// Opens the editor until the text is valid, shows its effect, and saves it.
    async fn edited(&self, session: &Session, stored: &Value, document: &Document, draft: &Draft) -> Outcome {
        let revision = self.if_revision.or_else(|| stored["revision"].as_i64()).unwrap_or_default();
        let (output, view) = (session.output(), session.output().view());
        let mut shown: Option<String> = None;
        loop {
            let edited = draft.edit()?;
            if shown.as_ref() == Some(&edited) {
                return Err(Failure::usage("the text was not corrected, so nothing was changed"));
            }
            let wanted = match self.answer(&edited, document) {
                Ok(Answer::Unchanged) => {
                    output.line("Nothing was changed.");
                    return Ok(());
                }
                Ok(Answer::Wanted(wanted)) => wanted,
                Err(message) => {
                    shown = Some(reopen(draft, &edited, &message)?);
                    continue;
                }
            };
            let item = dry_run(session, &wanted.to_json(), revision).await?;
            if let Some(problem) = &item.problem {
                if problem.code == "conflict" {
                    return Err(refused(&problem.code, &problem.detail)
                        .with_hint("someone else has changed the schedule; edit it again"));
                }
                shown = Some(reopen(draft, &edited, &placed(&wanted, problem))?);
                continue;
            }
            if item.result.as_str() == "unchanged" {
                output.line("Nothing was changed.");
                return Ok(());
            }
            let effect = text(&item, &zone_of(&wanted.to_json()), view.style);
            self.confirm.confirm_effect(&format!("Changes to {}:\n{effect}", self.id), "Save?")?;
            return saved(session, &save(session, &wanted.to_json(), revision).await?).await;
        }
    }

    /// Reads the text of the editor.
    fn answer(&self, text: &str, before: &Document) -> Result<Answer, String> {
        let is_empty = text.lines().all(|line| line.trim().is_empty() || line.starts_with('#'));
        if is_empty {
            return Ok(Answer::Unchanged);
        }
        let source = Source::new(format!("{}.yaml", self.id), text);
        let mut documents = read_sources(vec![source], Limits::default()).map_err(|problems| problems.to_string())?;
        let (Some(document), true) = (documents.pop(), documents.is_empty()) else {
            return Err("expected one schedule".to_owned());
        };
        if document.kind != DocumentKind::Schedule || document.name != self.id {
            let detail = format!("the ID of a schedule cannot be changed; expected `{}`", self.id);
            return Err(document.problem("id", "bad_value", detail).to_string());
        }
        if document.to_json() == before.to_json() {
            return Ok(Answer::Unchanged);
        }
        Ok(Answer::Wanted(Box::new(document)))
    }
}

/// Writes an error above the text, and returns both.
fn reopen(draft: &Draft, text: &str, message: &str) -> Result<String, Failure> {
    let text = with_error(text, message);
    draft.replace(&text)?;
    Ok(text)
}

/// Returns the text with an error above it, instead of an earlier one.
fn with_error(text: &str, message: &str) -> String {
    let lines = message.trim_end().lines().map(|line| format!("{ERROR_MARK}{line}\n"));
    let rest = text.lines().filter(|line| !line.starts_with(ERROR_MARK.trim_end())).map(|line| format!("{line}\n"));
    lines.chain(rest).collect()
}

/// Returns the error of the server, with the line of the text that it is about.
fn placed(document: &Document, problem: &ApplyProblem) -> String {
    let path = problem.path.as_deref().unwrap_or_default();
    let placed = document.problem(path, "refused", problem.detail.clone());
    match &problem.hint {
        Some(hint) => placed.with_hint(hint.as_str()).to_string(),
        None => placed.to_string(),
    }
}

async fn saved(session: &Session, item: &ApplyItem) -> Outcome {
    let output = session.output();
    if output.is_for_people() {
        output.line(format!("Updated {} (revision {}).", item.name, item.revision.unwrap_or_default()));
        return Ok(());
    }
    let changed = value(session.client().get_schedule(&item.name)).await?;
    output.one::<Schedule>(&changed, &SCHEDULES, |_, _| String::new())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn edit() -> Edit {
        Edit { id: "digest".to_owned(), fields: Vec::new(), if_revision: None, confirm: ConfirmArgs { yes: false } }
    }

    fn stored() -> Document {
        let schedule = json!({ "id": "digest", "status": "active", "timeout": "30s", "action": { "provider": "log" } });
        Document::from_schedule(&schedule).unwrap()
    }

    #[test]
    fn an_unchanged_or_empty_text_changes_nothing() {
        let text = format!("{HELP}{}", write(&[stored()]));
        for text in [text.as_str(), "", "# all removed\n\n"] {
            assert!(matches!(edit().answer(text, &stored()), Ok(Answer::Unchanged)), "{text}");
        }
        let changed = text.replace("30s", "60s");
        assert!(matches!(edit().answer(&changed, &stored()), Ok(Answer::Wanted(_))));
    }

    #[test]
    fn errors_replace_each_other_above_the_text() {
        let Err(message) = edit().answer("kind: schedule\nid: other\naction: {provider: log}\n", &stored()) else {
            panic!("the ID was changed");
        };
        assert!(message.contains("digest.yaml:2:5: the ID of a schedule cannot be changed"), "{message}");
        let text = with_error("#! old\nid: [\n", "error: one\nhint: two\n");
        assert_eq!(text, "#! error: one\n#! hint: two\nid: [\n");
    }
}
