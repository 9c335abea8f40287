//! What an action asks of this provider: where to, how, with which headers, body and signatures. Read when it is saved, so
//! that what is wrong with it is known then, and again when it is sent.
//!
//! The target is the URL. What else there is to say stands in the action's metadata under `webhook.`: `webhook.method`,
//! `webhook.body`, `webhook.template`, `webhook.sign_with`, `webhook.header.NAME`.

use reqwest::Method;
use reqwest::header::{HeaderName, HeaderValue};
use url::Url;

use super::guard::Guard;
use super::options::WebhookOptions;
use crate::action::Action;
use crate::error::Error;
use crate::id::DocumentName;
use crate::store::StoreError;
use crate::template::{Template, secrets_of_tree};

/// No action has more headers of its own.
const HEADERS_MAX: usize = 20;
/// No action has more signing secrets.
const SIGNERS_MAX: usize = 4;
/// What this provider reads of an action's metadata begins so, and is not sent on.
pub(super) const PREFIX: &str = "webhook.";

/// Headers that belong to the connection, to this provider, or to what stands between us and a receiver.
const OWN_HEADERS: [&str; 20] = [
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "forwarded",
    "host",
    "idempotency-key",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "x-http-method-override",
    "x-original-url",
    "x-rewrite-url",
];
const OWN_PREFIXES: [&str; 3] = ["webhook-", "x-refrain-", "x-forwarded-"];

/// A request to be made.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) url: Template,
    pub(super) method: Method,
    pub(super) headers: Vec<(HeaderName, Template)>,
    pub(super) body: Body,
    pub(super) sign_with: Vec<String>,
}

/// What is sent.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// The payload, and around it what it belongs to.
    Envelope,
    /// The payload alone.
    Payload,
    /// JSON written by the user.
    Template(Template),
}

impl Asked {
    /// Reads what an action asks for.
    ///
    /// # Errors
    /// When anything about it cannot be meant.
    pub(super) fn read(action: &Action, options: &WebhookOptions) -> Result<Self, Error> {
        let mut asked = Self {
            url: Template::with_secrets(&action.target)?,
            method: Method::POST,
            headers: Vec::new(),
            body: Body::Envelope,
            sign_with: options.sign_with.clone(),
        };
        for (name, value) in &options.headers {
            asked.set_header(name, value)?;
        }
        for (name, value) in &action.metadata {
            if let Some(setting) = name.strip_prefix(PREFIX) {
                asked.set(setting, value)?;
            }
        }
        if asked.headers.len() > HEADERS_MAX {
            return bad(format!("there are {} headers; at most {HEADERS_MAX} are sent", asked.headers.len()));
        }
        Ok(asked)
    }

    /// Looks at what is known of the URL before any name in it is replaced: all of it up to the path.
    ///
    /// # Errors
    /// When it cannot be a URL, or may not be reached.
    pub(super) fn check_url(&self, guard: &Guard) -> Result<Url, Error> {
        let start = self.url.literal_start();
        let is_whole = self.url.is_literal();
        let authority_ends = |(scheme, rest): (&str, &str)| !scheme.is_empty() && rest.contains(['/', '?', '#']);
        if !is_whole && !start.split_once("://").is_some_and(authority_ends) {
            return bad("the target must begin with a scheme and a host: only what follows may hold names".to_owned());
        }
        let url = Url::parse(start).map_err(|error| {
            let detail = format!("the target is no URL: {error}");
            Error::invalid("webhook_url", detail).with_hint("a target is like https://example.com/hook")
        })?;
        guard.check_url(&url, start).map_err(|refused| {
            let detail = format!("the target may not be reached: {refused}");
            Error::invalid("webhook_refused", detail)
        })?;
        Ok(url)
    }

    /// The names of all secrets it needs.
    ///
    /// # Errors
    /// When the payload cannot be read.
    pub(super) fn secrets(&self, action: &Action) -> Result<Vec<String>, Error> {
        let templates = std::iter::once(&self.url).chain(self.headers.iter().map(|(_, value)| value));
        let mut names: Vec<String> = templates.flat_map(Template::secrets).map(str::to_owned).collect();
        match &self.body {
            Body::Envelope | Body::Payload => names.extend(secrets_of_tree(&action.payload)?),
            Body::Template(template) => names.extend(template.secrets().map(str::to_owned)),
        }
        names.extend(self.sign_with.iter().cloned());
        Ok(names)
    }

    fn set(&mut self, setting: &str, value: &str) -> Result<(), Error> {
        match (setting, value) {
            ("method", "POST") => self.method = Method::POST,
            ("method", "PUT") => self.method = Method::PUT,
            ("method", other) => return bad(format!("webhook.method is {other:?}; POST and PUT are known")),
            ("body", "envelope") => self.set_body(Body::Envelope),
            ("body", "payload") => self.set_body(Body::Payload),
            ("body", other) => return bad(format!("webhook.body is {other:?}; envelope and payload are known")),
            ("template", text) => self.body = Body::Template(Template::with_secrets(text)?),
            ("sign_with", names) => self.sign_with = signers(names)?,
            (other, value) => match other.strip_prefix("header.") {
                Some(name) => self.set_header(name, value)?,
                None => return bad(format!("webhook.{other} is not known to the webhook provider")),
            },
        }
        Ok(())
    }

