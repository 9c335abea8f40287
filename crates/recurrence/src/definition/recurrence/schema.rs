//! JSON schema of a recurrence: one of its kinds, each with the tag that names it.

use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{AfterCompletionRecurrence, OnceRecurrence, Recurrence, RecurrenceList, RruleRecurrence};
use crate::definition::calendar::CalendarRecurrence;
use crate::definition::cron::CronRecurrence;
use crate::definition::every::EveryRecurrence;

/// Returns the schema of one kind of recurrence as it appears in JSON: its own fields plus `kind`.
fn tagged<T: PartialSchema>(kind: &str) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut object)) = T::schema() else {
        unreachable!("every kind of recurrence is a struct with fields")
    };
    let tag = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some([kind]));
    object.properties.insert("kind".to_owned(), tag.into());
    object.required.push("kind".to_owned());
    RefOr::T(Schema::Object(object))
}

impl PartialSchema for Recurrence {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .description(Some("The recurrence of a schedule: when it runs"))
            .item(tagged::<CronRecurrence>("cron"))
            .item(tagged::<EveryRecurrence>("every"))
            .item(tagged::<CalendarRecurrence>("calendar"))
            .item(tagged::<RruleRecurrence>("rrule"))
            .item(tagged::<OnceRecurrence>("once"))
            .item(tagged::<AfterCompletionRecurrence>("after_completion"))
            .item(tagged::<RecurrenceList>("any"))
            .item(tagged::<RecurrenceList>("all"))
            .into()
    }
}

impl ToSchema for Recurrence {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        CronRecurrence::schemas(schemas);
        EveryRecurrence::schemas(schemas);
        CalendarRecurrence::schemas(schemas);
        OnceRecurrence::schemas(schemas);
        AfterCompletionRecurrence::schemas(schemas);
    }
}
