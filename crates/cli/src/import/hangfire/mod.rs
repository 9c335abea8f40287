//! Recurring jobs of Hangfire as JSON, and plain lists of names with expressions of Cronos, the library it uses.

mod job;
mod list;

use refrain_recurrence::{CronRecurrence, Dialect, Recurrence, Spec};

use super::draft::{Draft, Importer};
use super::note::NoteKind;
use super::windows_zone::{self, ZoneName};
use crate::source::Source;
use crate::text::quoted;

/// Expression of `Cron.Never()`: February 31 does not exist.
const NEVER: &str = "0 0 31 2 *";

/// Reads the jobs in files.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "the dialect is `cronos`: both day fields must match, a time that a DST change skips runs at the end of the \
         gap, and a repeated time runs once, unless the expression is an interval",
    );
    for source in sources {
        if source.text().trim_start().starts_with(['[', '{']) {
            job::read(source, importer);
        } else {
            list::read(source, importer);
        }
    }
}

/// Sets the times of an expression at a position, in a time zone that is an IANA name or one of Windows.
fn set_times<'a>(
    draft: &mut Draft<'a>,
    (at, is_verbatim): (usize, bool),
    expression: &str,
    zone: Option<(usize, &str)>,
    importer: &mut Importer<'a>,
) {
    let Some(timezone) = timezone(draft, zone, importer) else { return };
    let expression = expression.trim();
    if expression == NEVER {
        draft.refuse_at(at, "`Cron.Never()` never runs by itself; start the job with a manual run or a request");
        return;
    }
    draft.spec_at = is_verbatim.then_some(at);
    let cron = CronRecurrence {
        expression: expression.to_owned(),
        dialect: Some(Dialect::Cronos),
        ..CronRecurrence::default()
    };
    draft.spec = Some(Spec::new(Recurrence::Cron(cron), timezone));
}

fn timezone(draft: &mut Draft<'_>, zone: Option<(usize, &str)>, importer: &mut Importer<'_>) -> Option<String> {
    let Some((at, name)) = zone else {
        return Some(importer.timezone("UTC", "the default of Hangfire"));
    };
    match windows_zone::find(name) {
        ZoneName::Iana(name) => Some(name),
        ZoneName::Windows(iana) => {
            draft.note(NoteKind::Kept, format!("the Windows time zone {} became {iana}", quoted(name)));
            Some(iana.to_owned())
        }
        ZoneName::Unknown => {
            let text = format!(
                "{} is not a time zone of the IANA database, and no Windows time zone that is known",
                quoted(name)
            );
            draft.refuse_at(at, text);
            None
        }
    }
}
