//! `refrain export`.

use serde_json::json;

use crate::world::World;

#[tokio::test]
async fn schedules_are_exported_to_every_target() {
    let world = World::new().await;
    let action = json!({ "provider": "log" });
    for (id, when, team) in [("digest", "30 9 * * MON-FRI", "mail"), ("poll", "every 45 minutes", "shop")] {
        let body = json!({ "id": id, "when": when, "timezone": "Europe/Berlin", "labels": { "team": team }, "action": action });
        world.post("/v1/schedules", &body).await.is(201);
    }
    let export = |arguments: &'static [&'static str]| world.refrain(arguments);
    let crontab = export(&["export", "crontab", "--tz", "Europe/Berlin"]).await;
    assert_eq!(crontab.exit_code, 0, "{}", crontab.err);
    assert!(crontab.out.contains("\n# digest\n30 9 * * 1-5 refrain schedule run digest\n"), "{}", crontab.out);
    assert!(crontab.out.contains("\n# poll: not exported: "), "{}", crontab.out);
    assert!(crontab.err.contains("warning[not_exported]: poll: "), "{}", crontab.err);
    let strict = export(&["export", "crontab", "--strict"]).await;
    assert_eq!(strict.exit_code, 1, "{}", strict.err);
    assert!(strict.err.contains("\nerror: not all schedules"), "{}", strict.err);
    let kubernetes = export(&["export", "kubernetes", "--label", "team=mail", "--strict"]).await;
    assert_eq!(kubernetes.exit_code, 0, "{}", kubernetes.err);
    assert!(kubernetes.out.contains("timeZone: Europe/Berlin"), "{}", kubernetes.out);
    let ics = export(&["export", "ics", "poll"]).await;
    assert!(ics.out.contains("RRULE:FREQ=MINUTELY;INTERVAL=45"), "{}", ics.out);
    let yaml = world.prints(&["export", "yaml", "digest"]).await;
    assert!(yaml.starts_with("kind: schedule\nid: digest\n"), "{yaml}");
    let files = world.prints_json(&["export", "yaml"]).await;
    assert_eq!(files["files"][0]["name"], "schedules.yaml");
    let error = world.fails(3, &["export", "yaml", "nothing"]).await;
    assert!(error.contains("nothing does not exist"), "{error}");
    let error = world.fails(2, &["export", "crontab", "--tz", "Europe/Berln"]).await;
    assert!(error.contains("hint: did you mean Europe/Berlin?"), "{error}");
}

#[tokio::test]
async fn files_are_not_overwritten_without_force() {
    let world = World::new().await;
    let body = json!({ "id": "digest", "when": "0 9 * * *", "timezone": "UTC", "action": { "provider": "log" } });
    world.post("/v1/schedules", &body).await.is(201);
    let path = std::env::temp_dir().join(format!("refrain-export-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&path));
    let directory = path.to_str().unwrap();
    let arguments = ["export", "systemd", "--directory", directory];
    let first = world.refrain(&arguments).await;
    assert_eq!((first.exit_code, first.out.as_str()), (0, format!("Wrote 2 files into {directory}.\n").as_str()));
    let timer = std::fs::read_to_string(path.join("digest.timer")).unwrap();
    assert!(timer.contains("OnCalendar=*-*-* 09:00:00 UTC\n"), "{timer}");
    let second = world.refrain(&arguments).await;
    assert_eq!(second.exit_code, 4, "{}", second.err);
    assert!(second.err.contains("hint: use --force"), "{}", second.err);
    assert_eq!(world.refrain(&[&arguments[..], &["--force"]].concat()).await.exit_code, 0);
    std::fs::remove_dir_all(&path).unwrap();
}
