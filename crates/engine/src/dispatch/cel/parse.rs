//! Builds a tree from tokens. Every name is resolved here, so that a misspelled name is rejected when a rule is
//! saved and not when the rule is evaluated.

use super::constant::Constant;
use super::function::Function;
use super::syntax_error::SyntaxError;
use super::term::{Loop, LoopParts, Operator, Term};
use super::token::{Token, tokenize};

/// Maximum length of an expression in bytes.
pub const EXPRESSION_BYTES_MAX: usize = 4_096;
/// Maximum height of a tree. The limit exists because evaluation is recursive.
pub const HEIGHT_MAX: usize = 64;
/// Maximum nesting of parentheses and brackets. The limit exists because parsing is recursive.
const NESTING_MAX: usize = 24;

/// Reserved words of the language.
const RESERVED: [&str; 17] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// Parses a whole text.
pub(super) fn parse(text: &str, names: &'static [&'static str]) -> Result<Term, SyntaxError> {
    if text.len() > EXPRESSION_BYTES_MAX {
        let problem = format!("the expression has {} bytes; the maximum is {EXPRESSION_BYTES_MAX}", text.len());
        return Err(SyntaxError::new(text, 0, problem));
    }
    let mut parser = Parser { text, tokens: tokenize(text)?, next: 0, names, bound: Vec::new(), nesting: 0 };
    let node = parser.expression()?;
    match parser.peek() {
        None => Ok(node.term),
        Some(_) => Err(parser.syntax_error("unexpected text after the end of the expression")),
    }
}

pub(super) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(usize, Token)>,
    pub(super) next: usize,
    pub(super) names: &'static [&'static str],
    /// Names of loop variables, the innermost last.
    pub(super) bound: Vec<String>,
    nesting: usize,
}

/// A tree with its height.
pub(super) struct Node {
    pub(super) term: Term,
    pub(super) height: usize,
}

