//! The verbs that every kind of control has. Their help names the kind.

use std::fmt;
use std::marker::PhantomData;

use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

use super::apply::Apply;
use super::delete::Delete;
use super::get::Get;
use super::kind::{Control, Kind};
use super::list::List;
use crate::session::{Outcome, Session};

#[derive(Subcommand, Debug)]
enum Verb {
    #[command(visible_alias = "ls")]
    List(List),
    Get(Get),
    Apply(Apply),
    #[command(visible_alias = "rm")]
    Delete(Delete),
}

/// The verbs of a kind of control.
pub(in crate::command) struct Verbs<K> {
    verb: Verb,
    kind: PhantomData<fn() -> K>,
}

impl<K: Kind> Verbs<K> {
    pub(in crate::command) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::List(verb) => verb.run(session, K::CONTROL).await,
            Verb::Get(verb) => verb.run(session, K::CONTROL).await,
            Verb::Apply(verb) => verb.run(session, K::CONTROL).await,
            Verb::Delete(verb) => verb.run(session, K::CONTROL).await,
        }
    }

    fn of(verb: Verb) -> Self {
        Self { verb, kind: PhantomData }
    }
}

impl<K> fmt::Debug for Verbs<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verb.fmt(f)
    }
}

impl<K: Kind> FromArgMatches for Verbs<K> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Verb::from_arg_matches(matches).map(Self::of)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        Verb::from_arg_matches_mut(matches).map(Self::of)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.verb.update_from_arg_matches(matches)
    }
}

impl<K: Kind> Subcommand for Verbs<K> {
    fn augment_subcommands(command: Command) -> Command {
        with_help(Verb::augment_subcommands(command), K::CONTROL)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        with_help(Verb::augment_subcommands_for_update(command), K::CONTROL)
    }

    fn has_subcommand(name: &str) -> bool {
        Verb::has_subcommand(name)
    }
}

/// Replaces the help of the verbs by that of a kind.
fn with_help(command: Command, control: &Control) -> Command {
    let Control { noun, one, many, example, .. } = control;
    let help = [
        ("list", format!("List {many}"), format!("  refrain {noun} list\n  refrain {noun} list -o yaml")),
        (
            "get",
            format!("Show a {one}; `-o yaml` prints the document that `refrain {noun} apply` takes"),
            format!("  refrain {noun} get {example}\n  refrain {noun} get {example} -o yaml > {example}.yaml"),
        ),
        (
            "apply",
            format!("Create or update {many} as files of YAML, TOML or JSON state"),
            format!("  refrain {noun} apply -f {example}.yaml --dry-run\n  refrain {noun} apply -f {example}.yaml"),
        ),
        (
            "delete",
            format!("Delete {many}"),
            format!("  refrain {noun} delete {example}\n  refrain {noun} delete {example} other --yes"),
        ),
    ];
    help.into_iter().fold(command, |command, (verb, about, examples)| {
        command.mut_subcommand(verb, |verb| verb.about(about).after_help(format!("Examples:\n{examples}")))
    })
}
