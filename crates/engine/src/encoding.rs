//! Encoding of texts in URLs.

/// Percent-encodes everything except the unreserved characters of URLs.
pub(crate) fn percent_encode(value: &str, to: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in value.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => to.push(char::from(byte)),
            _ => {
                to.push('%');
                to.push(char::from(HEX[usize::from(byte >> 4)]));
                to.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
}
