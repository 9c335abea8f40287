//! A digest every minute, stored in a file. Stop the program with Ctrl-C and start it again: it continues where it
//! stopped.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use refrain::{Failure, Refrain, RunContext};

async fn send(context: RunContext, to: String) -> Result<(), Failure> {
    println!("to {to}: the digest of {} (attempt {})", context.period_key(), context.attempt());
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let refrain = Refrain::open("sqlite:refrain.db").await?;
    let send = refrain.handler("send", send);
    refrain.schedule("digest").every(1).minutes().on_second(0).run(&send, "ann@example.com").save().await?;
    println!("next at {:?}", refrain.next("digest", 3).await?);
    let node = refrain.start().await?;
    tokio::signal::ctrl_c().await?;
    node.stop().await; // claims nothing new, and waits for running handlers
    Ok(())
}
