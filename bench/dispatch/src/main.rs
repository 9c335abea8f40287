//! Benchmarks dispatch: actions through all steps with 20 rules and dedup on a real store, single conditions
//! compared with the crate `cel`, and webhooks compared with a bare loop of the same client.
//!
//! `--only actions|conditions|webhooks` runs only one measurement; `--quick` shortens every measurement.

mod actions;
mod conditions;
mod webhook;

use std::error::Error;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let only = arguments.iter().position(|argument| argument == "--only").and_then(|at| arguments.get(at + 1));
    let is_selected = |name: &str| only.is_none_or(|only| only == name);
    let is_quick = arguments.iter().any(|argument| argument == "--quick");
    if is_selected("conditions") {
        conditions::measure(is_quick)?;
    }
    if is_selected("actions") {
        actions::measure(is_quick).await?;
    }
    if is_selected("webhooks") {
        webhook::measure(is_quick).await?;
    }
    Ok(())
}
