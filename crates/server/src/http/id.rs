//! Random IDs, and the form of UUIDs.

/// Returns a random ID.
pub(crate) fn random() -> String {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).expect("the system must provide random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a random UUID (version 4).
pub(crate) fn random_uuid() -> String {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).expect("the system must provide random numbers");
    as_uuid(bytes, 4)
}

/// Formats bytes as a UUID of this version.
pub(crate) fn as_uuid(mut bytes: [u8; 16], version: u8) -> String {
    bytes[6] = (bytes[6] & 0x0f) | (version << 4);
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}
