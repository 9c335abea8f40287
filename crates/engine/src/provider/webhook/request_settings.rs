//! Webhook settings of an action: URL, method, headers, body and signatures. They are read when the action is
//! saved, so that errors are reported then, and again when it is sent.
//!
//! The target is the URL. All other settings are metadata entries that begin with `webhook.`: `webhook.method`,
//! `webhook.body`, `webhook.template`, `webhook.sign_with`, `webhook.header.NAME`.

use reqwest::Method;
use reqwest::header::{HeaderName, HeaderValue};
use url::Url;

use super::guard::Guard;
use super::options::WebhookOptions;
use crate::dispatch::template::{Template, tree_secrets};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, DocumentName};
use crate::store::StoreError;

/// Maximum number of custom headers per action.
const HEADERS_MAX: usize = 20;
/// Maximum number of signing secrets per action.
const SIGNERS_MAX: usize = 4;
/// Prefix of the metadata that this provider reads. Such entries are not sent to the receiver.
pub(super) const PREFIX: &str = "webhook.";

/// Headers reserved for the connection, for this provider, or for proxies between Refrain and the receiver.
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

/// Parsed settings of a request.
#[derive(Clone, Debug)]
pub(super) struct RequestSettings {
    pub(super) url: Template,
    pub(super) method: Method,
    pub(super) headers: Vec<(HeaderName, Template)>,
    pub(super) body: Body,
    pub(super) sign_with: Vec<String>,
}

/// Content of the request body.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// The payload inside an envelope that describes the occurrence.
    Envelope,
    /// The payload alone.
    Payload,
    /// JSON written by the user.
    Template(Template),
    /// No body.
    Empty,
}

/// Methods of a request. POST is the default.
const METHODS: [Method; 6] = [Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::GET, Method::HEAD];

impl RequestSettings {
    /// Reads the settings that the options give to every request, for any host.
    ///
    /// # Errors
    /// When a header is invalid.
    pub(super) fn of_options(options: &WebhookOptions) -> Result<Self, Error> {
        Self::new(Template::with_secrets("")?, options, options.headers.iter())
    }

    /// Reads the webhook settings of an action. The headers of the options are left out if they are not meant for
    /// the host of the target.
    ///
    /// # Errors
    /// When a setting is invalid.
    pub(super) fn read(action: &Action, options: &WebhookOptions) -> Result<Self, Error> {
        let url = Template::with_secrets(&action.target)?;
        // `check_url` rejects a target whose host is not known here.
        let target = Url::parse(url.literal_prefix()).ok();
        let host = target.as_ref().and_then(Url::host_str).unwrap_or_default();
        let headers = options.headers.iter().filter(|_| options.sends_headers_to(host));
        let mut request_settings = Self::new(url, options, headers)?;
        for (name, value) in &action.metadata {
            if let Some(setting) = name.strip_prefix(PREFIX) {
                request_settings.set(setting, value)?;
            }
        }
        let has_setting = |name: &str| action.metadata.contains_key(&format!("{PREFIX}{name}"));
        request_settings.empty_body(has_setting("body") || has_setting("template"))?;
        if request_settings.headers.len() > HEADERS_MAX {
            return bad(format!("{} headers are set; the maximum is {HEADERS_MAX}", request_settings.headers.len()));
        }
        Ok(request_settings)
    }

