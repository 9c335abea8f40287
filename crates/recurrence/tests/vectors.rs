//! The project's own vectors: definitions with their expected results.
//!
//! Each file under `vectors/` is a list of cases. Each case says which error it guards against. The expected
//! results were computed by hand or by a separate, slow program that examines every day, never by this library.

mod vectors {
    pub(crate) mod case;
    pub(crate) mod check;
}

use std::fs;
use std::path::Path;

use vectors::case::Case;

fn check_file(name: &str, cases_min: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(format!("{name}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Vec<Case> = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(cases.len() >= cases_min, "{name}: {} cases, expected at least {cases_min}", cases.len());
    let failures: Vec<String> = cases.iter().filter_map(|case| vectors::check::check(case).err()).collect();
    eprintln!("{name}: {} cases, {} failed", cases.len(), failures.len());
    assert!(failures.is_empty(), "{} of {} cases fail:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// One test per file, so that a failure names the file.
macro_rules! files {
    ($($test:ident: $name:literal, at_least $cases_min:literal;)*) => {
        $(
            #[test]
            fn $test() {
                check_file($name, $cases_min);
            }
        )*

        #[test]
        fn every_file_has_a_test() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|extension| extension == "json") {
                    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                    assert!([$($name),*].contains(&name.as_str()), "no test reads {name}.json");
                }
            }
        }
    };
}

files! {
    dst_gaps_match_the_vectors: "dst_gaps", at_least 610;
    dst_folds_match_the_vectors: "dst_folds", at_least 470;
    cron_finds_every_match: "cron_unix", at_least 250;
    cron_finds_every_match_backward: "cron_backward", at_least 180;
    cron_dialects_match_the_vectors: "cron_dialects", at_least 470;
    every_counts_from_its_anchor: "every", at_least 330;
    calendar_periods_start_and_end_as_named: "calendar", at_least 280;
    rfc_5545_rules_recur_as_the_standard_says: "rrule", at_least 425;
    a_single_instant_comes_once: "once", at_least 280;
    unions_and_intersections_meet_where_their_parts_do: "combined", at_least 200;
    bounds_and_first_runs_hold: "bounds", at_least 240;
    days_off_are_left_out_or_rolled_away_from: "days_off", at_least 370;
    errors_have_the_expected_code_and_column: "errors", at_least 170;
    matches_reports_the_reason: "matches", at_least 55;
}
