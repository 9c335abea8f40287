//! A small mail server on real sockets, with selectable behavior.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Behavior of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SmtpBehavior {
    Takes,
    /// Rejects recipients that contain "nobody" as unknown.
    RefusesRecipients,
    /// Rejects every recipient temporarily.
    IsBusy,
    /// Does not answer after it received a mail.
    HangsAtTheEnd,
    /// Closes the connection after it received a mail.
    ClosesAtTheEnd,
    /// Accepts mail and does not answer QUIT.
    NeverSaysGoodbye,
    /// Rejects every login.
    RefusesLogins,
    /// Accepts the login `ann` with the password `secret`.
    WantsLogins,
    /// Sends an endless greeting.
    TalksForEver,
}

/// One received mail.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mail {
    pub(crate) recipients: Vec<String>,
    pub(crate) text: String,
}

pub(crate) struct SmtpServer {
    pub(crate) port: u16,
    mails: Arc<Mutex<Vec<Mail>>>,
    _tasks: JoinSet<()>,
}

impl SmtpServer {
    pub(crate) async fn start(manner: SmtpBehavior) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let mails: Arc<Mutex<Vec<Mail>>> = Arc::default();
        let taken = mails.clone();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut talks = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                talks.spawn(converse(stream, manner, taken.clone()));
            }
        });
        Self { port, mails, _tasks: tasks }
    }

    pub(crate) fn mails(&self) -> Vec<Mail> {
        self.mails.lock().unwrap().clone()
    }
}

async fn converse(stream: TcpStream, manner: SmtpBehavior, mails: Arc<Mutex<Vec<Mail>>>) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    if manner == SmtpBehavior::TalksForEver {
        while write.write_all(b"220-and so on and on\r\n").await.is_ok() {}
        return;
    }
    let mut say = async |text: &str| write.write_all(format!("{text}\r\n").as_bytes()).await.is_ok();
    say("220 here").await;
    let mut mail = Mail::default();
    while let Ok(Some(line)) = lines.next_line().await {
        let command: String = line.chars().take(4).collect::<String>().to_ascii_uppercase();
        let answer = match (command.as_str(), manner) {
            ("EHLO", SmtpBehavior::RefusesLogins | SmtpBehavior::WantsLogins) => "250-here\r\n250 AUTH PLAIN LOGIN",
            ("EHLO", _) => "250 here",
            ("AUTH", SmtpBehavior::RefusesLogins) => "535 wrong",
            // "\0ann\0secret"
            ("AUTH", _) if line.ends_with("AGFubgBzZWNyZXQ=") => "235 welcome",
            ("AUTH", _) => "535 wrong",
            ("RCPT", SmtpBehavior::RefusesRecipients) if line.contains("nobody") => "550 no such user",
            ("RCPT", SmtpBehavior::IsBusy) => "451 later",
            ("RCPT", _) => {
                mail.recipients.push(line[8..].trim_matches(['<', '>', ':', ' ']).to_owned());
                "250 fine"
            }
            ("DATA", _) => {
                say("354 go on").await;
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    mail.text.push_str(&line);
                    mail.text.push('\n');
                }
                mails.lock().unwrap().push(std::mem::take(&mut mail));
                match manner {
                    SmtpBehavior::HangsAtTheEnd => std::future::pending::<()>().await,
                    SmtpBehavior::ClosesAtTheEnd => return,
                    _ => {}
                }
                "250 taken"
            }
            ("QUIT", SmtpBehavior::NeverSaysGoodbye) => std::future::pending().await,
            ("QUIT", _) => "221 bye",
            _ => "250 fine",
        };
        if !say(answer).await {
            return;
        }
    }
}
