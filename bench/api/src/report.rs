//! Alternating rounds of a load on the server and on a bare handler, and the printed result of the best round.

use std::error::Error;
use std::time::Duration;

use hyper::body::Bytes;

use crate::load::{Load, Measurements};
use crate::process::Process;

/// Number of alternating rounds. The best round of each counts, because other load on the machine can only slow a
/// round down.
const ROUNDS: usize = 3;

/// The best round of a load, and the processor time per request of its server.
struct Best {
    measured: Measurements,
    cost: Duration,
}

/// A measurement and its target.
pub struct Benchmark<'a> {
    pub name: &'a str,
    pub load: Load,
    /// Target rate, if there is one.
    pub aim_per_second: Option<f64>,
}

impl Benchmark<'_> {
    /// Measures and prints the result. `ask` creates a request from its round and its number.
    pub async fn measure(
        &self,
        server: &Process,
        ask: impl Fn(usize, usize) -> (String, Bytes) + Clone + Send + Sync + 'static,
    ) -> Result<(), Box<dyn Error>> {
        let warm = Load { duration: self.load.duration / 5, ..self.load.clone() };
        let bytes = {
            let ask = ask.clone();
            warm.run(server.address, move |number| ask(ROUNDS, number)).await?.bytes_each()
        };
        let bare_server = Process::bare(bytes).await?;
        let (mut ours, mut bare): (Option<Best>, Option<Best>) = (None, None);
        for round in 0..ROUNDS {
            for (server, best) in [(&bare_server, &mut bare), (server, &mut ours)] {
                let ask = ask.clone();
                let before = server.processor()?;
                let measured = self.load.run(server.address, move |number| ask(round, number)).await?;
                let cost = (server.processor()? - before) / u32::try_from(measured.count().max(1))?;
                if best.as_ref().is_none_or(|best| best.measured.rate() < measured.rate()) {
                    *best = Some(Best { measured, cost });
                }
            }
        }
        if let (Some(ours), Some(bare)) = (ours, bare) {
            self.print(&ours, &bare);
        }
        Ok(())
    }

    fn print(&self, ours: &Best, bare: &Best) {
        let line = |who: &str, best: &Best| {
            println!(
                "{}: {who} {:.0} per second, p50 {:.2?}, p99 {:.2?}, {:.0?} of processor time each",
                self.name,
                best.measured.rate(),
                best.measured.percentile(50),
                best.measured.percentile(99),
                best.cost
            );
        };
        line(&format!("bare handler with {} bytes", ours.measured.bytes_each()), bare);
        line("server", ours);
        let rate = ours.measured.rate();
        let aim = self.aim_per_second.map_or(String::new(), |aim| {
            format!("; target {aim:.0} per second, {}", if rate >= aim { "reached" } else { "not reached" })
        });
        println!("{}: {:.2} of the bare handler{aim}", self.name, rate / bare.measured.rate());
    }
}
