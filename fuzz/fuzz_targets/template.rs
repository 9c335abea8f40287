//! A template, parsed with and without secrets, and rendered for every place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use refrain::dispatch::template::{RENDERED_BYTES_MAX, Template, ValuePosition, Values};
use refrain::model::Action;
use refrain_fuzz::run;

fuzz_target!(|text: &str| {
    let with_secrets = Template::with_secrets(text);
    let Ok(template) = Template::parse(text) else { return };
    assert_eq!(with_secrets.expect("a template that parses without secrets also parses with them"), template);
    let action =
        Action { target: text.to_owned(), ..Action::new("webhook", serde_json::json!({"a": [text, "\r\n\"<"]})) };
    let run = run();
    let values = Values::new(&run, &action);
    for place in
        [ValuePosition::Text, ValuePosition::Json, ValuePosition::Url, ValuePosition::Header, ValuePosition::Html]
    {
        let Ok(rendered) = template.render(&values, place) else { continue };
        assert!(rendered.len() <= RENDERED_BYTES_MAX);
        match place {
            ValuePosition::Header => assert!(!rendered.contains(['\r', '\n', '\0'])),
            ValuePosition::Json => drop(serde_json::from_str::<serde_json::Value>(&rendered).expect("JSON")),
            ValuePosition::Text | ValuePosition::Url | ValuePosition::Html => {}
        }
        if template.is_literal() {
            assert_eq!(rendered, template.literal_prefix());
        }
    }
});
