//! Removes the secrets of a send from every text that may contain them: responses of receivers and error
//! messages of libraries. Secrets are recognized as plain text and in the encodings of URLs, JSON and base64.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use serde_json::Value;
use zeroize::Zeroizing;

use super::{SECRET_BYTES_MIN, Secret};
use crate::encoding::percent_encode;

/// Replaces secrets in texts with their names.
#[derive(Clone, Default)]
pub struct Redactor {
    /// Encoded forms of secrets with their replacements, the longest first, because one may be part of another.
    forms: Vec<(Zeroizing<String>, String)>,
}

impl Redactor {
    /// Creates a redactor for these secrets, by name.
    pub(crate) fn new(secrets: &BTreeMap<String, Secret>) -> Self {
        let mut forms: Vec<(Zeroizing<String>, String)> = Vec::new();
        for (name, secret) in secrets {
            for form in forms_of(secret.expose()) {
                forms.push((Zeroizing::new(form), format!("[secret {name}]")));
            }
        }
        forms.sort_by_key(|(form, _)| std::cmp::Reverse(form.len()));
        forms.dedup_by(|one, other| one.0 == other.0);
        Self { forms }
    }

    /// Adds texts to remove, each with its replacement. Texts shorter than a secret are ignored, because
    /// replacing them would make messages unreadable.
    pub(crate) fn with_texts<'a>(mut self, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        for (text, shown) in texts.into_iter().filter(|(text, _)| text.len() >= SECRET_BYTES_MIN) {
            for form in forms_of(text) {
                self.forms.push((Zeroizing::new(form), shown.to_owned()));
            }
        }
        // The sort is stable, so a secret that equals a whole text keeps its own name.
        self.forms.sort_by_key(|(form, _)| std::cmp::Reverse(form.len()));
        self
    }

    /// Returns the text without secrets.
    pub fn scrub(&self, text: &str) -> String {
        let mut scrubbed = text.to_owned();
        for (form, shown) in &self.forms {
            if scrubbed.contains(form.as_str()) {
                scrubbed = scrubbed.replace(form.as_str(), shown);
            }
        }
        scrubbed
    }

    /// Returns the beginning of a longer text without secrets. The end of the text is removed, because it may
    /// be the first part of a secret.
    pub fn scrub_beginning(&self, text: &str) -> String {
        let mut scrubbed = self.scrub(text);
        let longest = self.forms.first().map_or(0, |(form, _)| form.len());
        let left = scrubbed.floor_char_boundary(scrubbed.len().saturating_sub(longest));
        scrubbed.truncate(left);
        scrubbed
    }
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Redactor({} forms)", self.forms.len())
    }
}

fn forms_of(secret: &str) -> Vec<String> {
    let mut percent = String::new();
    percent_encode(secret, &mut percent);
    let json = Value::from(secret).to_string();
    let json = json[1..json.len() - 1].to_owned();
    let lower = percent.to_lowercase();
    let base64 = [STANDARD.encode(secret), STANDARD_NO_PAD.encode(secret), URL_SAFE_NO_PAD.encode(secret)];
    let debug = format!("{secret:?}");
    let debug = debug[1..debug.len() - 1].to_owned();
    [secret.to_owned(), percent, lower, json, debug].into_iter().chain(base64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redactor(secrets: &[(&str, &str)]) -> Redactor {
        let named = secrets.iter().map(|(name, text)| ((*name).to_owned(), Secret::new(*text).unwrap()));
        Redactor::new(&named.collect())
    }

    #[test]
    fn a_secret_is_taken_out_in_every_form() {
        let secret = "p@ss \"wörd\"/1";
        let redactor = redactor(&[("token", secret)]);
        for form in forms_of(secret) {
            assert_eq!(redactor.scrub(&format!("<{form}>")), "<[secret token]>", "{form}");
        }
        assert_eq!(redactor.scrub("nothing here"), "nothing here");
    }

    #[test]
    fn a_secret_inside_another_leaves_no_rest() {
        let redactor = redactor(&[("long", "abcdefgh"), ("short", "cdef")]);
        assert_eq!(redactor.scrub("abcdefgh cdef"), "[secret long] [secret short]");
    }

    #[test]
    fn half_a_secret_at_the_end_of_a_cut_text_is_left_out() {
        let redactor = redactor(&[("token", "hunter2hunter2")]);
        let scrubbed = redactor.scrub_beginning(&format!("{}hunter2", "é".repeat(50)));
        assert!(scrubbed.starts_with("éé") && !scrubbed.contains("hun"), "{scrubbed}");
    }
}