    /// A template says more than `webhook.body`.
    fn set_body(&mut self, body: Body) {
        match self.body {
            Body::Template(_) => {}
            Body::Envelope | Body::Payload => self.body = body,
        }
    }

    /// One of the same name takes the place of an earlier one.
    fn set_header(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let Ok(header) = HeaderName::from_bytes(name.as_bytes()) else {
            return bad(format!("{name:?} is no name of a header"));
        };
        let is_own = OWN_HEADERS.contains(&header.as_str());
        if is_own || OWN_PREFIXES.iter().any(|prefix| header.as_str().starts_with(prefix)) {
            return bad(format!("the header {header} cannot be set: it belongs to the connection or to Refrain"));
        }
        let template = Template::with_secrets(value)?;
        if template.is_literal() && HeaderValue::from_str(template.literal_start()).is_err() {
            return bad(format!("the header {header} holds a line break or another character that no header may have"));
        }
        self.headers.retain(|(known, _)| *known != header);
        self.headers.push((header, template));
        Ok(())
    }
}

fn signers(text: &str) -> Result<Vec<String>, Error> {
    let names: Vec<String> =
        text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    names.iter().try_for_each(|name| DocumentName::new(name).map(drop)).map_err(StoreError::from)?;
    match names.len() {
        0..=SIGNERS_MAX => Ok(names),
        many => bad(format!("webhook.sign_with names {many} secrets; at most {SIGNERS_MAX} sign")),
    }
}

fn bad<T>(detail: String) -> Result<T, Error> {
    Err(Error::invalid("webhook_action", detail))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn action(target: &str, metadata: &[(&str, &str)]) -> Action {
        let metadata = metadata.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Action { target: target.to_owned(), metadata, ..Action::new("webhook", Value::Null) }
    }

    fn check(target: &str, metadata: &[(&str, &str)]) -> Result<(), Error> {
        let options = WebhookOptions::default();
        let guard = Guard::new(&options).unwrap();
        Asked::read(&action(target, metadata), &options)?.check_url(&guard).map(drop)
    }

    #[test]
    fn what_is_asked_for_is_read_from_target_and_metadata() {
        let told =
            [("webhook.method", "PUT"), ("webhook.header.X-Team", "{{schedule.id}}"), ("webhook.sign_with", "a, b")];
        let mut action = action("https://example.com/{{period_key}}?t={{secret.t}}", &told);
        action.payload = json!({"x": "{{secret.p}}"});
        let asked = Asked::read(&action, &WebhookOptions::default()).unwrap();
        assert_eq!(asked.method, Method::PUT);
        assert_eq!(asked.headers[0].0.as_str(), "x-team");
        assert_eq!(asked.secrets(&action).unwrap(), ["t", "p", "a", "b"]);
    }

    #[test]
    fn what_cannot_be_meant_is_refused_when_it_is_saved() {
        let good = "https://example.com/";
        for (name, value, said) in [
            ("webhook.method", "GET", "GET"),
            ("webhook.body", "xml", "xml"),
            ("webhook.colour", "red", "webhook.colour"),
            ("webhook.header.Host", "x", "host"),
            ("webhook.header.Transfer-Encoding", "x", "transfer-encoding"),
            ("webhook.header.X-Refrain-Attempt", "9", "x-refrain-attempt"),
            ("webhook.header.Webhook-Signature", "x", "webhook-signature"),
            ("webhook.header.X-Forwarded-For", "x", "x-forwarded-for"),
            ("webhook.header.a b", "x", "a b"),
            ("webhook.header.X-A", "a\r\nX-B: c", "x-a"),
            ("webhook.header.X-A", "{{nobody}}", "nobody"),
            ("webhook.template", "{\"a\": \"{{nobody}}\"}", "nobody"),
            ("webhook.sign_with", "a/b", "a/b"),
        ] {
            let error = check(good, &[(name, value)]).unwrap_err().to_string();
            assert!(error.contains(said), "{name}: {error}");
        }
        let many: Vec<(String, &str)> = (0..21).map(|number| (format!("webhook.header.X-{number}"), "x")).collect();
        let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        assert!(check(good, &many).is_err());
    }

    #[test]
    fn names_may_stand_only_behind_the_host() {
        assert!(check("https://example.com/{{period_key}}", &[]).is_ok());
        assert!(check("https://example.com?k={{period_key}}", &[]).is_ok());
        for target in [
            "",
            "{{payload.url}}",
            "https://{{payload.host}}/",
            "https://example.com{{payload.x}}",
            "https://example.com:{{payload.port}}/",
            "{{payload.s}}://example.com/",
            "https:/{{payload.x}}",
            "example.com/hook",
            "https://",
            "https://127.0.0.1/{{period_key}}",
            "https://example.com/{{nobody}}",
            "http://example.com/",
        ] {
            assert!(check(target, &[]).is_err(), "{target}");
        }
    }
}
