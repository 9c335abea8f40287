//! Crontabs, as Vixie cron and its descendants (Debian's cron, cronie) read them.

mod table;
mod vixie;

use crate::source::Source;

use self::table::Table;
use super::draft::Importer;
use super::note::NoteKind;

/// Reads the entries of crontabs.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "the dialect is `unix`: as in cron, times without `*` run once on a day with a DST change, and others follow \
         the clock",
    );
    importer.note(
        NoteKind::Chosen,
        "as in cron, runs may overlap (`allow_all`), failed runs are not retried, and missed runs are not caught up",
    );
    for source in sources {
        Table::new(source, importer).read();
    }
}
