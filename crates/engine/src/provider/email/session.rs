//! One SMTP session, from the greeting to the last response.

use std::sync::Arc;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{
    AsyncSmtpConnection, Certificate, CertificateStore, TlsParameters, TlsParametersBuilder,
};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, Message};
use zeroize::Zeroizing;

use super::mail::mailbox;
use super::options::{EmailOptions, Encryption};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::provider::call::Fault;
use crate::provider::password::{Password, PasswordSource, scrub_password};

/// Time to wait for the response to QUIT. The server has accepted the mail by then, whatever it responds.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);
/// Response codes for failed authentication. The operator must fix the cause; the mail is not at fault.
const AUTH_ERROR_CODES: [u16; 4] = [530, 534, 535, 538];

/// An SMTP server with login and sender.
pub(super) struct Server {
    host: String,
    port: u16,
    encryption: Encryption,
    tls: Option<TlsParameters>,
    login: Option<(String, Password)>,
    pub(super) source: Option<Arc<dyn PasswordSource>>,
    ehlo_name: ClientId,
    pub(super) from: Mailbox,
}

impl Server {
    pub(super) fn new(options: &EmailOptions) -> Result<Self, Error> {
        let from = mailbox(&options.from)?;
        let tls = match options.encryption {
            Encryption::Tls | Encryption::Starttls => Some(tls(options)?),
            Encryption::None if options.is_local() || options.allow_clear_text => None,
            Encryption::None => {
                let problem = format!("mails to {:?} would cross the network unencrypted", options.host);
                return Err(Error::invalid(ErrorCode::ClearText, problem)
                    .with_hint("set encryption to tls or starttls, or allow_clear_text in a network you trust"));
            }
        };
        let login = match (&options.username, &options.password) {
            (Some(username), Some(password)) => Some((username.clone(), password.clone())),
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => {
                return Err(Error::invalid(ErrorCode::MissingValue, "set both username and password, or neither"));
            }
        };
        Ok(Self {
            host: options.host.clone(),
            port: options.port.unwrap_or(options.encryption.port()),
            encryption: options.encryption,
            tls,
            login,
            source: None,
            ehlo_name: ehlo_name(&from.email),
            from,
        })
    }

    pub(super) fn address(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Sends one mail.
    pub(super) async fn send(&self, message: &Message) -> Result<(), Fault> {
        let mut connection = self.connect().await?;
        connection.send(message.envelope(), &message.formatted()).await.map_err(|error| send_fault(&error))?;
        tokio::time::timeout(QUIT_TIMEOUT, connection.quit()).await.ok();
        Ok(())
    }

    /// Checks whether the server responds and accepts the login.
    pub(super) async fn check_login(&self) -> Result<(), Fault> {
        let mut connection = self.connect().await?;
        tokio::time::timeout(QUIT_TIMEOUT, connection.quit()).await.ok();
        Ok(())
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Fault> {
        let Some((username, password)) = &self.login else {
            return self.open_session(None).await.map_err(|error| connect_fault(&error, None));
        };
        let password = password.resolve(self.source.as_ref()).await?;
        let credentials = Credentials::new(username.clone(), password.to_string());
        self.open_session(Some(&credentials)).await.map_err(|error| connect_fault(&error, Some(&password)))
    }

    async fn open_session(&self, credentials: Option<&Credentials>) -> Result<AsyncSmtpConnection, SmtpError> {
        let at_once = self.tls.clone().filter(|_| self.encryption == Encryption::Tls);
        let server = (self.host.as_str(), self.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(server, None, &self.ehlo_name, at_once, None).await?;
        if let (Encryption::Starttls, Some(tls)) = (self.encryption, &self.tls) {
            connection.starttls(tls.clone(), &self.ehlo_name).await?;
        }
        if let Some(credentials) = credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

/// Returns the name for EHLO: the sender's domain, which is more meaningful than the host name of a container.
fn ehlo_name(from: &Address) -> ClientId {
    ClientId::Domain(from.domain().to_owned())
}

fn tls(options: &EmailOptions) -> Result<TlsParameters, Error> {
    let mut builder = TlsParametersBuilder::new(options.host.clone());
    if let Some(path) = &options.root_certificates {
        let problem = |problem: &dyn std::fmt::Display| {
            Error::invalid(ErrorCode::BadCertificates, format!("{}: {problem}", path.display()))
        };
        let pem = std::fs::read(path).map_err(|error| problem(&error))?;
        let certificate = Certificate::from_pem(&pem).map_err(|error| problem(&error))?;
        builder = builder.certificate_store(CertificateStore::None).add_root_certificate(certificate);
    }
    builder.build_rustls().map_err(|error| Error::invalid(ErrorCode::BadCertificates, error.to_string()))
}

/// Converts an error before the mail was sent. The server does not know the mail yet, so the error is about the
/// connection or the login, and the operator must fix it.
fn connect_fault(error: &SmtpError, password: Option<&Zeroizing<String>>) -> Fault {
    Fault::Failed(scrub_password(&format!("cannot log in to the mail server: {error}"), password))
}

/// Classifies an error. A permanent error ends the retries, a transient one does not. Without a response, the
/// effect is unknown.
fn send_fault(error: &SmtpError) -> Fault {
    let message = format!("the mail server did not accept the mail: {error}");
    let is_auth_error = error.status().map(u16::from).is_some_and(|code| AUTH_ERROR_CODES.contains(&code));
    if error.is_permanent() && !is_auth_error {
        Fault::Refused(message)
    } else if error.is_permanent() || error.is_transient() || error.is_client() {
        Fault::Failed(message)
    } else {
        Fault::Lost(message)
    }
}
