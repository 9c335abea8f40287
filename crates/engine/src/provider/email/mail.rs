//! Validates the mail described by an action's payload and builds the message. Subject, text and HTML are
//! templates; addresses are not.

use std::time::SystemTime;

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use serde::Deserialize;

use crate::delivery::OutgoingAction;
use crate::dispatch::template::{Template, ValuePosition, Values};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::Action;

/// Maximum number of recipients of a mail.
const RECIPIENTS_MAX: usize = 50;
/// Maximum length of a subject in bytes: it has to fit into a header line within the limit of RFC 5322.
const SUBJECT_BYTES_MAX: usize = 900;

/// Payload of an action for this provider.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mail {
    #[serde(default)]
    to: Addresses,
    #[serde(default)]
    cc: Addresses,
    #[serde(default)]
    bcc: Addresses,
    #[serde(default)]
    reply_to: Option<String>,
    subject: String,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    html: Option<String>,
}

/// One address or a list of addresses.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Addresses {
    One(String),
    Many(Vec<String>),
}

impl Default for Addresses {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Addresses {
    fn as_slice(&self) -> &[String] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

impl Mail {
    /// Parses the payload of an action.
    pub(super) fn read(action: &Action) -> Result<Self, Error> {
        let no_mail = |problem: String| {
            Error::invalid(ErrorCode::BadPayload, format!("the payload is not a mail{problem}"))
                .with_hint("a mail has `to` and `subject`; `text`, `html`, `cc`, `bcc` and `reply_to` are optional")
        };
        // serde would accept a list and read it field by field.
        if !action.payload.is_object() {
            return Err(no_mail(": expected an object".to_owned()));
        }
        serde_path_to_error::deserialize(&action.payload)
            .map_err(|error| no_mail(format!(" (at {}: {})", error.path(), error.inner())))
    }

    /// Rejects a mail that could never be sent.
    pub(super) fn check(&self) -> Result<(), Error> {
        subject(&self.subject)?;
        let templates = [Some(&self.subject), self.text.as_ref(), self.html.as_ref()];
        templates.into_iter().flatten().try_for_each(|text| Template::parse(text).map(drop))?;
        let recipients = self.recipients();
        if recipients.is_empty() || recipients.len() > RECIPIENTS_MAX {
            let problem = format!("expected 1 to {RECIPIENTS_MAX} recipients, found {}", recipients.len());
            return Err(Error::invalid(ErrorCode::BadValue, problem));
        }
        recipients.into_iter().chain(&self.reply_to).try_for_each(|address| mailbox(address).map(drop))
    }

    /// Builds the message. It is the same for every attempt except for its date.
    pub(super) fn message(&self, from: &Mailbox, sending: &OutgoingAction) -> Result<Message, Error> {
        self.check()?;
        let values = Values::new(&sending.run, sending.action());
        let filled = |text: &String, place| Template::parse(text)?.render(&values, place);
        // The subject is checked as a whole below, because it may contain characters that other headers may
        // not.
        let title = filled(&self.subject, ValuePosition::Text)?;
        subject(&title)?;
        let text = self.text.as_ref().map(|text| filled(text, ValuePosition::Text)).transpose()?;
        let html = self.html.as_ref().map(|html| filled(html, ValuePosition::Html)).transpose()?;
        let key = sending.run.idempotency_key();
        let mut message = Message::builder()
            .from(from.clone())
            .message_id(Some(format!("<{key}@{}>", from.email.domain())))
            .date(SystemTime::from(sending.run.started_at))
            .subject(title)
            .raw_header(auto_submitted_header());
        for address in self.to.as_slice() {
            message = message.to(mailbox(address)?);
        }
        for address in self.cc.as_slice() {
            message = message.cc(mailbox(address)?);
        }
        for address in self.bcc.as_slice() {
            message = message.bcc(mailbox(address)?);
        }
        if let Some(address) = &self.reply_to {
            message = message.reply_to(mailbox(address)?);
        }
        let built = match (text, html) {
            (Some(text), Some(html)) => message.multipart(MultiPart::alternative_plain_html(text, html)),
            (None, Some(html)) => message.singlepart(SinglePart::html(html)),
            (text, None) => message.singlepart(SinglePart::plain(text.unwrap_or_default())),
        };
        built.map_err(|error| Error::invalid(ErrorCode::BadValue, error.to_string()))
    }

