//! Runs the public test suites of other schedulers, each under the dialect of its name.
//!
//! The suites were written by others and are not part of this repository. The variable `REFRAIN_VECTORS` names
//! their folder. Without it, nothing is checked, and the tests print a message.

mod suite;

use suite::{Suite, folder};

/// Runs one suite and fails with every vector whose result differs.
fn check(name: &str, least: usize) {
    let Some(folder) = folder() else {
        eprintln!("REFRAIN_VECTORS is not set: {name} was not checked");
        return;
    };
    let report = Suite::read(&folder, name).run();
    assert!(
        report.wrong.is_empty(),
        "{name}: {} of {} differ\n{}",
        report.wrong.len(),
        report.ran,
        report.wrong.join("\n")
    );
    assert!(report.ran >= least, "{name}: only {} vectors ran", report.ran);
    eprintln!("{name}: {} vectors hold, {} do not apply", report.ran, report.skipped);
}

#[test]
fn cronos_answers_as_in_its_own_suite() {
    check("cronos", 300);
}

#[test]
fn croniter_answers_as_in_its_own_suite() {
    check("croniter", 60);
}

#[test]
fn robfig_answers_as_in_its_own_suite() {
    check("robfig", 20);
}

#[test]
fn quartz_answers_as_in_its_own_suite() {
    check("quartz", 20);
}

#[test]
fn croner_answers_as_in_its_own_suite() {
    check("croner", 30);
}

#[test]
fn temporal_answers_as_in_its_own_suite() {
    check("temporal", 10);
}

#[test]
fn dateutil_answers_as_in_its_own_suite() {
    check("dateutil_rrule", 40);
}

#[test]
fn evertask_answers_as_in_its_own_suite() {
    check("evertask", 60);
}
