//! Schemas of definitions in bodies, for the OpenAPI document.
//!
//! They are derived from the engine's own types, so that they follow them. Only short forms are added, and
//! nothing is stated twice.

use refrain::model::Definition;
use utoipa::openapi::schema::{
    AnyOfBuilder, KnownFormat, Object, ObjectBuilder, OneOfBuilder, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::view::DefinitionView;

/// A new schedule: a definition and an ID.
pub(crate) struct NewSchedule;

/// A definition to preview, with options.
pub(crate) struct PreviewRequest;

/// Definition of a schedule: in full, or with `cron` and `timezone` instead of `spec`.
pub(crate) struct ScheduleDefinition;

/// A merge patch of a definition: any of its fields, or null to restore a default.
pub(crate) struct SchedulePatch;

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String))
}

fn null() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null))
}

fn definition_object() -> Object {
    match Definition::schema() {
        RefOr::T(Schema::Object(object)) => object,
        RefOr::T(_) | RefOr::Ref(_) => unreachable!("a definition is a struct with fields"),
    }
}

/// Returns the description of a field. That of an optional field is in its first form.
fn description(schema: &RefOr<Schema>) -> Option<String> {
    let schema = serde_json::to_value(schema).ok()?;
    let text = schema.get("description").or_else(|| schema.pointer("/oneOf/0/description"))?;
    text.as_str().map(str::to_owned)
}

fn cron() -> ObjectBuilder {
    text()
        .description(Some("Cron expression: five fields, six with seconds first, or a macro such as `@daily`."))
        .examples(["0 9 * * MON-FRI"])
}

fn when() -> ObjectBuilder {
    let description = "Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A text with two \
                       readings is rejected with both. The text may name the time zone.";
    text().description(Some(description)).examples(["every weekday at 9:00"])
}

fn id() -> ObjectBuilder {
    text()
        .description(Some("Schedule ID, unique in the tenant. Default: generated."))
        .pattern(Some("^[A-Za-z0-9_-]{1,128}$"))
}

fn zone() -> AnyOfBuilder {
    AnyOfBuilder::new()
        .description(Some("IANA time zone of the recurrence. Default: the server's time zone."))
        .item(text().examples(["Europe/Paris"]))
        .item(null())
}

fn allow_unknown_provider() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::Boolean))
        .description(Some("Whether to accept a provider that no live node has. Default: false. Not stored."))
}

fn enabled() -> ObjectBuilder {
    let description = "Whether the schedule runs. False creates it paused, or pauses it together with the change; true resumes \
                       a paused one. Default: true for a new schedule, unchanged otherwise.";
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::Boolean)).description(Some(description))
}

/// Returns the schema of all forms: in full, and in short with `cron` or `when`, and `timezone`, instead of `spec`.
fn definitions(change: impl Fn(&mut Object)) -> RefOr<Schema> {
    let mut full = definition_object();
    full.title = Some("Full form".to_owned());
    change(&mut full);
    let short = |title: &str, field: &str, schema: ObjectBuilder| {
        let mut short = definition_object();
        short.title = Some(title.to_owned());
        short.properties.remove("spec");
        short.required.retain(|field| field != "spec");
        short.required.push(field.to_owned());
        short.properties.insert(field.to_owned(), schema.into());
        short.properties.insert("timezone".to_owned(), zone().into());
        change(&mut short);
        short
    };
    let forms = [full, short("Short form", "cron", cron()), short("Plain English", "when", when())];
    let mut one_of = OneOfBuilder::new();
    for mut form in forms {
        form.properties.insert("allow_unknown_provider".to_owned(), allow_unknown_provider().into());
        form.properties.insert("enabled".to_owned(), enabled().into());
        one_of = one_of.item(Schema::Object(form));
    }
    one_of.examples([example_definition()]).into()
}

impl PartialSchema for ScheduleDefinition {
    fn schema() -> RefOr<Schema> {
        definitions(|_| {})
    }
}

impl PartialSchema for NewSchedule {
    fn schema() -> RefOr<Schema> {
        definitions(|object| drop(object.properties.insert("id".to_owned(), id().into())))
    }
}

impl PartialSchema for PreviewRequest {
    fn schema() -> RefOr<Schema> {
        let number = |reported: &str, most: u32| {
            let number = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer));
            number.description(Some(reported)).minimum(Some(1)).maximum(Some(most))
        };
        let instant = || text().format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
        definitions(|object| {
            for (name, schema) in [
                ("id", id()),
                ("against", text().description(Some("ID of the stored schedule to compare with."))),
                ("from", instant().description(Some("Start time. Default: now."))),
                ("count", number("Number of occurrences. Default: 10. Maximum: 100.", 100)),
                ("days", number("Number of days to compare, of 24 hours each. Default: 30. Maximum: 366.", 366)),
                ("zone", text().description(Some("Second time zone to show times in.")).examples(["Asia/Tokyo"])),
            ] {
                object.properties.insert(name.to_owned(), schema.into());
            }
        })
    }
}

impl PartialSchema for SchedulePatch {
    fn schema() -> RefOr<Schema> {
        let mut object = definition_object();
        object.properties.insert("cron".to_owned(), cron().into());
        object.properties.insert("when".to_owned(), when().into());
        object.properties.insert("timezone".to_owned(), zone().into());
        object.properties.insert("allow_unknown_provider".to_owned(), allow_unknown_provider().into());
        object.properties.insert("enabled".to_owned(), enabled().into());
        object.required.clear();
        for (name, schema) in &mut object.properties {
            // Nested fields may be patched too, so their schema is left open.
            let is_nested = ["spec", "action", "catch_up", "retry", "scope", "labels"].contains(&name.as_str());
            let described = AnyOfBuilder::new().description(description(schema));
            let patch = if is_nested { ObjectBuilder::new().into() } else { schema.clone() };
            *schema = described.item(patch).item(null()).into();
        }
        object.examples = vec![serde_json::json!({ "timezone": null, "labels": { "team": "billing" } })];
        RefOr::T(Schema::Object(object))
    }
}

fn example_definition() -> serde_json::Value {
    serde_json::json!({
        "cron": "0 9 * * MON-FRI",
        "timezone": "Europe/Paris",
        "action": { "provider": "log", "payload": { "to": "team" } },
    })
}

/// A definition next to other fields. If it cannot be read, only the reason is shown.
impl PartialSchema for DefinitionView {
    fn schema() -> RefOr<Schema> {
        let mut object = definition_object();
        object.additional_properties = None;
        object.required.clear();
        let problem = text().description(Some("Reason why the stored definition cannot be read. An edit replaces it."));
        object.properties.insert("problem".to_owned(), problem.into());
        RefOr::T(Schema::Object(object))
    }
}

/// Adds the schemas that a definition refers to.
macro_rules! impl_definition_schemas {
    ($($type:ty),*) => {
        $(impl ToSchema for $type {
            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                Definition::schemas(schemas);
            }
        })*
    };
}

impl_definition_schemas!(NewSchedule, PreviewRequest, ScheduleDefinition, SchedulePatch, DefinitionView);
