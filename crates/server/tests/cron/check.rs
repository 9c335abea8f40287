//! `refrain cron --check`, and crontabs that cannot run.

use crate::process::Place;

#[track_caller]
fn prints(place: &Place, arguments: &[&str]) -> String {
    let output = place.output(arguments);
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{out}");
    out
}

/// Returns the errors of a crontab, also without `--check`.
#[track_caller]
fn refuses(place: &Place, arguments: &[&str]) -> String {
    let check = place.output(&[arguments, &["--check"]].concat());
    let run = place.output(&[arguments, &["--bind", "127.0.0.1:0"]].concat());
    assert_eq!((check.status.code(), run.status.code()), (Some(2), Some(2)));
    let err = String::from_utf8(check.stderr).unwrap();
    assert_eq!(err, String::from_utf8(run.stderr).unwrap());
    err
}

#[test]
fn check_lists_every_entry_and_writes_nothing() {
    let place = Place::new("check", "MAILTO=ops\n# Nightly.\n0 3 * * * /opt/backup.sh --all\n@reboot warm-up\n");
    let out = prints(&place, &["--check"]);
    for part in [
        "crontab.txt:3:1: backup-",
        "  when:    0 3 * * *\n  command: /opt/backup.sh --all\n  next:    ",
        " 03:00:00 +0",
        "crontab.txt:4:1: warm-up-",
        "  next:    when `refrain cron` starts",
        "warning[not_mailed]: crontab.txt:1:8: the output is not mailed to ops",
        "2 entries, 1 warning\n",
    ] {
        assert!(out.contains(part), "{part:?} is missing in\n{out}");
    }
    assert!(!place.path("refrain-cron.db").exists());
    let elsewhere = prints(&place, &["--check", "--timezone", "Asia/Tokyo"]);
    assert!(elsewhere.contains(" 03:00:00 +09:00"), "{elsewhere}");
}

#[test]
fn errors_name_the_line_and_the_column() {
    let place = Place::new("errors", "0 3 * * * good\n0 25 * * * bad\n0 3 * *\n");
    let err = refuses(&place, &[]);
    for part in
        ["error[out_of_range]: crontab.txt:2:3: ", "  0 25 * * * bad\n    ^\n", "error[bad_line]: crontab.txt:3:1: "]
    {
        assert!(err.contains(part), "{part:?} is missing in\n{err}");
    }
    assert!(!place.path("refrain-cron.db").exists());
}

#[test]
fn entries_of_another_user_are_refused_with_a_hint() {
    let place = Place::new("user", "0 3 * * * somebody-else backup\n");
    let err = refuses(&place, &["--form", "system"]);
    assert!(err.contains("error[other_user]: crontab.txt:1:11: the entry belongs to `somebody-else`"), "{err}");
    assert!(err.contains("hint: put the entries of somebody-else in a file of their own"), "{err}");
}

#[test]
fn wrong_arguments_are_refused() {
    let place = Place::new("arguments", "0 3 * * * backup\n");
    let zone = refuses(&place, &["--timezone", "Mars/Base"]);
    assert!(zone.contains("Mars/Base"), "{zone}");
    let missing = refuses(&place, &["missing.txt"]);
    assert!(missing.contains("error[missing_file]: missing.txt does not exist"), "{missing}");
    let stdin = place.output(&["-", "--no-listen"]);
    let err = String::from_utf8(stdin.stderr).unwrap();
    assert!(stdin.status.code() == Some(2) && err.contains("only --check reads standard input"), "{err}");
}
