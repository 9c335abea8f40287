//! Commands that watch a server: `events`, `stats`, `health`, `top`, and `--watch`.

use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::run;
use crate::world::{READ_EVERY, World};

async fn schedule(world: &World, id: &str) {
    let body = json!({ "id": id, "when": "every day at 9:00", "timezone": "UTC", "action": { "provider": "log" } });
    world.post("/v1/schedules", &body).await.is(201);
}

/// Returns the URL of a port that nothing listens on.
async fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

#[tokio::test]
async fn statistics_are_short_for_people_and_complete_for_programs() {
    let world = World::new().await;
    schedule(&world, "digest").await;
    let text = world.prints(&["stats"]).await;
    assert!(text.starts_with("Schedules:   1 active, 0 paused, 0 disabled, 0 finished, 0 canceled\n"), "{text}");
    assert_eq!(world.prints_json(&["stats"]).await["schedules"]["active"]["count"], 1);
    let csv = world.prints(&["stats", "-o", "csv"]).await;
    assert!(csv.starts_with("at,active,paused,"), "{csv}");
}

#[tokio::test]
async fn health_needs_no_key_and_tells_an_unready_server_from_one_that_is_away() {
    let world = World::new().await;
    assert!(world.prints(&["health"]).await.starts_with("Ready: store "));
    assert_eq!(world.prints(&["health", "--live"]).await, "Alive.\n");
    assert_eq!(world.prints(&["health", "-q"]).await, "");
    assert_eq!(world.prints_json(&["health"]).await["status"], "ready");
    let server = nobody().await;
    assert!(world.fails(5, &["health", "--server", &server]).await.contains("cannot be reached"));
    let quiet = world.refrain(&["health", "-q", "--server", &server]).await;
    assert_eq!((quiet.exit_code, quiet.out.as_str(), quiet.err.as_str()), (5, "", ""));
}

#[tokio::test]
async fn events_are_printed_as_they_happen() {
    let world = World::new().await;
    schedule(&world, "digest").await;
    schedule(&world, "report").await;
    let arguments = ["events", "--schedule", "digest", "--kind", "completed", "--state", "succeeded", "-n", "2"];
    let mut command = world.command(&[&arguments[..], &["-o", "json"]].concat());
    let mut following = tokio::task::spawn_blocking(move || run::run_to_end(&mut command, b""));
    // The stream has no past, so runs are started until it has seen two.
    let ended = loop {
        for id in ["digest", "report"] {
            world.post(&format!("/v1/schedules/{id}/fire"), &json!({})).await;
        }
        if let Ok(ended) = tokio::time::timeout(READ_EVERY, &mut following).await {
            break ended.unwrap();
        }
    };
    assert_eq!((ended.exit_code, ended.err.as_str()), (0, ""));
    let events: Vec<Value> = ended.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.len(), 2, "{}", ended.out);
    for event in events {
        assert_eq!((event["kind"].as_str(), event["schedule"].as_str()), (Some("completed"), Some("digest")));
        assert_eq!(event["occurrence"]["state"], "succeeded");
    }
}

#[tokio::test]
async fn events_fail_at_once_if_the_server_refuses_them_or_is_away() {
    let world = World::new().await;
    let error = world.fails(2, &["events", "--kind", "ended"]).await;
    assert!(error.contains("hint: use `completed`"), "{error}");
    world.fails(2, &["events", "-o", "csv"]).await;
    world.fails(5, &["events", "--server", &nobody().await]).await;
}

#[tokio::test]
async fn a_view_for_people_needs_a_terminal() {
    let world = World::new().await;
    assert!(world.fails(2, &["top"]).await.contains("hint: use `refrain stats --watch`"));
    assert!(world.fails(2, &["top", "-o", "json"]).await.contains("has no other formats"));
}

#[cfg(unix)]
mod in_a_terminal {
    use std::process::Stdio;

    use rustix::process::Signal;

    use super::{nobody, schedule};
    use crate::commands::terminal::Terminal;
    use crate::world::World;