    fn new<'a>(
        url: Template,
        options: &WebhookOptions,
        headers: impl Iterator<Item = (&'a String, &'a String)>,
    ) -> Result<Self, Error> {
        let mut request_settings = Self {
            url,
            method: Method::POST,
            headers: Vec::new(),
            body: Body::Envelope,
            sign_with: options.sign_with.clone(),
        };
        for (name, value) in headers {
            request_settings.set_header(name, value)?;
        }
        Ok(request_settings)
    }

    /// Checks the part of the URL that is known before any placeholder is replaced: everything up to the path.
    ///
    /// # Errors
    /// When the text is not a URL, or the address may not be reached.
    pub(super) fn check_url(&self, guard: &Guard) -> Result<Url, Error> {
        let start = self.url.literal_prefix();
        let is_whole = self.url.is_literal();
        let authority_ends = |(scheme, rest): (&str, &str)| !scheme.is_empty() && rest.contains(['/', '?', '#']);
        if !is_whole && !start.split_once("://").is_some_and(authority_ends) {
            return bad(
                "the target must begin with a scheme and a host; placeholders are allowed only after them".to_owned()
            );
        }
        let url = Url::parse(start).map_err(|error| {
            let detail = format!("the target is not a URL: {error}");
            Error::invalid(ErrorCode::WebhookUrl, detail).with_hint("a target looks like https://example.com/hook")
        })?;
        guard.check_url(&url, start).map_err(|refused| {
            let detail = format!("the target is not allowed: {refused}");
            Error::invalid(ErrorCode::WebhookRefused, detail)
        })?;
        Ok(url)
    }

    /// Returns the names of all secrets that the request needs.
    ///
    /// # Errors
    /// When the payload cannot be read.
    pub(super) fn secrets(&self, action: &Action) -> Result<Vec<String>, Error> {
        let templates = std::iter::once(&self.url).chain(self.headers.iter().map(|(_, value)| value));
        let mut names: Vec<String> = templates.flat_map(Template::secrets).map(str::to_owned).collect();
        match &self.body {
            Body::Envelope | Body::Payload => names.extend(tree_secrets(&action.payload)?),
            Body::Template(template) => names.extend(template.secrets().map(str::to_owned)),
            Body::Empty => {}
        }
        names.extend(self.sign_with.iter().cloned());
        Ok(names)
    }

    fn set(&mut self, setting: &str, value: &str) -> Result<(), Error> {
        match (setting, value) {
            ("method", name) => match METHODS.iter().find(|method| method.as_str() == name) {
                Some(method) => self.method = method.clone(),
                None => {
                    let expected = METHODS.map(|method| method.to_string()).join(", ");
                    return bad(format!("webhook.method is {name:?}; expected one of {expected}"));
                }
            },
            ("body", "envelope") => self.set_body(Body::Envelope),
            ("body", "payload") => self.set_body(Body::Payload),
            ("body", "none") => self.set_body(Body::Empty),
            ("body", other) => return bad(format!("webhook.body is {other:?}; expected envelope, payload or none")),
            ("template", text) => self.body = Body::Template(Template::with_secrets(text)?),
            ("sign_with", names) => self.sign_with = signers(names)?,
            (other, value) => match other.strip_prefix("header.") {
                Some(name) => self.set_header(name, value)?,
                None => return bad(format!("webhook.{other} is not a setting of the webhook provider")),
            },
        }
        Ok(())
    }

    /// Sets the body unless a template is set: `webhook.template` takes precedence over `webhook.body`.
    fn set_body(&mut self, body: Body) {
        match self.body {
            Body::Template(_) => {}
            Body::Envelope | Body::Payload | Body::Empty => self.body = body,
        }
    }

    /// Removes the body of methods that have none. DELETE has one only if the action says which.
    fn empty_body(&mut self, is_chosen: bool) -> Result<(), Error> {
        let never_has_body = self.method == Method::GET || self.method == Method::HEAD;
        if never_has_body && is_chosen && !matches!(self.body, Body::Empty) {
            let detail =
                format!("a {} request has no body, and webhook.body or webhook.template sets one", self.method);
            return Err(Error::invalid(ErrorCode::WebhookAction, detail).with_hint(
                "remove the body, or choose POST, PUT or PATCH; placeholders in the URL can contain the payload",
            ));
        }
        if never_has_body || (self.method == Method::DELETE && !is_chosen) {
            self.body = Body::Empty;
        }
        Ok(())
    }

    /// Adds a header. It replaces an earlier header of the same name.
    fn set_header(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let Ok(header) = HeaderName::from_bytes(name.as_bytes()) else {
            return bad(format!("{name:?} is not a valid header name"));
        };
        let is_own = OWN_HEADERS.contains(&header.as_str());
        if is_own || OWN_PREFIXES.iter().any(|prefix| header.as_str().starts_with(prefix)) {
            return bad(format!("the header {header} cannot be set: it is reserved for the connection or for Refrain"));
        }
        let template = Template::with_secrets(value)?;
        if template.is_literal() && HeaderValue::from_str(template.literal_prefix()).is_err() {
            return bad(format!(
                "the header {header} contains a line break or another character that headers must not have"
            ));
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
        many => bad(format!("webhook.sign_with names {many} secrets; the maximum is {SIGNERS_MAX}")),
    }
}

