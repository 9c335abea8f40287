//! Quartz, in Java.

use std::process::Command;

use jiff::SignedDuration;
use refrain_cli::import::Kind;

use crate::check::reported;
use crate::job::{ALL_RUNS, Job, jobs};
use crate::peer::{installed, program, runs};

#[test]
fn quartz_runs_as_the_report_says() {
    let expressions: [&str; 14] = [
        "0 30 2 * * ?",
        "0 0,30 2 * * ?",
        "0 0 0 * * ?",
        "0 0 1-4 * * ?",
        "0 20 * * * ?",
        "0 30 0/2 * * ?",
        "0 15 3 ? * SUN",
        "0 45 23 ? * MON-FRI",
        "0 0 12 29-31 * ?",
        "0 10 1,2,3 1-14 3,4,10,11 ?",
        "0 30 1 L * ?",
        "0 0 2 LW * ?",
        "30 15 2 ? * 6#3",
        "0 59 23 ? * 1L",
    ];
    let jobs = jobs(&expressions, |expression, zone| {
        let file = format!(
            "<job-scheduling-data><schedule><job><name>j</name><job-class>J</job-class></job><trigger><cron>\
             <name>x</name><job-name>j</job-name><cron-expression>{expression}</cron-expression>\
             <time-zone>{zone}</time-zone></cron></trigger></schedule></job-scheduling-data>"
        );
        Job::imported(expression, zone, ALL_RUNS, Kind::Quartz, &file)
    });
    let mut command = Command::new("java");
    // The program takes a few seconds, so the compiler that optimizes is not worth its time.
    command.args(["-XX:TieredStopAtLevel=1", "-cp", &installed("REFRAIN_TEST_QUARTZ"), &program("Peers.java")]);
    reported(&jobs, &runs(&mut command, &jobs), "Quartz", SignedDuration::from_hours(6));
}