    #[tokio::test]
    async fn top_shows_schedules_asks_before_a_change_and_quits() {
        let world = World::new().await;
        schedule(&world, "digest").await;
        // Colors would be between the marker and the name of the selected schedule.
        let mut terminal = Terminal::start(world.command(&["top", "--every", "1"]).env("NO_COLOR", "1"));
        terminal.shows("No schedule needs attention.").await;
        terminal.types("a");
        terminal.shows("> digest").await;
        terminal.types("p");
        terminal.shows("Pause digest? [y/N]").await;
        terminal.types("y");
        terminal.shows("Paused digest.").await;
        world.until("/v1/schedules/digest", |schedule| schedule["status"] == "paused").await;
        terminal.types("\r");
        terminal.shows("Recurrence:").await;
        terminal.types("\u{1b}");
        terminal.types("q");
        terminal.types("q");
        let (exit_code, ended) = terminal.ends().await;
        assert_eq!(exit_code, 0, "{:?}", ended.out);
        ended.is_restored();
    }

    #[tokio::test]
    async fn a_signal_and_control_c_restore_the_terminal() {
        let world = World::new().await;
        for arguments in [&["top"][..], &["schedule", "list", "--watch", "1"]] {
            for interrupt in ["signal", "\u{3}"] {
                let mut terminal = Terminal::start(&mut world.command(arguments));
                terminal.shows("chedule").await;
                match interrupt {
                    // Without a controlling terminal, the key is no signal unless the command reads it.
                    "\u{3}" if arguments[0] == "top" => terminal.types(interrupt),
                    "\u{3}" => terminal.signal(Signal::INT),
                    _ => terminal.signal(Signal::TERM),
                }
                let (exit_code, ended) = terminal.ends().await;
                assert_eq!(exit_code, 130, "{arguments:?} {interrupt:?}: {:?}", ended.out);
                ended.is_restored();
            }
        }
    }

    #[tokio::test]
    async fn a_server_that_goes_away_leaves_the_last_state_on_the_screen() {
        let world = World::new().await;
        let mut top = Terminal::start(&mut world.command(&["top", "--every", "1"]));
        let mut watch = Terminal::start(&mut world.command(&["schedule", "list", "--watch", "1"]));
        top.shows("No schedule needs attention.").await;
        watch.shows("No schedules found.").await;
        world.stop().await;
        top.shows("last answer").await;
        watch.shows("Last shown").await;
        top.types("q");
        assert_eq!(top.ends().await.0, 0);
        watch.signal(Signal::INT);
        let (exit_code, ended) = watch.ends().await;
        assert_eq!(exit_code, 130);
        assert!(ended.out.trim_end().ends_with("No schedules found."), "{:?}", ended.out);
    }

    #[tokio::test]
    async fn a_server_that_is_away_from_the_beginning_is_an_error() {
        let world = World::new().await;
        let server = nobody().await;
        for arguments in [&["top"][..], &["stats", "--watch"]] {
            let arguments = [arguments, &["--server", &server]].concat();
            let (exit_code, ended) = Terminal::start(&mut world.command(&arguments)).ends().await;
            assert_eq!(exit_code, 5, "{:?}", ended.out);
            ended.is_restored();
        }
    }

    #[tokio::test]
    async fn a_closed_pipe_ends_a_command_without_an_error() {
        let world = World::new().await;
        schedule(&world, "digest").await;
        for arguments in [&["schedule", "list"][..], &["schedule", "list", "--watch", "1"], &["stats", "-o", "json"]] {
            let mut command = world.command(arguments);
            let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            drop(child.stdout.take());
            let ended = tokio::task::spawn_blocking(move || child.wait_with_output().unwrap()).await.unwrap();
            assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), &b""[..]), "{arguments:?}");
        }
    }

    #[tokio::test]
    async fn colors_are_for_terminals_that_want_them() {
        let world = World::new().await;
        schedule(&world, "digest").await;
        let green = "\u{1b}[32mactive";
        let shown = |variable: Option<(&'static str, &'static str)>| {
            let mut command = world.command(&["schedule", "list"]);
            let mut terminal = match variable {
                Some(("TERM", _)) | None => Terminal::start(&mut command),
                Some((name, value)) => Terminal::start(command.env(name, value)),
            };
            async move {
                terminal.shows("active").await;
                terminal.ends().await.1.out
            }
        };
        assert!(shown(None).await.contains(green));
        assert!(!shown(Some(("NO_COLOR", "1"))).await.contains(green));
        let mut forced = world.command(&["schedule", "list"]);
        forced.env("CLICOLOR_FORCE", "1");
        let run = tokio::task::spawn_blocking(move || super::run::run_to_end(&mut forced, b"")).await.unwrap();
        assert!(run.out.contains(green), "{}", run.out);
        // Colors do not make times relative: a program may read them.
        assert!(run.out.contains("T09:00:00Z"), "{}", run.out);
    }
}
