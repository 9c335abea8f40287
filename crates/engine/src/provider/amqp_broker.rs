//! Connection to an AMQP broker: one connection and one channel with publisher confirms, opened on first use
//! and reopened after a failure. Two providers share this module.
//!
//! A message counts as sent when the broker has confirmed it, and as rejected when no queue accepts it. Every
//! message requests both answers, so no message disappears in an exchange without a matching queue.

use std::sync::Arc;

use lapin::options::{BasicPublishOptions, ConfirmSelectOptions};
use lapin::uri::{AMQPScheme, AMQPUri};
use lapin::{BasicProperties, Channel, Confirmation, Connection, ConnectionProperties};
use refrain_recurrence::Length;
use tokio::sync::Mutex;

use super::call::{Fault, receiver_from_url, within};
use super::password::{Password, PasswordSource, scrub_password};
use crate::error::Error;
use crate::error_code::ErrorCode;

/// AMQP delivery mode of messages that survive a restart of the broker.
pub(super) const PERSISTENT: u8 = 2;

/// A message to publish.
pub(super) struct Publication<'a> {
    pub(super) exchange: &'a str,
    pub(super) routing_key: &'a str,
    pub(super) body: &'a [u8],
    pub(super) properties: BasicProperties,
}

/// A broker, and the channel to it while one is open.
pub(super) struct AmqpBroker {
    uri: AMQPUri,
    password: Option<Password>,
    pub(in crate::provider) source: Option<Arc<dyn PasswordSource>>,
    open: Mutex<Option<OpenConnection>>,
    timeout: Length,
    receiver: String,
}

/// An open connection with its channel. Dropping the connection closes it, so it is kept with the channel.
struct OpenConnection {
    _connection: Connection,
    channel: Channel,
}

impl AmqpBroker {
    /// Checks the address without connecting.
    pub(super) fn new(url: &str, password: Option<Password>, timeout: Length) -> Result<Self, Error> {
        let uri: AMQPUri = url.parse().map_err(|error| {
            Error::invalid(ErrorCode::BadValue, format!("the URL is not an AMQP URL: {error}"))
                .with_hint("amqp://user:password@host:5672/vhost, or amqps://")
        })?;
        #[cfg(feature = "amqp-tls")]
        super::call::use_ring();
        if !cfg!(feature = "amqp-tls") && uri.scheme == AMQPScheme::AMQPS {
            let problem =
                "this program was built without the cargo feature `amqp-tls` of `refrain`, which amqps:// needs";
            return Err(Error::invalid(ErrorCode::MissingFeature, problem)
                .with_hint("add the feature to the dependency on `refrain`"));
        }
        let open = Mutex::new(None);
        Ok(Self { uri, password, source: None, open, timeout, receiver: receiver_from_url(url) })
    }

    pub(super) fn receiver(&self) -> &str {
        &self.receiver
    }

    pub(super) fn timeout(&self) -> Length {
        self.timeout
    }

    /// Publishes one message and waits for the broker's confirmation.
    pub(super) async fn publish(&self, publication: Publication<'_>) -> Result<(), Fault> {
        let (exchange, routing_key) = (publication.exchange.to_owned(), publication.routing_key.to_owned());
        match within(self.timeout, self.confirmed(publication)).await? {
            Confirmation::Ack(None) => Ok(()),
            Confirmation::Ack(Some(returned)) | Confirmation::Nack(Some(returned)) => {
                let said = returned.reply_text.as_str();
                Err(Fault::Refused(format!("no queue accepts {routing_key:?} of the exchange {exchange:?}: {said}")))
            }
            Confirmation::Nack(None) => Err(Fault::Failed("the broker could not accept the message".to_owned())),
            Confirmation::NotRequested => Err(Fault::Lost("the broker did not confirm the message".to_owned())),
        }
    }

    /// Checks whether the broker responds and accepts the credentials.
    pub(super) async fn health(&self) -> Result<(), String> {
        within(self.timeout, self.channel()).await.map(drop).map_err(Fault::message)
    }

    async fn confirmed(&self, publication: Publication<'_>) -> Result<Confirmation, Fault> {
        let Publication { exchange, routing_key, body, properties } = publication;
        let channel = self.channel().await?;
        let options = BasicPublishOptions { mandatory: true, ..BasicPublishOptions::default() };
        let lost = |error: lapin::Error| Fault::Lost(format!("amqp: {error}"));
        let publishing = channel.basic_publish(exchange.into(), routing_key.into(), options, body, properties);
        publishing.await.map_err(lost)?.await.map_err(lost)
    }

    /// Returns the channel, and opens a new one if none is connected.
    async fn channel(&self) -> Result<Channel, Fault> {
        let mut open = self.open.lock().await;
        if let Some(open) = open.as_ref().filter(|open| open.channel.status().connected()) {
            return Ok(open.channel.clone());
        }
        *open = None;
        let password = match &self.password {
            Some(password) => Some(password.resolve(self.source.as_ref()).await?),
            None => None,
        };
        let mut uri = self.uri.clone();
        if let Some(password) = &password {
            uri.authority.userinfo.password = password.to_string();
        }
        let opened = connect(uri).await;
        let opened =
            opened.map_err(|error| Fault::Failed(scrub_password(&format!("amqp: {error}"), password.as_ref())))?;
        let channel = opened.channel.clone();
        *open = Some(opened);
        Ok(channel)
    }
}

async fn connect(uri: AMQPUri) -> lapin::Result<OpenConnection> {
    let properties = ConnectionProperties::default().with_connection_name("refrain".into());
    let connection = Connection::connect_uri(uri, properties).await?;
    let channel = connection.create_channel().await?;
    channel.confirm_select(ConfirmSelectOptions::default()).await?;
    Ok(OpenConnection { _connection: connection, channel })
}
