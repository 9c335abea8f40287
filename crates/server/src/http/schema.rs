//! What definitions look like in bodies, for the document that describes the API.
//!
//! It is made of the engine's own types, so that it follows them: what may be said in short is added, and nothing is said twice.

use refrain::definition::Definition;
use utoipa::openapi::schema::{
    AnyOfBuilder, KnownFormat, Object, ObjectBuilder, OneOfBuilder, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::schedules::Shown;

/// A new schedule: a definition, and what it is called.
pub(crate) struct NewSchedule;

/// A definition to be looked at, and how.
pub(crate) struct PreviewedSchedule;

/// What a schedule is, in full or with `cron` and `timezone` for `spec`.
pub(crate) struct ScheduleDefinition;

/// A merge patch of a definition: any of its fields, null to clear.
pub(crate) struct SchedulePatch;

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String))
}

fn null() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null))
}

fn plain() -> Object {
    match Definition::schema() {
        RefOr::T(Schema::Object(object)) => object,
        RefOr::T(_) | RefOr::Ref(_) => unreachable!("a definition is a struct with fields"),
    }
}

fn cron() -> ObjectBuilder {
    text()
        .description(Some("Five fields, six with seconds first, or a macro such as `@daily`"))
        .examples(["0 9 * * MON-FRI"])
}

fn id() -> ObjectBuilder {
    text()
        .description(Some("What it is called inside its tenant; made up when absent"))
        .pattern(Some("^[A-Za-z0-9_-]{1,128}$"))
}

fn zone() -> AnyOfBuilder {
    AnyOfBuilder::new()
        .description(Some(
            "The IANA name of the zone whose wall clock the rule follows; the server's own without a word",
        ))
        .item(text().examples(["Europe/Paris"]))
        .item(null())
}

fn allow_unknown_provider() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::Boolean))
        .description(Some("Saves it although no live node has its provider. Default: false. It is not stored."))
}

/// In full, and in short with `cron` and `timezone` for `spec`.
fn definitions(change: impl Fn(&mut Object)) -> RefOr<Schema> {
    let mut full = plain();
    full.title = Some("In full".to_owned());
    change(&mut full);
    let mut short = plain();
    short.title = Some("In short".to_owned());
    short.properties.remove("spec");
    short.required.retain(|field| field != "spec");
    short.required.push("cron".to_owned());
    short.properties.insert("cron".to_owned(), cron().into());
    short.properties.insert("timezone".to_owned(), zone().into());
    change(&mut short);
    for object in [&mut full, &mut short] {
        object.properties.insert("allow_unknown_provider".to_owned(), allow_unknown_provider().into());
    }
    OneOfBuilder::new().item(Schema::Object(full)).item(Schema::Object(short)).examples([digest()]).into()
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

impl PartialSchema for PreviewedSchedule {
    fn schema() -> RefOr<Schema> {
        let number = |told: &str, most: u32| {
            let number = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer));
            number.description(Some(told)).minimum(Some(1)).maximum(Some(most))
        };
        let instant = || text().format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
        definitions(|object| {
            for (name, schema) in [
                ("id", id()),
                ("against", text().description(Some("The id of the schedule it is compared against"))),
                ("from", instant().description(Some("From this instant on; now without a word"))),
                ("count", number("How many fires, 10 without a word", 100)),
                ("days", number("So many days of 24 hours are compared, 30 without a word", 366)),
                ("zone", text().description(Some("A second zone to show times in")).examples(["Asia/Tokyo"])),
            ] {
                object.properties.insert(name.to_owned(), schema.into());
            }
        })
    }
}

impl PartialSchema for SchedulePatch {
    fn schema() -> RefOr<Schema> {
        let mut object = plain();
        object.properties.insert("cron".to_owned(), cron().into());
        object.properties.insert("timezone".to_owned(), zone().into());
        object.properties.insert("allow_unknown_provider".to_owned(), allow_unknown_provider().into());
        object.required.clear();
        for (name, schema) in &mut object.properties {
            // Parts of parts may be patched too, so nothing more is known of them.
            let is_nested = ["spec", "action", "catch_up", "retry", "scope", "labels"].contains(&name.as_str());
            let patch = if is_nested { ObjectBuilder::new().into() } else { schema.clone() };
            *schema = AnyOfBuilder::new().item(patch).item(null()).into();
        }
        object.examples = vec![serde_json::json!({ "timezone": null, "labels": { "team": "billing" } })];
        RefOr::T(Schema::Object(object))
    }
}

fn digest() -> serde_json::Value {
    serde_json::json!({
        "cron": "0 9 * * MON-FRI",
        "timezone": "Europe/Paris",
        "action": { "provider": "log", "payload": { "to": "team" } },
    })
}

/// A definition beside other fields. One that cannot be read has none of its own, and says why.
impl PartialSchema for Shown {
    fn schema() -> RefOr<Schema> {
        let mut object = plain();
        object.additional_properties = None;
        object.required.clear();
        let problem = text().description(Some("Why the stored definition cannot be read; an edit brings a new one"));
        object.properties.insert("problem".to_owned(), problem.into());
        RefOr::T(Schema::Object(object))
    }
}

/// What a definition is made of is described beside it.
macro_rules! made_of_definition {
    ($($type:ty),*) => {
        $(impl ToSchema for $type {
            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                Definition::schemas(schemas);
            }
        })*
    };
}

made_of_definition!(NewSchedule, PreviewedSchedule, ScheduleDefinition, SchedulePatch, Shown);