    fn recipients(&self) -> Vec<&String> {
        [&self.to, &self.cc, &self.bcc].into_iter().flat_map(Addresses::as_slice).collect()
    }
}

/// Returns the header that keeps auto-responders from replying, according to RFC 3834.
fn auto_submitted_header() -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned())
}

/// Parses an address with or without a display name.
pub(super) fn mailbox(text: &str) -> Result<Mailbox, Error> {
    one_line("an address", text)?;
    text.parse().map_err(|error| {
        Error::invalid(ErrorCode::BadValue, format!("{text:?} is not an address: {error}"))
            .with_hint("`ann@example.org` or `Ann <ann@example.org>`")
    })
}

fn subject(text: &str) -> Result<(), Error> {
    if text.len() > SUBJECT_BYTES_MAX {
        let problem = format!("the subject has {} bytes; the maximum is {SUBJECT_BYTES_MAX}", text.len());
        return Err(Error::invalid(ErrorCode::TooLarge, problem));
    }
    one_line("the subject", text)
}

/// Rejects control characters: a line break would start another header or another command.
fn one_line(what: &str, text: &str) -> Result<(), Error> {
    match text.chars().find(|c| c.is_control()) {
        Some(found) => Err(Error::invalid(ErrorCode::BadValue, format!("{what} contains {found:?}: {text:?}"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn check(payload: &Value, expected: Result<(), &str>) {
        let checked = Mail::read(&Action::new("email", payload.clone())).and_then(|mail| mail.check());
        match (checked, expected) {
            (Ok(()), Ok(())) => {}
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{payload}: {error}"),
            (checked, _) => panic!("{payload}: {checked:?}"),
        }
    }

    #[test]
    fn a_mail_is_checked_before_it_is_saved() {
        check(&json!({"to": "ann@example.org", "subject": "Hi", "text": "x"}), Ok(()));
        check(&json!({"to": ["Ann <ann@example.org>", "bob@example.org"], "subject": "Grüße", "html": "<p>x"}), Ok(()));
        check(&json!({"bcc": "ann@example.org", "subject": "", "text": "x"}), Ok(()));
        check(&json!({"to": "ann@example.org", "text": "x"}), Err("subject"));
        check(&json!(["ann@example.org", [], [], null, "Hi", "x", null]), Err("expected an object"));
        check(&json!({"subject": "Hi", "text": "x"}), Err("recipients"));
        check(&json!({"to": "ann@example.org", "subject": "A mail without a body"}), Ok(()));
        check(&json!({"to": "ann@example.org", "subject": "{{period_key}}", "html": "{{nominal_at:%d}}"}), Ok(()));
        check(&json!({"to": "ann@example.org", "subject": "Hi", "text": "{{perod_key}}"}), Err("perod_key"));
        check(&json!({"to": "ann", "subject": "Hi", "text": "x"}), Err("\"ann\" is not an address"));
        check(&json!({"to": "ann@example.org", "subject": "Hi", "text": "x", "attach": "y"}), Err("attach"));
        check(&json!({"to": vec!["a@example.org"; 51], "subject": "Hi", "text": "x"}), Err("found 51"));
        check(&json!({"to": "ann@example.org", "subject": "x".repeat(901), "text": "x"}), Err("901 bytes"));
    }

    #[test]
    fn no_line_break_reaches_a_header() {
        for bad in ["Hi\r\nBcc: eve@example.org", "Hi\nX: y", "Hi\rX", "Hi\0"] {
            check(&json!({"to": "ann@example.org", "subject": bad, "text": "x"}), Err("the subject contains"));
        }
        for bad in ["ann@example.org\r\nRCPT TO:<eve@example.org>", "Ann\n <ann@example.org>", "ann@example.org\0"] {
            check(&json!({"to": bad, "subject": "Hi", "text": "x"}), Err("an address contains"));
            check(
                &json!({"to": "a@example.org", "reply_to": bad, "subject": "Hi", "text": "x"}),
                Err("an address contains"),
            );
        }
    }
}
