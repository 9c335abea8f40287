//! The tokens of a phrase, and a reader's position in them.

use super::error::ends_early;
use super::names::{is_month, is_weekday_word};
use super::time;
use super::token::Token;
use crate::error::Error;

/// Splits a text into tokens. A range such as `mon-fri` becomes three: `mon`, `to`, `fri`.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let mut start = 1;
    for (index, c) in text.chars().chain([' ']).enumerate() {
        let is_sign = matches!(c, ',' | ';' | '&' | '+') && !word.contains('/');
        if c.is_whitespace() || is_sign {
            if !word.is_empty() {
                push_word(&mut tokens, &word, start);
                word.clear();
            }
            if is_sign {
                tokens.push(Token::new(&c.to_string(), index + 1));
            }
            continue;
        }
        if word.is_empty() {
            start = index + 1;
        }
        word.push(if c == '–' { '-' } else { c });
    }
    tokens
}

fn push_word(tokens: &mut Vec<Token>, word: &str, column: usize) {
    let whole = Token::new(word, column);
    let Some((left, right)) = whole.text.split_once('-').filter(|(left, right)| is_range(left, right)) else {
        tokens.push(whole);
        return;
    };
    let middle = column + left.chars().count();
    tokens.push(Token::new(left, column));
    if left != "half" && left != "quarter" {
        tokens.push(Token::new("to", middle));
    }
    tokens.push(Token::new(right, middle + 1));
}

fn is_range(left: &str, right: &str) -> bool {
    let is_both = |is: &dyn Fn(&str) -> bool| is(left) && is(right);
    is_both(&is_weekday_word)
        || is_both(&is_month)
        || is_both(&|text| time::is_time(text) || text.parse::<u8>().is_ok())
        || (matches!(left, "half" | "quarter") && right == "hour")
}

/// The tokens and the position of the next one.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    tokens: Vec<Token>,
    next: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, tokens: tokens(text), next: 0 }
    }

    pub(super) fn take(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.next)?.clone();
        self.next += 1;
        Some(token)
    }

    /// Takes the next token, or fails with what was expected.
    pub(super) fn need(&mut self, what: &str) -> Result<Token, Error> {
        self.take().ok_or_else(|| ends_early(what, self.end(), self.text))
    }

    /// The column behind the last token.
    pub(super) fn end(&self) -> usize {
        self.tokens.last().map_or(1, |token| token.column + token.raw.chars().count())
    }

    pub(super) fn peek(&self) -> Option<&str> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&str> {
        self.tokens.get(self.next + ahead).map(|token| token.text.as_str())
    }

    pub(super) fn peek_is(&self, texts: &[&str]) -> bool {
        self.peek().is_some_and(|text| texts.contains(&text))
    }

    /// Skips the next token if it is one of these.
    pub(super) fn skip(&mut self, texts: &[&str]) -> bool {
        let is_there = self.peek_is(texts);
        self.next += usize::from(is_there);
        is_there
    }

    pub(super) fn advance(&mut self, count: usize) {
        self.next += count;
    }

    /// Moves behind commas and `and` if an item of the same list follows.
    pub(super) fn continues(&mut self, is_item: impl Fn(&str) -> bool) -> bool {
        let mut ahead = 0;
        while self.peek_at(ahead).is_some_and(is_connector) {
            ahead += 1;
        }
        // `the 1st and the 15th`, `on monday and on friday`.
        let articles = ahead + usize::from(self.peek_at(ahead) == Some("the"));
        if ahead == 0 || !self.peek_at(articles).is_some_and(is_item) {
            return false;
        }
        self.next += articles;
        true
    }
}

pub(super) fn is_connector(text: &str) -> bool {
    matches!(text, "," | "and" | "or")
}