fn bad<T>(detail: String) -> Result<T, Error> {
    Err(Error::invalid(ErrorCode::WebhookAction, detail))
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
        RequestSettings::read(&action(target, metadata), &options)?.check_url(&guard).map(drop)
    }

    #[test]
    fn settings_are_read_from_target_and_metadata() {
        let reported =
            [("webhook.method", "PUT"), ("webhook.header.X-Team", "{{schedule.id}}"), ("webhook.sign_with", "a, b")];
        let mut action = action("https://example.com/{{period_key}}?t={{secret.t}}", &reported);
        action.payload = json!({"x": "{{secret.p}}"});
        let request_settings = RequestSettings::read(&action, &WebhookOptions::default()).unwrap();
        assert_eq!(request_settings.method, Method::PUT);
        assert_eq!(request_settings.headers[0].0.as_str(), "x-team");
        assert_eq!(request_settings.secrets(&action).unwrap(), ["t", "p", "a", "b"]);
    }

    #[test]
    fn invalid_settings_are_rejected_when_saved() {
        let good = "https://example.com/";
        for (name, value, said) in [
            ("webhook.method", "get", "POST, PUT, PATCH, DELETE, GET, HEAD"),
            ("webhook.body", "xml", "xml"),
            ("webhook.colour", "red", "webhook.colour"),
            ("webhook.header.Host", "x", "host"),
            ("webhook.header.Transfer-Encoding", "x", "transfer-encoding"),
            ("webhook.header.X-Refrain-Attempt", "9", "x-refrain-attempt"),
            ("webhook.header.Webhook-Signature", "x", "webhook-signature"),
            ("webhook.header.X-Forwarded-For", "x", "x-forwarded-for"),
            ("webhook.header.a b", "x", "a b"),
            ("webhook.header.X-A", "a\r\nX-B: c", "x-a"),
            ("webhook.header.X-A", "{{no_such_name}}", "no_such_name"),
            ("webhook.template", "{\"a\": \"{{no_such_name}}\"}", "no_such_name"),
            ("webhook.sign_with", "a/b", "a/b"),
        ] {
            let error = check(good, &[(name, value)]).unwrap_err().to_string();
            assert!(error.contains(said), "{name}: {error}");
        }
        for method in ["GET", "HEAD"] {
            for body in [("webhook.body", "payload"), ("webhook.template", "{}")] {
                let error = check(good, &[("webhook.method", method), body]).unwrap_err().to_string();
                assert!(error.contains(&format!("a {method} request has no body")), "{error}");
            }
        }
        let many: Vec<(String, &str)> = (0..21).map(|number| (format!("webhook.header.X-{number}"), "x")).collect();
        let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        assert!(check(good, &many).is_err());
    }

    #[test]
    fn placeholders_are_allowed_only_after_the_host() {
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
            "https://example.com/{{no_such_name}}",
            "http://example.com/",
        ] {
            assert!(check(target, &[]).is_err(), "{target}");
        }
    }
}
