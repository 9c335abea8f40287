//! Primary expressions: constants, names, lists, maps and expressions in parentheses.

use super::constant::Constant;
use super::parse::{Node, Parsed, Parser};
use super::syntax_error::SyntaxError;
use super::term::Term;
use super::token::Token;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parsed {
        let at = self.next;
        let Some(token) = self.peek().cloned() else {
            return Err(self.syntax_error("unexpected end of the expression"));
        };
        self.next += 1;
        let constant = match token {
            Token::Int(number) => match i64::try_from(number) {
                Ok(number) => Constant::Int(number),
                Err(_) => return Err(self.syntax_error_at(at, format!("{number} is too large; write {number}u"))),
            },
            Token::Uint(number) => Constant::Uint(number),
            Token::Double(number) => Constant::Double(number),
            Token::Text(text) => Constant::Text(text),
            Token::Sign("(") => {
                let inner = self.expression()?;
                self.expect(")")?;
                return Ok(inner);
            }
            Token::Sign("[") => return self.list(),
            Token::Sign("{") => return self.map(),
            Token::Sign(sign) => return Err(self.syntax_error_at(at, format!("unexpected `{sign}`"))),
            Token::Name(name) => match name.as_str() {
                "true" => Constant::Bool(true),
                "false" => Constant::Bool(false),
                "null" => Constant::Null,
                _ => return self.named(at, name),
            },
        };
        Ok(Node { term: Term::Constant(constant), height: 1 })
    }

    fn named(&mut self, at: usize, name: String) -> Parsed {
        if self.takes("(") {
            if name == "has" {
                return self.has();
            }
            let mut arguments = Vec::new();
            self.list_until(")", |parser| {
                let argument = parser.expression()?;
                arguments.push(argument);
                Ok(())
            })?;
            return self.call(at, &name, arguments);
        }
        if let Some(number) = self.bound.iter().rposition(|bound| *bound == name) {
            return Ok(Node { term: Term::Bound(number), height: 1 });
        }
        Ok(Node { term: Term::Fact(self.fact(at, name)?), height: 1 })
    }

    /// Returns the fact for a name with its members.
    fn fact(&mut self, at: usize, mut name: String) -> Result<usize, SyntaxError> {
        loop {
            if let Some(number) = self.names.iter().position(|known| *known == name) {
                return Ok(number);
            }
            let prefix = format!("{name}.");
            let members: Vec<&str> = self.names.iter().filter_map(|known| known.strip_prefix(&prefix)).collect();
            let problem = match name.rsplit_once('.') {
                _ if !members.is_empty() => format!("{name} is not a value; it has {}", members.join(", ")),
                None => format!("unknown name {name}; expected {}", roots(self.names)),
                Some((of, member)) => {
                    let prefix = format!("{of}.");
                    let known: Vec<&str> = self.names.iter().filter_map(|known| known.strip_prefix(&prefix)).collect();
                    format!("{of} has no {member}; it has {}", known.join(", "))
                }
            };
            if members.is_empty() || !self.takes(".") {
                return Err(self.syntax_error_at(at, problem));
            }
            name = format!("{prefix}{}", self.name()?);
        }
    }

    /// Parses `has(a.b)`: tests only the last member of the path.
    fn has(&mut self) -> Parsed {
        let at = self.next;
        let inner = self.expression()?;
        self.expect(")")?;
        let term = match inner.term {
            Term::Member(of, name) => Term::HasMember(of, name),
            Term::Fact(number) => Term::HasFact(number),
            _ => return Err(self.syntax_error_at(at, "has() takes a member, such as has(payload.amount)")),
        };
        Ok(Node { term, height: inner.height })
    }

    fn list(&mut self) -> Parsed {
        let (mut terms, mut height) = (Vec::new(), 0);
        self.list_until("]", |parser| {
            let node = parser.expression()?;
            height = height.max(node.height);
            terms.push(node.term);
            Ok(())
        })?;
        let constants: Option<Vec<Constant>> = terms
            .iter()
            .map(|term| if let Term::Constant(constant) = term { Some(constant.clone()) } else { None })
            .collect();
        let term = constants.map_or(Term::List(terms), |constants| Term::Constant(Constant::List(constants)));
        self.node(term, height)
    }

    fn map(&mut self) -> Parsed {
        let (mut entries, mut height) = (Vec::new(), 0);
        self.list_until("}", |parser| {
            let key = parser.expression()?;
            parser.expect(":")?;
            let value = parser.expression()?;
            height = height.max(key.height).max(value.height);
            entries.push((key.term, value.term));
            Ok(())
        })?;
        self.node(Term::Map(entries), height)
    }
}

/// Returns the first parts of all names, each once.
fn roots(names: &[&'static str]) -> String {
    let mut roots: Vec<&str> = names.iter().filter_map(|name| name.split('.').next()).collect();
    roots.dedup();
    roots.join(", ")
}
