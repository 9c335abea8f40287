//! A definition survives serialization and deserialization.

use proptest::prelude::{prop_assert_eq, proptest};
use refrain_recurrence::Spec;

use crate::cases;
use crate::definitions::spec;

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn a_definition_survives_serialization(spec in spec()) {
        let printed = serde_json::to_string(&spec).expect("a definition can be serialized");
        let read: Spec = serde_json::from_str(&printed).expect("a serialized definition can be deserialized");
        prop_assert_eq!(&read, &spec);
        prop_assert_eq!(serde_json::to_string(&read).expect("a definition can be serialized"), printed);
    }
}
