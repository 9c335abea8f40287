//! `refrain top`: a live view of a server.
//!
//! A task asks the server at intervals and a thread reads the keyboard. Both send to this loop, which changes the
//! [`State`] and draws it: [`draw`] turns a state and a size into a screen, and knows neither a server nor a terminal.

mod details;
mod draw;
mod fleet;
mod keyboard;
mod keys;
mod message;
mod poll;
mod rows;
mod screen;
mod state;
#[cfg(test)]
mod tests;

use std::time::Duration;

use clap::Args;
use crossterm::event::Event;
use refrain_client::{Client, RetryPolicy};
use tokio::sync::{mpsc, watch};

use self::keyboard::Keyboard;
use self::keys::Effect;
use self::message::{Message, Wish};
use self::poll::Poller;
use self::screen::Screen;
use self::state::State;
use crate::clock;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interrupts;
use crate::output::{Format, Style};
use crate::session::{Outcome, SessionArgs};
use crate::terminal::{Keyboard as KeyboardOwner, LiveTerminal, Size};

/// Timeout of a request. A server that takes longer counts as away.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval at which texts such as `5s ago` are drawn again.
const REDRAW_EVERY: Duration = Duration::from_secs(1);
/// Maximum number of messages that wait to be drawn.
const MESSAGES_MAX: usize = 64;

/// Watch load, nodes, and the schedules that need attention
#[derive(Args, Debug)]
#[command(after_help = "Keys: up/down select, enter details, p pause or resume, r run now, / filter, a all schedules,
s sort, q quit.

Examples:
  refrain top
  refrain top --every 10 --context prod")]
pub struct Top {
    /// Interval between requests, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=300))]
    every: u16,
    #[command(flatten)]
    session: SessionArgs,
}

impl Top {
    pub(super) async fn run(&self) -> Outcome {
        let output = &self.session.output;
        if output.output != Format::Table || output.watch.is_some() {
            return Err(Failure::usage("`refrain top` is a view for people and has no other formats")
                .with_hint("use `refrain stats -o json`, or `refrain events -o json`"));
        }
        if !LiveTerminal::is_available() {
            return Err(Failure::usage("`refrain top` needs a terminal that can be drawn on, found none or TERM=dumb")
                .with_hint("use `refrain stats --watch`"));
        }
        let builder = self.session.connection.client_builder()?;
        // A retry would delay the message that the server is away. The next request follows soon anyway.
        let client = builder.timeout(REQUEST_TIMEOUT).retries(RetryPolicy::never()).build()?;
        self.show(client).await
    }

    async fn show(&self, client: Client) -> Outcome {
        let mut interrupts = Interrupts::new()?;
        let mut terminal = LiveTerminal::enter(KeyboardOwner::Command)?;
        let mut keyboard = Keyboard::start();
        let (sender, mut messages) = mpsc::channel(MESSAGES_MAX);
        let (wish, wishes) = watch::channel(Wish::default());
        let every = Duration::from_secs(u64::from(self.every));
        let poller = tokio::spawn(Poller::new(client.clone(), every).run(wishes, sender.clone()));
        let mut state = State::new(client.url(), every, clock::now());
        let mut shown: Option<Screen> = None;
        let mut redraw = tokio::time::interval(REDRAW_EVERY);
        let done = loop {
            state.now = clock::now();
            let screen = draw::draw(&mut state, Size::of_terminal());
            terminal.draw(&screen.changes(shown.as_ref(), Style::of_terminal(true)))?;
            shown = Some(screen);
            wish.send_if_modified(|wish| replace(wish, state.wish()));
            tokio::select! {
                event = keyboard.next() => match event {
                    None => break Err(Failure::silent(Exit::Interrupted)),
                    Some(Event::Resize(..)) => shown = None,
                    Some(Event::Key(key)) => match keys::press(&mut state, key) {
                        Effect::None => {}
                        Effect::Quit => break Ok(()),
                        Effect::Interrupt => break Err(Failure::silent(Exit::Interrupted)),
                        Effect::Redraw => shown = None,
                        Effect::Request(request) => {
                            tokio::spawn(poll::answer(client.clone(), request, sender.clone()));
                        }
                    },
                    Some(_) => {}
                },
                Some(message) = messages.recv() => take(&mut state, message)?,
                _ = redraw.tick() => {}
                () = interrupts.next() => break Err(Failure::silent(Exit::Interrupted)),
            }
        };
        poller.abort();
        done
    }
}

/// Takes over an answer of the server. A server that refuses the very first request ends the command: there is nothing
/// to show.
fn take(state: &mut State, message: Message) -> Outcome {
    match message {
        Message::Fleet(Err(error)) if state.fleet.is_none() => Err(error.into()),
        message => {
            state.take(message);
            Ok(())
        }
    }
}

fn replace<T: PartialEq>(old: &mut T, new: T) -> bool {
    let is_new = *old != new;
    *old = new;
    is_new
}
