//! The API documentation page.

use crate::world::World;

/// Returns the files that the page loads.
fn parts(page: &str) -> Vec<String> {
    let of = |attribute: &str| {
        let named = page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next());
        named.filter(|place| place.starts_with("/docs/")).map(str::to_owned).collect::<Vec<_>>()
    };
    [of("href=\""), of("src=\"")].concat()
}

/// Returns the paths of the modules that a script imports.
fn imports(script: &str) -> Vec<String> {
    let named = script.split("from './").skip(1).filter_map(|rest| rest.split('\'').next());
    named.map(|name| format!("/docs/{name}")).collect()
}

#[tokio::test]
async fn the_reader_is_served_whole_and_under_a_strict_policy() {
    let world = World::new().await;
    let mut open = vec!["/docs".to_owned()];
    let mut seen: Vec<String> = Vec::new();
    while let Some(place) = open.pop() {
        let answer = world.get(&place).await;
        assert_eq!(answer.status, 200, "{place}");
        let policy = answer.header("content-security-policy").to_owned();
        for directive in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"] {
            assert!(policy.contains(directive), "{place}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{place}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        let text = answer.body.as_str().unwrap().to_owned();
        let media_type = answer.header("content-type").split(';').next().unwrap().to_owned();
        let named = match media_type.as_str() {
            "text/html" => parts(&text),
            "text/javascript" => imports(&text),
            "text/css" => Vec::new(),
            other => panic!("{place} is {other}"),
        };
        open.extend(named.into_iter().filter(|name| !seen.contains(name)));
        seen.push(place);
    }
    seen.sort();
    seen.dedup();
    let expected =
        ["", "/attempt.js", "/dom.js", "/operation.css", "/operation.js", "/reader.css", "/reader.js", "/schema.js"];
    assert_eq!(seen, expected.map(|name| format!("/docs{name}")));
}

#[tokio::test]
async fn the_reader_has_no_other_files() {
    let world = World::new().await;
    world.get("/docs/mod.rs").await.refused(404, "not_found");
    world.get("/docs/..%2Fmod.rs").await.refused(404, "not_found");
    world.post("/docs", &serde_json::json!({})).await.refused(405, "wrong_method");
}

/// Callers without read permission may still read the documentation.
#[tokio::test]
async fn the_reader_needs_no_key() {
    let keyed = crate::keyed::Keyed::new().await;
    keyed.world.get("/v1/schedules").await.refused(401, "unauthenticated");
    assert_eq!(keyed.world.get("/docs").await.status, 200);
    assert_eq!(keyed.world.get("/docs/reader.js").await.status, 200);
}
