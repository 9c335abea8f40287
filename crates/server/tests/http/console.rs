//! The web console as served to browsers, whether it was built into this binary or not.

use refrain_server::http::app::ApiOptions;
use reqwest::Method;

use crate::world::{World, send};

#[tokio::test]
async fn console_pages_are_served_outside_of_the_api() {
    let world = World::new().await;
    for path in ["/", "/schedules", "/schedules/digest?tab=ledger", "/deep/link/of/someone"] {
        let page = send(world.request(Method::GET, path).header("accept", "text/html,*/*;q=0.8")).await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
        assert_eq!(page.header("cache-control"), "no-cache", "{path}");
        assert!(page.body.as_str().is_some_and(|text| text.starts_with("<!doctype html>")), "{path}");
    }
    world.stop().await;
}

#[tokio::test]
async fn console_pages_have_a_strict_content_security_policy() {
    let world = World::new().await;
    let page = world.get("/").await;
    let policy = page.header("content-security-policy").to_owned();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    let text = page.body.as_str().unwrap().to_owned();
    assert!(!text.contains("<style") && !text.contains("<script>") && !text.contains(" style="), "{text}");
    world.stop().await;
}

#[tokio::test]
async fn programs_get_problems_and_no_pages() {
    let world = World::new().await;
    for path in ["/v1", "/v1/nothing", "/api/v1/schedules", "/docs/nothing", "/healthz/nothing", "/assets/gone-1.js"] {
        for accept in ["*/*", "application/json", "text/html"] {
            send(world.request(Method::GET, path).header("accept", accept)).await.refused(404, "not_found");
        }
    }
    for accept in ["*/*", "application/json"] {
        send(world.request(Method::GET, "/schedules").header("accept", accept)).await.refused(404, "not_found");
    }
    send(world.request(Method::POST, "/schedules")).await.refused(404, "not_found");
    world.stop().await;
}

#[tokio::test]
async fn the_console_can_be_disabled() {
    let world = World::with(ApiOptions { has_console: false, ..ApiOptions::default() }).await;
    world.get("/").await.refused(404, "not_found");
    world.get("/healthz").await.is(200);
    world.stop().await;
}

#[tokio::test]
async fn console_assets_exist_and_are_immutable() {
    let world = World::new().await;
    let page = world.get("/").await;
    let text = page.body.as_str().unwrap().to_owned();
    // Without a console, the page references no assets.
    for part in text.split('"').filter(|part| part.starts_with("/assets/")) {
        let file = world.get(part).await;
        assert_eq!((file.status, file.header("cache-control")), (200, "public, max-age=31536000, immutable"), "{part}");
        let again = world.request(Method::GET, part).header("if-none-match", file.header("etag"));
        assert_eq!(send(again).await.status, 304, "{part}");
    }
    world.stop().await;
}
