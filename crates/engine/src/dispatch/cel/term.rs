//! Syntax tree of an expression, with resolved names.

use super::constant::Constant;
use super::function::Function;

/// A node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    Constant(Constant),
    /// The fact with this index.
    Fact(usize),
    /// The variable of a loop; 0 is the outermost.
    Bound(usize),
    /// A member by name.
    Member(Box<Term>, String),
    /// Whether a member exists.
    HasMember(Box<Term>, String),
    /// Whether a fact is not null.
    HasFact(usize),
    Index(Box<[Term; 2]>),
    Not(Box<Term>),
    Negative(Box<Term>),
    /// True if no operand is false.
    And(Vec<Term>),
    /// True if an operand is true.
    Or(Vec<Term>),
    If(Box<[Term; 3]>),
    Binary(Operator, Box<[Term; 2]>),
    List(Vec<Term>),
    Map(Vec<(Term, Term)>),
    Call(Function, Vec<Term>),
    Loop(Loop, Box<LoopParts>),
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    Unequal,
    In,
    Order(Order),
    Sum(Arithmetic),
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Less,
    AtMost,
    More,
    AtLeast,
}

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// A macro over the elements of a list or the keys of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loop {
    All,
    Exists,
    ExistsOne,
    Filter,
    Map,
}

/// Parts of a loop. The innermost bound name is the element.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LoopParts {
    pub(super) over: Term,
    /// Optional filter: only elements for which this is true are used.
    pub(super) only: Option<Term>,
    pub(super) body: Term,
}

impl Operator {
    pub(super) fn of(sign: &str) -> Option<Self> {
        Some(match sign {
            "==" => Self::Equal,
            "!=" => Self::Unequal,
            "in" => Self::In,
            "<" => Self::Order(Order::Less),
            "<=" => Self::Order(Order::AtMost),
            ">" => Self::Order(Order::More),
            ">=" => Self::Order(Order::AtLeast),
            "+" => Self::Sum(Arithmetic::Add),
            "-" => Self::Sum(Arithmetic::Subtract),
            "*" => Self::Sum(Arithmetic::Multiply),
            "/" => Self::Sum(Arithmetic::Divide),
            "%" => Self::Sum(Arithmetic::Remainder),
            _ => return None,
        })
    }

    /// Returns the precedence. Operators with a higher rank bind tighter.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::Equal | Self::Unequal | Self::In | Self::Order(_) => 0,
            Self::Sum(Arithmetic::Add | Arithmetic::Subtract) => 1,
            Self::Sum(Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Remainder) => 2,
        }
    }
}

impl Order {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }
}

impl Arithmetic {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }
}

impl Loop {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "all" => Self::All,
            "exists" => Self::Exists,
            "exists_one" | "existsOne" => Self::ExistsOne,
            "filter" => Self::Filter,
            "map" => Self::Map,
            _ => return None,
        })
    }
}

impl Term {
    /// Returns whether the result may be a bool. A term that always has another type is not a condition.
    pub(super) fn may_be_bool(&self) -> bool {
        match self {
            Self::Constant(constant) => matches!(constant, Constant::Bool(_)),
            Self::List(_) | Self::Map(_) | Self::Negative(_) => false,
            Self::Binary(operator, _) => operator.rank() == 0,
            Self::Loop(Loop::Filter | Loop::Map, _) => false,
            Self::If(parts) => parts[1].may_be_bool() && parts[2].may_be_bool(),
            Self::Call(function, _) => function.may_be_bool(),
            Self::Fact(_)
            | Self::Bound(_)
            | Self::Member(..)
            | Self::HasMember(..)
            | Self::HasFact(_)
            | Self::Index(_)
            | Self::Not(_)
            | Self::And(_)
            | Self::Or(_)
            | Self::Loop(Loop::All | Loop::Exists | Loop::ExistsOne, _) => true,
        }
    }
}