pub(super) type Parsed = Result<Node, SyntaxError>;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed {
        self.nesting += 1;
        if self.nesting > NESTING_MAX {
            return Err(self.syntax_error(format!("brackets are nested more than {NESTING_MAX} levels deep")));
        }
        let question = self.parse_or()?;
        let node = if self.takes("?") {
            let yes = self.parse_or()?;
            self.expect(":")?;
            let no = self.expression()?;
            let height = question.height.max(yes.height).max(no.height);
            self.node(Term::If(Box::new([question.term, yes.term, no.term])), height)?
        } else {
            question
        };
        self.nesting -= 1;
        Ok(node)
    }

    fn parse_or(&mut self) -> Parsed {
        self.parse_joined("||", Self::parse_and, Term::Or)
    }

    fn parse_and(&mut self) -> Parsed {
        self.parse_joined("&&", |parser| parser.binary(0), Term::And)
    }

    /// Parses operands with the same operator between them. However many there are, the tree grows by one level.
    fn parse_joined(&mut self, sign: &str, part: fn(&mut Self) -> Parsed, join: fn(Vec<Term>) -> Term) -> Parsed {
        let first = part(self)?;
        let (mut height, mut terms) = (first.height, vec![first.term]);
        while self.takes(sign) {
            let next = part(self)?;
            height = height.max(next.height);
            terms.push(next.term);
        }
        match terms.pop() {
            Some(only) if terms.is_empty() => Ok(Node { term: only, height }),
            last => {
                terms.extend(last);
                self.node(join(terms), height)
            }
        }
    }

    fn binary(&mut self, rank: u8) -> Parsed {
        const RANK_MAX: u8 = 2;
        let operand = |parser: &mut Self| if rank == RANK_MAX { parser.unary() } else { parser.binary(rank + 1) };
        let mut left = operand(self)?;
        while let Some(operator) = self.operator().filter(|operator| operator.rank() == rank) {
            self.next += 1;
            let right = operand(self)?;
            let height = left.height.max(right.height);
            left = self.node(Term::Binary(operator, Box::new([left.term, right.term])), height)?;
        }
        Ok(left)
    }

    fn operator(&self) -> Option<Operator> {
        match self.peek()? {
            Token::Sign(sign) => Operator::of(sign),
            Token::Name(name) if name == "in" => Some(Operator::In),
            Token::Name(_) | Token::Int(_) | Token::Uint(_) | Token::Double(_) | Token::Text(_) => None,
        }
    }

    fn unary(&mut self) -> Parsed {
        let start = self.next;
        let sign = if self.takes("!") {
            "!"
        } else if self.takes("-") {
            "-"
        } else {
            return self.member();
        };
        while self.takes(sign) {}
        let count = self.next - start;
        // The smallest integer has no positive counterpart, so its sign is parsed as part of the number.
        if let (1, "-", Some(Token::Int(number))) = (count, sign, self.peek())
            && let Some(number) = 0_i64.checked_sub_unsigned(*number)
        {
            self.next += 1;
            return self.members(Node { term: Term::Constant(Constant::Int(number)), height: 1 });
        }
        let mut node = self.member()?;
        for _ in 0..count {
            let term = Box::new(node.term);
            node = self.node(if sign == "!" { Term::Not(term) } else { Term::Negative(term) }, node.height)?;
        }
        Ok(node)
    }

    fn member(&mut self) -> Parsed {
        let node = self.primary()?;
        self.members(node)
    }

    /// Parses what follows a value: members, calls and indices.
    fn members(&mut self, mut node: Node) -> Parsed {
        loop {
            if self.takes("[") {
                let index = self.expression()?;
                self.expect("]")?;
                let height = node.height.max(index.height);
                node = self.node(Term::Index(Box::new([node.term, index.term])), height)?;
            } else if self.takes(".") {
                let at = self.next;
                let name = self.name()?;
                node = if self.takes("(") { self.method(at, node, &name)? } else { self.of(node, name)? };
            } else {
                return Ok(node);
            }
        }
    }

    fn of(&mut self, node: Node, name: String) -> Parsed {
        self.node(Term::Member(Box::new(node.term), name), node.height)
    }

    fn method(&mut self, at: usize, target: Node, name: &str) -> Parsed {
        if let Some(kind) = Loop::of(name) {
            return self.parse_loop(kind, target);
        }
        let mut arguments = vec![target];
        self.list_until(")", |parser| {
            let argument = parser.expression()?;
            arguments.push(argument);
            Ok(())
        })?;
        self.call(at, name, arguments)
    }

    fn parse_loop(&mut self, kind: Loop, over: Node) -> Parsed {
        let at = self.next;
        let name = self.name()?;
        if self.names.iter().any(|known| *known == name) || RESERVED.contains(&name.as_str()) {
            return Err(self.syntax_error_at(at, format!("the name {name} is already taken")));
        }
        self.expect(",")?;
        self.bound.push(name);
        let first = self.expression()?;
        let (only, body) =
            if kind == Loop::Map && self.takes(",") { (Some(first), self.expression()?) } else { (None, first) };
        self.expect(")")?;
        self.bound.pop();
        let height = over.height.max(body.height).max(only.as_ref().map_or(0, |only| only.height));
        let parts = LoopParts { over: over.term, only: only.map(|only| only.term), body: body.term };
        self.node(Term::Loop(kind, Box::new(parts)), height)
    }

    pub(super) fn call(&mut self, at: usize, name: &str, arguments: Vec<Node>) -> Parsed {
        let height = arguments.iter().map(|node| node.height).max().unwrap_or(0);
        let function = Function::of(name, arguments.len()).map_err(|problem| self.syntax_error_at(at, problem))?;
        self.node(Term::Call(function, arguments.into_iter().map(|node| node.term).collect()), height)
    }

    /// Parses items separated by commas. A trailing comma is allowed.
    pub(super) fn list_until(
        &mut self,
        end: &'static str,
        mut item: impl FnMut(&mut Self) -> Result<(), SyntaxError>,
    ) -> Result<(), SyntaxError> {
        while !self.takes(end) {
            item(self)?;
            if !self.takes(",") {
                return self.expect(end);
            }
        }
        Ok(())
    }

    pub(super) fn node(&self, term: Term, below: usize) -> Parsed {
        if below >= HEIGHT_MAX {
            return Err(self.syntax_error(format!("the expression is more than {HEIGHT_MAX} levels deep")));
        }
        Ok(Node { term, height: below + 1 })
    }

    pub(super) fn name(&mut self) -> Result<String, SyntaxError> {
        match self.peek() {
            Some(Token::Name(name)) => {
                let name = name.clone();
                self.next += 1;
                Ok(name)
            }
            _ => Err(self.syntax_error("expected a name")),
        }
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    /// Consumes a symbol if it is the next token.
    pub(super) fn takes(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.next += usize::from(is_next);
        is_next
    }

    pub(super) fn expect(&mut self, sign: &'static str) -> Result<(), SyntaxError> {
        if self.takes(sign) { Ok(()) } else { Err(self.syntax_error(format!("expected `{sign}`"))) }
    }

    pub(super) fn syntax_error(&self, problem: impl Into<String>) -> SyntaxError {
        self.syntax_error_at(self.next, problem)
    }

    pub(super) fn syntax_error_at(&self, token: usize, problem: impl Into<String>) -> SyntaxError {
        let at = self.tokens.get(token).map_or(self.text.len(), |(at, _)| *at);
        SyntaxError::new(self.text, at, problem)
    }
}
