//! The gain of more nodes on one store.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use jiff::SignedDuration;
use refrain::clock::Clock;

use crate::BenchOptions;
use crate::burst::{BURST, save_for_one_instant};
use crate::stores::Place;
use crate::world::BenchNode;

pub async fn measure(kind: &str, asked: BenchOptions) -> Result<(), Box<dyn Error>> {
    let size = if asked.is_quick { 2_000 } else { 10_000 };
    writeln!(stdout(), "\n{kind}: a burst of {size} on several nodes of one machine")?;
    for count in 1..=3 {
        let place = Place::new(kind, 300 + count)?;
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(BenchNode::new(&place).await?);
        }
        let due_at = save_for_one_instant(&nodes[0], size, &BURST).await?;
        nodes.iter_mut().for_each(BenchNode::start);
        let settled = |nodes: &[BenchNode]| -> u64 { nodes.iter().map(|it| it.engine.stats().read().succeeded).sum() };
        let until = due_at + SignedDuration::from_secs(120);
        while settled(&nodes) < size as u64 {
            if nodes[0].clock.now() > until {
                return Err(format!("only {} of {size} runs on {count} nodes", settled(&nodes)).into());
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let took = nodes[0].clock.now().duration_since(due_at);
        let shares: Vec<u64> = nodes.iter().map(|node| node.engine.stats().read().succeeded).collect();
        let worst = nodes.iter().map(|node| node.lags.take().p99).fold(0.0, f64::max);
        writeln!(
            stdout(),
            "{count} nodes: {:.0} runs/s, p99 {worst:.1} ms, per node {shares:?}",
            size as f64 / took.as_secs_f64()
        )?;
        for node in &mut nodes {
            node.stop().await;
        }
    }
    Ok(())
}
