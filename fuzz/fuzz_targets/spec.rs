//! A definition as JSON. A definition that can be deserialized must survive serialization.
#![no_main]

use libfuzzer_sys::fuzz_target;
use refrain_fuzz::compile_and_query;
use refrain_recurrence::Spec;

fuzz_target!(|bytes: &[u8]| {
    let Ok(spec) = serde_json::from_slice::<Spec>(bytes) else { return };
    let printed = serde_json::to_string(&spec).expect("a definition can be serialized");
    let read: Spec = serde_json::from_str(&printed).expect("a serialized definition can be deserialized");
    assert_eq!(read, spec, "{printed}");
    compile_and_query(&spec);
});
