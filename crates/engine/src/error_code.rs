//! The codes of refused requests, in one table.

use std::fmt;

/// Declares the codes with their texts.
macro_rules! codes {
    ($($(#[doc = $meaning:literal])+ $name:ident = $text:literal,)*) => {
        /// Code of a refused request. Its text is stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $($(#[doc = $meaning])+ $name,)*
            /// A code of a provider that is not part of Refrain.
            Custom(&'static str),
        }

        impl ErrorCode {
            /// All codes of Refrain.
            const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Meanings of all codes, in the same order.
            #[cfg(test)]
            const MEANINGS: &'static [&'static str] = &[$(concat!($($meaning),+)),*];

            /// Returns the stable text, such as `bad_value`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                    Self::Custom(text) => text,
                }
            }
        }
    };
}

codes! {
    /// An alert could not be sent.
    AlertFailed = "alert_failed",
    /// The occurrence is already in the ledger.
    AlreadyRecorded = "already_recorded",
    /// The node is already running.
    AlreadyRunning = "already_running",
    /// An allowance of a secret cannot be read.
    BadAllowance = "bad_allowance",
    /// The expected answers of a program are invalid.
    BadAnswer = "bad_answer",
    /// A calendar is invalid.
    BadCalendar = "bad_calendar",
    /// The catalog of commands is invalid.
    BadCatalogue = "bad_catalogue",
    /// A certificate cannot be read.
    BadCertificate = "bad_certificate",
    /// The root certificates cannot be read.
    BadCertificates = "bad_certificates",
    /// The condition of a dispatch rule is invalid.
    BadCondition = "bad_condition",
    /// A name or an ID is invalid.
    BadName = "bad_name",
    /// The payload does not have the form that its provider or handler expects.
    BadPayload = "bad_payload",
    /// The export of traces cannot be set up.
    BadTelemetry = "bad_telemetry",
    /// A value is invalid.
    BadValue = "bad_value",
    /// The server cannot listen on its address.
    CannotListen = "cannot_listen",
    /// A password would be sent without encryption.
    ClearText = "clear_text",
    /// Two parts of the request contradict each other.
    Conflict = "conflict",
    /// A stored document cannot be read.
    Corrupt = "corrupt",
    /// Something is given twice.
    Duplicate = "duplicate",
    /// Another handler has the same name.
    DuplicateHandler = "duplicate_handler",
    /// The name of a request was used for another request.
    IdempotencyKeyReused = "idempotency_key_reused",
    /// A time is in the past.
    InThePast = "in_the_past",
    /// The server would be public without TLS or keys.
    InsecureBind = "insecure_bind",
    /// The master keys are missing or invalid.
    MasterKey = "master_key",
    /// The program was built without the feature.
    MissingFeature = "missing_feature",
    /// A required value is missing.
    MissingValue = "missing_value",
    /// The recurrence has no occurrence.
    NeverFires = "never_fires",
    /// A loop of the node ended by itself.
    NodeFailed = "node_failed",
    /// The store is not a SQLite file.
    NotSqlite = "not_sqlite",
    /// A number or a time is outside its allowed range.
    OutOfRange = "out_of_range",
    /// The handler cannot read what the schedule sends.
    PayloadMismatch = "payload_mismatch",
    /// The record of a secret cannot be read.
    SecretDamaged = "secret_damaged",
    /// A secret is empty or too long.
    SecretLength = "secret_length",
    /// A newer program has written the secret.
    SecretNewer = "secret_newer",
    /// A secret may not be sent to this destination.
    SecretNotAllowed = "secret_not_allowed",
    /// A secret cannot be encrypted or decrypted.
    SecretSeal = "secret_seal",
    /// A secret must say where it may be sent.
    SecretUnbound = "secret_unbound",
    /// There is no such secret.
    SecretUnknown = "secret_unknown",
    /// A value cannot be formatted as the template asks.
    TemplateFormat = "template_format",
    /// A value is not allowed in a header.
    TemplateHeader = "template_header",
    /// A value of a template is missing.
    TemplateMissingValue = "template_missing_value",
    /// A filled template is not JSON.
    TemplateNotJson = "template_not_json",
    /// A placeholder would differ between the attempts of an occurrence.
    TemplateNotStable = "template_not_stable",
    /// A secret is not allowed at this place of a template.
    TemplateSecret = "template_secret",
    /// A template or its result is too large.
    TemplateTooLarge = "template_too_large",
    /// A placeholder has no end.
    TemplateUnclosed = "template_unclosed",
    /// A placeholder does not exist.
    TemplateUnknownName = "template_unknown_name",
    /// The recurrence has occurrences closer together than allowed.
    TooFrequent = "too_frequent",
    /// A value is too large.
    TooLarge = "too_large",
    /// A text is too long.
    TooLong = "too_long",
    /// There are too many items.
    TooMany = "too_many",
    /// The broker's kind is not known.
    UnknownBroker = "unknown_broker",
    /// The catalog has no such command.
    UnknownCommand = "unknown_command",
    /// The program has no such handler.
    UnknownHandler = "unknown_handler",
    /// No live node has the provider.
    UnknownProvider = "unknown_provider",
    /// The address names no known kind of store.
    UnknownStore = "unknown_store",
    /// The action is not one that a webhook can send.
    WebhookAction = "webhook_action",
    /// The options of the webhook provider are invalid.
    WebhookOptions = "webhook_options",
    /// A placeholder is not allowed at this place of a webhook.
    WebhookPlace = "webhook_place",
    /// The webhook's destination is not allowed.
    WebhookRefused = "webhook_refused",
    /// The signing secret of a webhook is invalid.
    WebhookSigningSecret = "webhook_signing_secret",
    /// The URL of a webhook is invalid.
    WebhookUrl = "webhook_url",
    /// The node has another store than the operation needs.
    WrongStore = "wrong_store",
}

/// Returns the code with this text. Providers that are not part of Refrain may have codes of their own.
impl From<&'static str> for ErrorCode {
    fn from(text: &'static str) -> Self {
        Self::ALL.iter().copied().find(|code| code.as_str() == text).unwrap_or(Self::Custom(text))
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_by_its_text() {
        for code in ErrorCode::ALL {
            assert_eq!(ErrorCode::from(code.as_str()), *code);
        }
        let own = ErrorCode::from("pager_busy");
        assert_eq!((own, own.as_str()), (ErrorCode::Custom("pager_busy"), "pager_busy"));
    }

    #[test]
    fn every_code_is_documented() {
        let page = include_str!("../../../docs/api/errors.md");
        for (code, meaning) in ErrorCode::ALL.iter().zip(ErrorCode::MEANINGS) {
            let row = format!("| `{code}` | {} |", meaning.trim().trim_end_matches('.'));
            assert!(page.lines().any(|line| line == row), "docs/api/errors.md needs this row:\n{row}");
        }
    }
}
