//! Random texts that cannot be guessed.

/// Digits and letters.
pub(crate) const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Generates `length` characters, uniformly distributed over an alphabet of at most 64 characters.
pub(crate) fn text(alphabet: &[u8], length: usize) -> String {
    let mut made = String::with_capacity(length);
    let mut bytes = [0; 64];
    while made.len() < length {
        getrandom::fill(&mut bytes).expect("the system must provide random numbers");
        // Values outside the alphabet are drawn again: a modulo would favor the first characters.
        let drawn = bytes.iter().filter_map(|byte| alphabet.get(usize::from(byte & 63)));
        made.extend(drawn.take(length - made.len()).map(|byte| char::from(*byte)));
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_text_has_the_requested_length_and_alphabet() {
        for length in [0, 1, 43, 200] {
            let made = text(b"abc", length);
            assert!(made.len() == length && made.bytes().all(|byte| b"abc".contains(&byte)), "{made}");
        }
        assert_ne!(text(BASE62, 43), text(BASE62, 43));
    }
}
