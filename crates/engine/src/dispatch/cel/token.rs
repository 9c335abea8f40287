//! Splits a text into tokens: names, numbers, strings and symbols, each with its position.

use std::iter::Peekable;
use std::str::CharIndices;

use super::syntax_error::SyntaxError;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    Int(u64),
    Uint(u64),
    Double(f64),
    Text(String),
    Sign(&'static str),
}

/// Symbols, longer ones first, because the first match is taken.
const SIGNS: [&str; 26] = [
    "&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "+", "-", "*", "/", "%", "?", ":", ".", ",", "(", ")", "[", "]",
    "{", "}", "`", "=",
];

/// Splits a text into tokens.
///
/// # Errors
/// At the first character that begins no token, and at an invalid string or number.
pub(super) fn tokenize(text: &str) -> Result<Vec<(usize, Token)>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if first.is_ascii_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let (token, length) = next_token(text, at)?;
            tokens.push((at, token));
            length
        };
        at += length;
    }
    Ok(tokens)
}

fn next_token(text: &str, at: usize) -> Result<(Token, usize), SyntaxError> {
    let rest = &text[at..];
    let bytes = rest.as_bytes();
    let is_quote = |index: usize| bytes.get(index).is_some_and(|byte| matches!(byte, b'"' | b'\''));
    let is_raw = matches!(bytes[0], b'r' | b'R') && is_quote(1);
    if is_quote(0) || is_raw {
        return read_string(rest, is_raw).map_err(|problem| SyntaxError::new(text, at, problem));
    }
    if bytes[0].is_ascii_digit() || (bytes[0] == b'.' && bytes.get(1).is_some_and(u8::is_ascii_digit)) {
        return number(rest).map_err(|problem| SyntaxError::new(text, at, problem));
    }
    if bytes[0].is_ascii_alphabetic() || bytes[0] == b'_' {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if is_quote(length) {
            return Err(SyntaxError::new(text, at, format!("unknown string prefix in {}'…'", &rest[..length])));
        }
        return Ok((Token::Name(rest[..length].to_owned()), length));
    }
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
    match sign {
        Some(sign) => Ok((Token::Sign(sign), sign.len())),
        None => {
            let stray = rest.chars().next().unwrap_or_default();
            Err(SyntaxError::new(text, at, format!("unexpected character {stray:?}")))
        }
    }
}

/// Reads a number and returns it with its length.
fn number(rest: &str) -> Result<(Token, usize), String> {
    let digits = |from: usize, is: fn(&u8) -> bool| {
        let tail = rest.as_bytes().get(from..).unwrap_or_default();
        from + tail.iter().position(|byte| !is(byte)).unwrap_or(tail.len())
    };
    let is_hex = rest.starts_with("0x") || rest.starts_with("0X");
    let mut end = if is_hex { digits(2, u8::is_ascii_hexdigit) } else { digits(0, u8::is_ascii_digit) };
    let whole = &rest[..end];
    let mut is_double = false;
    if !is_hex && rest[end..].starts_with('.') && digits(end + 1, u8::is_ascii_digit) > end + 1 {
        end = digits(end + 1, u8::is_ascii_digit);
        is_double = true;
    }
    if !is_hex && rest[end..].starts_with(['e', 'E']) {
        let signed = end + 1 + usize::from(rest[end + 1..].starts_with(['+', '-']));
        end = digits(signed, u8::is_ascii_digit);
        is_double = true;
    }
    let bad = |text: &str| format!("{text} is not a valid number");
    if is_double {
        let value: f64 = rest[..end].parse().map_err(|_| bad(&rest[..end]))?;
        return if value.is_finite() { Ok((Token::Double(value), end)) } else { Err(bad(&rest[..end])) };
    }
    let value = if is_hex { u64::from_str_radix(&whole[2..], 16) } else { whole.parse() };
    let value = value.map_err(|_| bad(whole))?;
    let is_unsigned = rest[end..].starts_with(['u', 'U']);
    Ok(if is_unsigned { (Token::Uint(value), end + 1) } else { (Token::Int(value), end) })
}

/// Reads a string and returns it without its quotes, with its length in the text.
fn read_string(rest: &str, is_raw: bool) -> Result<(Token, usize), String> {
    let start = usize::from(is_raw);
    let quote = &rest[start..=start];
    let triple = quote.repeat(3);
    let (quote, inside) =
        if rest[start..].starts_with(&triple) { (triple.as_str(), start + 3) } else { (quote, start + 1) };
    let mut value = String::new();
    let mut chars = rest[inside..].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if rest[inside + at..].starts_with(quote) {
            return Ok((Token::Text(value), inside + at + quote.len()));
        }
        match c {
            '\\' if !is_raw => value.push(read_escape(&mut chars)?),
            '\n' | '\r' if quote.len() == 1 => break,
            c => value.push(c),
        }
    }
    Err(format!("unterminated string: expected {quote}"))
}

/// Reads the characters after a backslash.
fn read_escape(chars: &mut Peekable<CharIndices<'_>>) -> Result<char, String> {
    let Some((_, c)) = chars.next() else { return Err("the string ends after a backslash".to_owned()) };
    let mut digits = |count: usize, radix: u32, first: Option<char>| {
        let mut code = first.and_then(|c| c.to_digit(radix)).unwrap_or(0);
        for _ in 0..count {
            let digit = chars.next().and_then(|(_, c)| c.to_digit(radix));
            code = digit.and_then(|digit| code.checked_mul(radix)?.checked_add(digit))?;
        }
        char::from_u32(code)
    };
    let found = match c {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        'a' => Some('\u{7}'),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'v' => Some('\u{b}'),
        '\\' | '"' | '\'' | '`' | '?' => Some(c),
        'x' | 'X' => digits(2, 16, None),
        'u' => digits(4, 16, None),
        'U' => digits(8, 16, None),
        '0'..='3' => digits(2, 8, Some(c)),
        _ => None,
    };
    found.ok_or_else(|| format!("invalid escape sequence \\{c}"))
}
