//! Evaluates a tree. Each node costs a step, each element of a list at least one, and long strings several.
//! When the steps or the bytes are used up, the evaluation stops, and no `||` can hide that.

use std::borrow::Cow;

use jiff::tz::TimeZone;

use super::arithmetic::{overflow, sum};
use super::budget::{Budget, TOO_LONG, steps_for};
use super::call::call;
use super::compare::{entry, equal, order};
use super::evaluation_error::{Answer, EvaluationError, type_error};
use super::term::{Arithmetic, Loop, LoopParts, Operator, Order, Term};
use super::value::Value;

/// Facts that an expression is evaluated over.
pub trait Facts {
    /// Returns the fact at this index in the list of names.
    fn fact(&self, number: usize) -> Value<'_>;
}

/// An evaluation in progress.
pub(super) struct Evaluation<'a> {
    facts: &'a dyn Facts,
    zone: &'a TimeZone,
    bound: Vec<Value<'a>>,
    budget: Budget,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(facts: &'a dyn Facts, zone: &'a TimeZone) -> Self {
        Self { facts, zone, bound: Vec::new(), budget: Budget::new() }
    }

    pub(super) fn steps_taken(&self) -> u32 {
        self.budget.steps_taken()
    }

    pub(super) fn eval(&mut self, term: &'a Term) -> Answer<'a> {
        self.budget.charge_steps(1)?;
        match term {
            Term::Constant(constant) => Ok(Value::constant(constant)),
            Term::Fact(number) => Ok(self.facts.fact(*number)),
            Term::Bound(number) => Ok(self.bound[*number].clone()),
            Term::Member(of, name) => {
                let of = self.eval(of)?;
                self.member(&of, name)?.ok_or_else(|| EvaluationError::Invalid(format!("there is no member {name}")))
            }
            Term::HasMember(of, name) => {
                let of = self.eval(of)?;
                Ok(Value::Bool(self.member(&of, name)?.is_some()))
            }
            Term::HasFact(number) => Ok(Value::Bool(!matches!(self.facts.fact(*number), Value::Null))),
            Term::Index(parts) => {
                let (of, index) = (self.eval(&parts[0])?, self.eval(&parts[1])?);
                self.index(&of, &index)
            }
            Term::Not(of) => match self.eval(of)? {
                Value::Bool(is) => Ok(Value::Bool(!is)),
                other => Err(type_error("!", &[&other])),
            },
            Term::Negative(of) => match self.eval(of)? {
                Value::Int(number) => number.checked_neg().map(Value::Int).ok_or_else(|| overflow("-")),
                Value::Double(number) => Ok(Value::Double(-number)),
                Value::Length(length) => length.checked_neg().map(Value::Length).ok_or_else(|| overflow("-")),
                other => Err(type_error("-", &[&other])),
            },
            Term::And(terms) => self.eval_logical(terms, false),
            Term::Or(terms) => self.eval_logical(terms, true),
            Term::If(parts) => {
                let question = self.eval(&parts[0])?;
                let is = as_bool("?", &question)?;
                self.eval(if is { &parts[1] } else { &parts[2] })
            }
            Term::Binary(operator, parts) => {
                let (left, right) = (self.eval(&parts[0])?, self.eval(&parts[1])?);
                self.join(*operator, &left, &right)
            }
            Term::List(terms) => {
                let values: Vec<Value<'a>> = terms.iter().map(|term| self.eval(term)).collect::<Result<_, _>>()?;
                self.list(values)
            }
            Term::Map(entries) => self.map(entries),
            Term::Call(function, terms) => {
                let values: Vec<Value<'a>> = terms.iter().map(|term| self.eval(term)).collect::<Result<_, _>>()?;
                call(*function, &values, self.zone, &mut self.budget)
            }
            Term::Loop(kind, parts) => self.eval_loop(*kind, parts),
        }
    }

    /// Evaluates `&&` or `||`. The first decisive operand decides, even after an operand with an error.
    fn eval_logical(&mut self, terms: &'a [Term], decisive: bool) -> Answer<'a> {
        let mut problem = None;
        for term in terms {
            match self.eval(term).and_then(|value| as_bool(if decisive { "||" } else { "&&" }, &value)) {
                Ok(is) if is == decisive => return Ok(Value::Bool(decisive)),
                Ok(_) => {}
                Err(EvaluationError::Invalid(text)) => problem = problem.or(Some(EvaluationError::Invalid(text))),
                Err(EvaluationError::LimitExceeded(what)) => return Err(EvaluationError::LimitExceeded(what)),
            }
        }
        problem.map_or(Ok(Value::Bool(!decisive)), Err)
    }

    fn eval_loop(&mut self, kind: Loop, parts: &'a LoopParts) -> Answer<'a> {
        let over = self.eval(&parts.over)?;
        let Some(count) = over.count() else {
            return Err(EvaluationError::Invalid(format!("{} is not a list or map", over.kind())));
        };
        let keys = over.keys();
        let (mut problem, mut hits, mut kept) = (None, 0, Vec::new());
        for index in 0..count {
            self.budget.charge_steps(1)?;
            let element = match &keys {
                Some(keys) => keys.get(index).cloned(),
                None => over.element(index),
            };
            let element = element.unwrap_or(Value::Null);
            self.bound.push(element.clone());
            let found = self.one(kind, parts);
            self.bound.pop();
            match (kind, found) {
                (_, Err(EvaluationError::LimitExceeded(what))) => return Err(EvaluationError::LimitExceeded(what)),
                (Loop::All, Ok(Some(Value::Bool(false)))) => return Ok(Value::Bool(false)),
                (Loop::Exists, Ok(Some(Value::Bool(true)))) => return Ok(Value::Bool(true)),
                // Another element may still determine the result.
                (Loop::All | Loop::Exists, Err(wrong)) => problem = problem.or(Some(wrong)),
                (Loop::All | Loop::Exists, Ok(_)) => {}
                (Loop::ExistsOne | Loop::Filter | Loop::Map, Err(wrong)) => return Err(wrong),
                (Loop::ExistsOne, Ok(value)) => hits += usize::from(matches!(value, Some(Value::Bool(true)))),
                (Loop::Filter, Ok(value)) => kept.extend(value.map(|_| element)),
                (Loop::Map, Ok(value)) => kept.extend(value),
            }
            self.budget.charge_bytes(kept.len().min(1) * size_of::<Value<'a>>())?;
        }
        match (kind, problem) {
            (_, Some(problem)) => Err(problem),
            (Loop::All, None) => Ok(Value::Bool(true)),
            (Loop::Exists, None) => Ok(Value::Bool(false)),
            (Loop::ExistsOne, None) => Ok(Value::Bool(hits == 1)),
            (Loop::Filter | Loop::Map, None) => Ok(Value::List(kept.into())),
        }
    }

    /// Evaluates a loop for the bound element. Returns `None` if the element is left out.
    fn one(&mut self, kind: Loop, parts: &'a LoopParts) -> Result<Option<Value<'a>>, EvaluationError> {
        if let Some(only) = &parts.only {
            let value = self.eval(only)?;
            if !as_bool("map", &value)? {
                return Ok(None);
            }
        }
        let value = self.eval(&parts.body)?;
        match kind {
            Loop::Map => Ok(Some(value)),
            Loop::All | Loop::Exists | Loop::ExistsOne => {
                as_bool("a loop condition", &value).map(|is| Some(Value::Bool(is)))
            }
            Loop::Filter => as_bool("filter", &value).map(|is| is.then_some(value)),
        }
    }

    fn member(&mut self, of: &Value<'a>, name: &str) -> Result<Option<Value<'a>>, EvaluationError> {
        if of.is_map() {
            return entry(of, &Value::text(name), &mut self.budget.steps_left).ok_or(TOO_LONG);
        }
        Err(EvaluationError::Invalid(format!("{} has no member {name}", of.kind())))
    }

    fn index(&mut self, of: &Value<'a>, index: &Value<'a>) -> Answer<'a> {
        let found = match (of.is_map(), index) {
            (true, key) => entry(of, key, &mut self.budget.steps_left).ok_or(TOO_LONG)?,
            (false, Value::Int(place)) => usize::try_from(*place).ok().and_then(|place| of.element(place)),
            (false, Value::Uint(place)) => usize::try_from(*place).ok().and_then(|place| of.element(place)),
            (false, _) => return Err(type_error("[]", &[of, index])),
        };
        found.ok_or_else(|| EvaluationError::Invalid("there is no element at that index".to_owned()))
    }

    fn map(&mut self, entries: &'a [(Term, Term)]) -> Answer<'a> {
        let mut made: Vec<(Value<'a>, Value<'a>)> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let key = self.eval(key)?;
            for (known, _) in &made {
                if equal(known, &key, &mut self.budget.steps_left).ok_or(TOO_LONG)? {
                    return Err(EvaluationError::Invalid("a map has a duplicate key".to_owned()));
                }
            }
            let value = self.eval(value)?;
            made.push((key, value));
        }
        self.budget.charge_bytes(made.len() * 2 * size_of::<Value<'a>>())?;
        Ok(Value::Map(made.into()))
    }

    fn list(&mut self, values: Vec<Value<'a>>) -> Answer<'a> {
        self.budget.charge_bytes(values.len() * size_of::<Value<'a>>())?;
        Ok(Value::List(values.into()))
    }

    fn join(&mut self, operator: Operator, left: &Value<'a>, right: &Value<'a>) -> Answer<'a> {
        match operator {
            Operator::Equal => self.equal(left, right).map(Value::Bool),
            Operator::Unequal => self.equal(left, right).map(|is| Value::Bool(!is)),
            Operator::In => self.is_in(left, right).map(Value::Bool),
            Operator::Order(asked) => {
                self.budget.charge_text(left)?;
                let Some(found) = order(left, right) else { return Err(type_error(asked.as_str(), &[left, right])) };
                Ok(Value::Bool(match asked {
                    Order::Less => found.is_lt(),
                    Order::AtMost => found.is_le(),
                    Order::More => found.is_gt(),
                    Order::AtLeast => found.is_ge(),
                }))
            }
            Operator::Sum(Arithmetic::Add) => match (left, right) {
                (Value::Text(one), Value::Text(other)) => {
                    self.budget.charge_bytes(one.len() + other.len())?;
                    self.budget.charge_steps(steps_for(one.len() + other.len()))?;
                    Ok(Value::Text(Cow::Owned([one.as_ref(), other.as_ref()].concat())))
                }
                _ if left.kind() == "list" && right.kind() == "list" => self.concatenated(left, right),
                _ => sum(Arithmetic::Add, left, right),
            },
            Operator::Sum(operator) => sum(operator, left, right),
        }
    }

    fn concatenated(&mut self, left: &Value<'a>, right: &Value<'a>) -> Answer<'a> {
        let all = left.count().unwrap_or(0) + right.count().unwrap_or(0);
        self.budget.charge_steps(u32::try_from(all).unwrap_or(u32::MAX))?;
        self.budget.charge_bytes(all * size_of::<Value<'a>>())?;
        let elements =
            [left, right].into_iter().flat_map(|list| (0..list.count().unwrap_or(0)).filter_map(|at| list.element(at)));
        Ok(Value::List(elements.collect()))
    }

    fn equal(&mut self, left: &Value<'a>, right: &Value<'a>) -> Result<bool, EvaluationError> {
        equal(left, right, &mut self.budget.steps_left).ok_or(TOO_LONG)
    }

    fn is_in(&mut self, what: &Value<'a>, of: &Value<'a>) -> Result<bool, EvaluationError> {
        if of.is_map() {
            return entry(of, what, &mut self.budget.steps_left).map(|found| found.is_some()).ok_or(TOO_LONG);
        }
        let Some(count) = of.count() else { return Err(type_error("in", &[what, of])) };
        for index in 0..count {
            let element = of.element(index).unwrap_or(Value::Null);
            if self.equal(what, &element)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Value<'_> {
    fn is_map(&self) -> bool {
        self.kind() == "map"
    }
}

fn as_bool(sign: &str, value: &Value<'_>) -> Result<bool, EvaluationError> {
    if let Value::Bool(is) = value { Ok(*is) } else { Err(type_error(sign, &[value])) }
}
