//! Finding schedules: pages, filters and counts.

use crate::model::{Definition, Status};
use crate::store::{ExpectedVersion, ListedSchedule, Page, ScheduleFilter};
use crate::testing::fixture::{acme, at, definition, key};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! finding_cases {
    ($make:path) => {
        $make! { finding:
            schedules_are_listed_by_id_in_pages,
            schedules_are_found_by_status_label_and_prefix,
            schedules_are_found_by_provider_and_text,
            a_page_at_its_scan_limit_returns_a_cursor,
            schedules_are_counted_by_status,
            a_cursor_of_schedules_is_stable_under_inserts,
        }
    };
}

fn listed(rows: &[ListedSchedule]) -> Vec<&str> {
    rows.iter().map(|listed| listed.as_ref().unwrap().key.id.as_str()).collect()
}

/// Ordered by bytes: a database with a language-specific collation sorts capital letters differently.
pub async fn schedules_are_listed_by_id_in_pages(s: &Stage<'_>) {
    for name in ["b", "a_b", "B", "a-b", "a", "aB", "10", "9"] {
        s.saved(name, definition()).await;
    }
    let any = ScheduleFilter::default();
    let mut seen = Vec::new();
    let mut page = Page::first(3);
    loop {
        let found = s.schedules(&acme(), &any, &page).await.unwrap();
        assert!(found.rows.len() <= 3);
        seen.extend(listed(&found.rows).into_iter().map(str::to_owned));
        let Some(next) = found.next else { break };
        page = Page::after(3, next);
    }
    assert_eq!(seen, ["10", "9", "B", "a", "a-b", "aB", "a_b", "b"]);
}

pub async fn schedules_are_found_by_status_label_and_prefix(s: &Stage<'_>) {
    let labeled = |labels: &[(&str, &str)]| Definition {
        labels: labels.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        ..definition()
    };
    s.saved("eu_1", labeled(&[("region", "eu"), ("team", "a")])).await;
    s.saved("eu_2", labeled(&[("region", "eu"), ("team", "b")])).await;
    s.saved("euX3", labeled(&[("region", "eu%")])).await;
    s.saved("us_1", labeled(&[("region", "us"), ("team", "a")])).await;
    s.moved_to("eu_2", Status::Paused, 0).await;
    let check = async |filter: ScheduleFilter, expected: &[&str]| {
        let found = s.schedules(&acme(), &filter, &Page::first(9)).await.unwrap();
        assert_eq!(listed(&found.rows), expected, "{filter:?}");
    };
    let none = ScheduleFilter::default;
    let label = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    check(none(), &["euX3", "eu_1", "eu_2", "us_1"]).await;
    check(ScheduleFilter { statuses: vec![Status::Paused], ..none() }, &["eu_2"]).await;
    let both = vec![Status::Paused, Status::Active];
    check(ScheduleFilter { statuses: both, ..none() }, &["euX3", "eu_1", "eu_2", "us_1"]).await;
    check(ScheduleFilter { labels: vec![label("region", "eu")], ..none() }, &["eu_1", "eu_2"]).await;
    check(ScheduleFilter { labels: vec![label("region", "eu"), label("team", "a")], ..none() }, &["eu_1"]).await;
    check(ScheduleFilter { labels: vec![label("team", "c")], ..none() }, &[]).await;
    check(ScheduleFilter { labels: vec![label("region", "eu%")], ..none() }, &["euX3"]).await;
    // A prefix is not a pattern.
    check(ScheduleFilter { id_prefix: Some("eu_".to_owned()), ..none() }, &["eu_1", "eu_2"]).await;
    check(ScheduleFilter { id_prefix: Some("%".to_owned()), ..none() }, &[]).await;
    check(ScheduleFilter { id_prefix: Some("EU".to_owned()), ..none() }, &[]).await;
    check(ScheduleFilter { id_prefix: Some(String::new()), statuses: vec![Status::Paused], ..none() }, &["eu_2"]).await;
}

