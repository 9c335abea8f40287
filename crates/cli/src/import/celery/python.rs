//! Reads literals of Python: dictionaries, lists, texts, numbers and calls such as `crontab(hour=7)`.
//!
//! Nothing is run. What is not a literal becomes [`Literal::Other`], and the entry that contains it is refused.

/// A value and its position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    /// Byte offset in the text.
    pub(super) at: usize,
    pub(super) literal: Literal,
}

/// A literal of Python.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Literal {
    None,
    Bool(bool),
    Number(f64),
    Text(String),
    /// A list, tuple or set.
    List(Vec<Value>),
    Table(Vec<(Value, Value)>),
    Call {
        name: String,
        positional: Vec<Value>,
        named: Vec<(String, Value)>,
    },
    /// Any other expression, as text.
    Other(String),
}

/// An assignment to a name: `name = value`, `name['key'] = value`, or `name=value` in a call.
#[derive(Debug, PartialEq)]
pub(super) struct Assignment {
    /// Last part of the name.
    pub(super) name: String,
    pub(super) key: Option<String>,
    pub(super) value: Value,
}

/// Maximum nesting depth of a value.
const DEPTH_MAX: usize = 32;

/// Returns the assignments of a module to the names that are wanted, with their values.
pub(super) fn assignments(text: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<Assignment> {
    let mut reader = Reader { text, at: 0 };
    let mut found = Vec::new();
    loop {
        reader.skip_blanks();
        let Some(c) = reader.peek() else { return found };
        let before = reader.at;
        if is_name_start(c) && !reader.is_string() {
            let name = reader.name();
            let last = name.rsplit('.').next().unwrap_or_default().to_owned();
            if is_wanted(&last)
                && let Some(assignment) = reader.assignment(last)
            {
                found.push(assignment);
            }
        } else if c == '"' || c == '\'' || reader.is_string() {
            reader.string();
        }
        if reader.at == before {
            reader.at += c.len_utf8();
        }
    }
}

/// Reads a single value that is the whole text.
pub(super) fn value(text: &str) -> Option<Value> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.expression(0)?;
    reader.skip_blanks();
    reader.peek().is_none().then_some(value)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads a character if it is next, after blanks.
    fn take(&mut self, expected: &str) -> bool {
        self.skip_blanks();
        let is_next = self.rest().starts_with(expected);
        if is_next {
            self.at += expected.len();
        }
        is_next
    }

    /// Skips spaces, line breaks and comments.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n', '\\']);
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with('#') {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// Reads a name with dots.
    fn name(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Returns whether a text begins here, perhaps with a prefix such as `r`.
    fn is_string(&self) -> bool {
        let rest = self.rest();
        let prefix = rest.find(['"', '\'']).filter(|end| *end <= 2);
        prefix.is_some_and(|end| rest[..end].chars().all(|c| "rRbBuUfF".contains(c)))
    }

    /// Reads what follows a wanted name, if it is an assignment.
    fn assignment(&mut self, name: String) -> Option<Assignment> {
        let start = self.at;
        let mut key = None;
        if self.take("[") {
            key = match self.expression(0) {
                Some(Value { literal: Literal::Text(text), .. }) if self.take("]") => Some(text),
                _ => None,
            };
        }
        if self.take("=")
            && !self.rest().starts_with('=')
            && (key.is_some() || !self.text[start..self.at].contains('['))
            && let Some(value) = self.expression(0)
        {
            return Some(Assignment { name, key, value });
        }
        self.at = start;
        None
    }

    /// Reads a value with the arithmetic that follows it, such as `60 * 5`.
    fn expression(&mut self, depth: usize) -> Option<Value> {
        let mut value = self.operand(depth)?;
        loop {
            self.skip_blanks();
            let operator = self.peek().filter(|c| "+-*/".contains(*c));
            let Some(operator) = operator else { return Some(value) };
            self.at += operator.len_utf8();
            let right = self.operand(depth)?;
            value.literal = match (operator, value.literal, right.literal) {
                ('+', Literal::Number(left), Literal::Number(right)) => Literal::Number(left + right),
                ('-', Literal::Number(left), Literal::Number(right)) => Literal::Number(left - right),
                ('*', Literal::Number(left), Literal::Number(right)) => Literal::Number(left * right),
                ('/', Literal::Number(left), Literal::Number(right)) => Literal::Number(left / right),
                _ => Literal::Other(self.text[value.at..self.at].to_owned()),
            };
        }
    }

    fn operand(&mut self, depth: usize) -> Option<Value> {
        self.skip_blanks();
        let at = self.at;
        let first = self.peek().filter(|_| depth < DEPTH_MAX)?;
        let literal = match first {
            '{' => self.braces(depth)?,
            '[' => Literal::List(self.items("[", "]", depth)?.0),
            '(' => {
                let (mut items, has_comma) = self.items("(", ")", depth)?;
                match items.pop() {
                    // Parentheses around one value are not a tuple.
                    Some(only) if items.is_empty() && !has_comma => only.literal,
                    last => Literal::List(items.into_iter().chain(last).collect()),
                }
            }
            _ if self.is_string() => {
                let mut text = self.string()?;
                // Texts beside each other are one text.
                loop {
                    self.skip_blanks();
                    if !self.is_string() {
                        break Literal::Text(text);
                    }
                    text.push_str(&self.string()?);
                }
            }
            '-' | '+' => {
                self.at += 1;
                match self.operand(depth + 1)?.literal {
                    Literal::Number(number) => Literal::Number(if first == '-' { -number } else { number }),
                    _ => Literal::Other(self.text[at..self.at].to_owned()),
                }
            }
            c if c.is_ascii_digit() || c == '.' => self.number()?,
            c if is_name_start(c) => self.name_or_call(depth)?,
            _ => return None,
        };
        Some(Value { at, literal })
    }

    fn number(&mut self) -> Option<Literal> {
        let rest = self.rest();
        let is_part = |(index, c): (usize, char)| {
            let is_sign = (c == '-' || c == '+') && rest[..index].ends_with(['e', 'E']);
            !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || is_sign)
        };
        let end = rest.char_indices().find(|pair| is_part(*pair)).map_or(rest.len(), |(index, _)| index);
        self.at += end;
        rest[..end].replace('_', "").parse().ok().map(Literal::Number)
    }

    fn name_or_call(&mut self, depth: usize) -> Option<Literal> {
        let name = self.name().to_owned();
        match name.as_str() {
            "None" => return Some(Literal::None),
            "True" => return Some(Literal::Bool(true)),
            "False" => return Some(Literal::Bool(false)),
            _ => {}
        }
        if !self.rest().starts_with('(') {
            return Some(Literal::Other(name));
        }
        self.at += 1;
        let (mut positional, mut named) = (Vec::new(), Vec::new());
        while !self.take(")") {
            self.skip_blanks();
            let start = self.at;
            let argument = self.name().to_owned();
            if !argument.is_empty() && self.take("=") && !self.rest().starts_with('=') {
                named.push((argument, self.expression(depth + 1)?));
            } else {
                self.at = start;
                positional.push(self.expression(depth + 1)?);
            }
            if !self.take(",") && !self.rest().starts_with(')') {
                return None;
            }
        }
        let name = name.rsplit('.').next().unwrap_or_default().to_owned();
        Some(Literal::Call { name, positional, named })
    }

    /// Reads the items between brackets, and whether a comma follows the last one.
    fn items(&mut self, open: &str, close: &str, depth: usize) -> Option<(Vec<Value>, bool)> {
        self.take(open);
        let (mut items, mut has_comma) = (Vec::new(), false);
        while !self.take(close) {
            items.push(self.expression(depth + 1)?);
            has_comma = self.take(",");
            if !has_comma && !self.rest().starts_with(close) {
                return None;
            }
        }
        Some((items, has_comma))
    }

    /// Reads a dictionary or a set.
    fn braces(&mut self, depth: usize) -> Option<Literal> {
        self.take("{");
        let (mut entries, mut items) = (Vec::new(), Vec::new());
        while !self.take("}") {
            let first = self.expression(depth + 1)?;
            if self.take(":") {
                entries.push((first, self.expression(depth + 1)?));
            } else {
                items.push(first);
            }
            if !self.take(",") && !self.rest().starts_with('}') {
                return None;
            }
        }
        match (entries.is_empty(), items.is_empty()) {
            (_, true) => Some(Literal::Table(entries)),
            (true, false) => Some(Literal::List(items)),
            (false, false) => None,
        }
    }

    /// Reads one text. Returns `None` for a text with expressions in it, or without an end.
    fn string(&mut self) -> Option<String> {
        let rest = self.rest();
        let quote_at = rest.find(['"', '\''])?;
        let (prefix, rest) = rest.split_at(quote_at);
        let single = &rest[..1];
        let quote = if rest.starts_with(&single.repeat(3)) { single.repeat(3) } else { single.to_owned() };
        let is_raw = prefix.contains(['r', 'R']);
        let mut text = String::new();
        let mut chars = rest.char_indices().skip(quote.len());
        while let Some((index, c)) = chars.next() {
            if rest[index..].starts_with(&quote) {
                self.at += quote_at + index + quote.len();
                return (!prefix.contains(['f', 'F'])).then_some(text);
            }
            match c {
                '\n' if quote.len() == 1 => break,
                '\\' if !is_raw => match chars.next()?.1 {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'r' => text.push('\r'),
                    '\n' => {}
                    other @ ('\\' | '\'' | '"') => text.push(other),
                    other => text.extend(['\\', other]),
                },
                c => text.push(c),
            }
        }
        self.at += quote_at + quote.len();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(text: &str) -> Literal {
        value(text).unwrap().literal
    }

    fn text(text: &str) -> Literal {
        Literal::Text(text.to_owned())
    }

    #[test]
    fn literals_are_read() {
        assert_eq!(literal("60 * 5.5"), Literal::Number(330.0));
        assert_eq!(literal("-1_000e-1"), Literal::Number(-100.0));
        assert_eq!(literal("('a' \"b\\n\"  # c\n 'd')"), text("ab\nd"));
        assert_eq!(literal("r'\\d'"), text("\\d"));
        assert_eq!(literal("'''a\n'b' '''"), text("a\n'b' "));
        assert_eq!(literal("None"), Literal::None);
        let Literal::List(tuple) = literal("(16,)") else { panic!("not a tuple") };
        assert_eq!((tuple.len(), &tuple[0].literal), (1, &Literal::Number(16.0)));
        assert_eq!(literal("{}"), Literal::Table(Vec::new()));
        assert!(matches!(literal("{1, 2}"), Literal::List(items) if items.len() == 2));
        let Literal::Call { name, positional, named } = literal("schedules.crontab(0, hour='*/3',)") else {
            panic!("not a call")
        };
        assert_eq!((name.as_str(), positional.len(), named[0].0.as_str()), ("crontab", 1, "hour"));
        assert_eq!(literal("settings.EVERY"), Literal::Other("settings.EVERY".to_owned()));
        assert!(matches!(literal("[x + 1]"), Literal::List(items) if matches!(items[0].literal, Literal::Other(_))));
    }

    #[test]
    fn texts_that_are_no_literals_are_refused() {
        for wrong in ["", "{", "{'a': }", "[1 2]", "'a", "f'{x}'", "lambda: 1", "a if b else c", "{'a': 1, 2}", "1 +"] {
            assert_eq!(value(wrong), None, "{wrong}");
        }
        assert_eq!(value(&"[".repeat(100_000)), None);
    }

    #[test]
    fn assignments_are_found_in_a_module() {
        let module = "# beat_schedule = {}\nx = 'beat_schedule = 1'\napp.conf.beat_schedule = {'a': 1}\n\
                      app.conf.update(\n    timezone='Europe/Oslo',\n    beat_schedule={\n 'b': 2 },\n)\n\
                      app.conf.beat_schedule['c'] = 3\nif beat_schedule == 4:\n    beat_schedule[x] = 5\n";
        let found = assignments(module, |name| name == "beat_schedule" || name == "timezone");
        let shown: Vec<_> =
            found.iter().map(|found| (found.name.as_str(), found.key.as_deref(), found.value.at)).collect();
        assert_eq!(shown[0], ("beat_schedule", None, 70));
        assert_eq!(shown[1].0, "timezone");
        assert_eq!((shown[2].0, shown[3].1), ("beat_schedule", Some("c")));
        assert_eq!(shown.len(), 4);
    }
}
