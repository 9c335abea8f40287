//! Counts the allocations of each library per search.

use std::io::{self, Write};

use crate::peers::Peer;
use crate::rows::{ROWS, ZONES};

const STEPS: u64 = 200;

pub(crate) fn print(peers: &[Box<dyn Peer>], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nallocations per next: mean over all recurrences and zones, and maximum\n")?;
    for peer in peers.iter().filter(|peer| peer.is_library()) {
        let mut counts = Vec::new();
        for row in ROWS {
            for walk in ZONES.iter().filter_map(|zone| peer.prepare(row, zone)) {
                let counted = allocation_counter::measure(|| walk.walk(STEPS as usize));
                counts.push(counted.count_total as f64 / STEPS as f64);
            }
        }
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        let most = counts.iter().copied().fold(0.0, f64::max);
        writeln!(out, "{:14}{mean:>10.2}{most:>10.2}", peer.name())?;
    }
    Ok(())
}