/// Text search ignores case in any language: a database that knows only ASCII letters finds less.
pub async fn schedules_are_found_by_provider_and_text(s: &Stage<'_>) {
    let sending = |provider: &str, description: &str| {
        let mut definition = Definition { description: description.to_owned(), ..definition() };
        definition.action.provider = provider.to_owned();
        definition
    };
    s.saved("Digest", sending("mail", "Großer Ärger, 100 %")).await;
    s.saved("backup", sending("log", "the nightly digest of _everything_")).await;
    s.saved("clean", sending("logs", "")).await;
    let check = async |filter: ScheduleFilter, expected: &[&str]| {
        let found = s.schedules(&acme(), &filter, &Page::first(9)).await.unwrap();
        assert_eq!(listed(&found.rows), expected, "{filter:?}");
        assert_eq!(found.next, None, "{filter:?}");
    };
    let provider = |name: &str| ScheduleFilter { provider: Some(name.to_owned()), ..ScheduleFilter::default() };
    let text = |text: &str| ScheduleFilter { text: Some(text.to_owned()), ..ScheduleFilter::default() };
    check(provider("log"), &["backup"]).await;
    check(provider("LOG"), &[]).await;
    check(text("DIGEST"), &["Digest", "backup"]).await;
    check(text("großer ÄRGER"), &["Digest"]).await;
    check(text("up"), &["backup"]).await;
    check(text(""), &["Digest", "backup", "clean"]).await;
    // A search text is not a pattern.
    check(text("%"), &["Digest"]).await;
    check(text("_e"), &["backup"]).await;
    check(text(r"\"), &[]).await;
    check(ScheduleFilter { statuses: vec![Status::Paused], ..text("digest") }, &[]).await;
    check(ScheduleFilter { id_prefix: Some("b".to_owned()), ..text("digest") }, &["backup"]).await;
}

/// A rare match must not make one request read everything.
pub async fn a_page_at_its_scan_limit_returns_a_cursor(s: &Stage<'_>) {
    for name in ["a", "b", "c", "d", "e"] {
        s.saved(name, definition()).await;
    }
    s.moved_to("d", Status::Paused, 0).await;
    let paused = ScheduleFilter { statuses: vec![Status::Paused], scan_limit: Some(2), ..ScheduleFilter::default() };
    let page = async |filter: &ScheduleFilter, after: Option<String>| {
        let found = s.schedules(&acme(), filter, &Page { limit: 9, after }).await.unwrap();
        (listed(&found.rows).into_iter().map(str::to_owned).collect::<Vec<_>>(), found.next)
    };
    let (first, next) = page(&paused, None).await;
    assert_eq!((first, next.as_deref()), (vec![], Some("b")));
    let (second, next) = page(&paused, next).await;
    assert_eq!((second, next.as_deref()), (vec!["d".to_owned()], Some("d")));
    assert_eq!(page(&paused, next).await, (vec![], None));
    // The search ends with the IDs that have the prefix.
    let prefix = ScheduleFilter { id_prefix: Some("d".to_owned()), ..paused };
    assert_eq!(page(&prefix, None).await, (vec!["d".to_owned()], None));
}

pub async fn schedules_are_counted_by_status(s: &Stage<'_>) {
    for name in ["a", "b", "c", "d"] {
        s.saved(name, definition()).await;
    }
    s.moved_to("b", Status::Paused, 0).await;
    s.delete(&key("d"), ExpectedVersion::Any, &crate::model::By::new("alice"), at(0)).await.unwrap();
    let counts = s.count_schedules(&acme(), 9).await.unwrap();
    assert_eq!((counts.of(&[]), counts.of(&[Status::Active]), counts.of(&[Status::Paused])), (3, 2, 1));
    assert!(!counts.is_cut);
    assert!(!s.count_schedules(&acme(), 3).await.unwrap().is_cut);
    let cut = s.count_schedules(&acme(), 2).await.unwrap();
    assert_eq!((cut.of(&[]), cut.is_cut), (3, true));
    let nobody = crate::model::Tenant::new("default", "nobody").unwrap();
    assert_eq!(s.count_schedules(&nobody, 2).await.unwrap(), crate::store::ScheduleCounts::default());
}

pub async fn a_cursor_of_schedules_is_stable_under_inserts(s: &Stage<'_>) {
    for name in ["b", "d", "f"] {
        s.saved(name, definition()).await;
    }
    let any = ScheduleFilter::default();
    let first = s.schedules(&acme(), &any, &Page::first(2)).await.unwrap();
    s.saved("a", definition()).await;
    s.saved("e", definition()).await;
    let second = s.schedules(&acme(), &any, &Page::after(2, first.next.unwrap())).await.unwrap();
    assert_eq!((listed(&first.rows), listed(&second.rows)), (vec!["b", "d"], vec!["e", "f"]));
    assert_eq!(second.next, None);
}
