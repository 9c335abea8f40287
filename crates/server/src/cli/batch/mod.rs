//! Batch mode: one JSON object per input line, one JSON object per output line, in the same order.
//!
//! A bad line is answered with an error and never stops the next line. Memory is bounded: there is a limit on the
//! length of a line and on all data in flight. A caller that sends one line and waits gets its answer, because
//! every read is processed at once.

mod answer;
mod chunks;
mod request;
mod rules;

pub use answer::Answerer;

use std::fs::File;
use std::io::{self, Read, Write, stdin, stdout};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use refrain_recurrence::{Calendars, ErrorCode};

use crate::cli::batch::chunks::Chunks;
use crate::cli::output::Failure;
use crate::input::problem::Problem;

/// Maximum number of worker threads. More of them would only wait for the writer.
const WORKERS_MAX: usize = 8;
/// Maximum number of chunks queued for each worker, and of answer parts queued after it.
const QUEUE_MAX: usize = 2;
/// Size at which a part of the answers is passed on. The answer to a single line may be larger.
const PART_BYTES: usize = 256 * 1024;

/// Answers the lines of `file` on standard output. `-` reads standard input.
pub(crate) fn stream(file: &str, calendars: Calendars) -> Result<(), Failure> {
    let input: Box<dyn Read + Send> = if file == "-" {
        Box::new(stdin())
    } else {
        let unreadable = |error| Problem::new(ErrorCode::BadValue, format!("cannot read {file}: {error}"));
        Box::new(File::open(file).map_err(unreadable)?)
    };
    let workers = thread::available_parallelism().map_or(1, usize::from).min(WORKERS_MAX);
    match Pipeline::start(input, workers, &Arc::new(calendars)).write_to(&mut stdout().lock()) {
        Ok(InputEnd::InputRead) => Ok(()),
        Ok(InputEnd::InputFailed(error)) => {
            Err(Problem::new(ErrorCode::BadValue, format!("cannot read {file}: {error}")).into())
        }
        // The reader of the output is gone, so the remaining answers are not needed.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(error.into()),
    }
}

enum InputEnd {
    InputRead,
    InputFailed(io::Error),
}

/// Answers to a chunk of lines, or to some of them.
struct Part {
    text: Vec<u8>,
    is_last: bool,
}

/// One thread reads and distributes chunks to the workers in rotation. The answers are collected in the same
/// rotation, which keeps the order without sorting.
struct Pipeline {
    reader: JoinHandle<io::Result<()>>,
    workers: Vec<JoinHandle<()>>,
    answers: Vec<Receiver<Part>>,
}

impl Pipeline {
    fn start(input: Box<dyn Read + Send>, workers: usize, calendars: &Arc<Calendars>) -> Self {
        let (mut questions, mut answers) = (Vec::new(), Vec::new());
        let workers = (0..workers)
            .map(|_| {
                let (question, asked) = sync_channel::<Vec<u8>>(QUEUE_MAX);
                let (answer, answered) = sync_channel::<Part>(QUEUE_MAX);
                questions.push(question);
                answers.push(answered);
                let answerer = Answerer::new(Arc::clone(calendars));
                thread::spawn(move || work(answerer, &asked, &answer))
            })
            .collect();
        let reader = thread::spawn(move || distribute(input, &questions));
        Self { reader, workers, answers }
    }

    fn write_to(self, out: &mut impl Write) -> io::Result<InputEnd> {
        // A turn without an answer is the end: no later worker got a chunk.
        'turns: for answers in self.answers.iter().cycle() {
            loop {
                let Ok(part) = answers.recv() else { break 'turns };
                out.write_all(&part.text)?;
                out.flush()?;
                if part.is_last {
                    break;
                }
            }
        }
        // If a write fails instead, the reader may be blocked in a read that never returns. The end of the process
        // ends it.
        drop(self.answers);
        for worker in self.workers {
            // Fewer answers than questions must not look like success.
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        match self.reader.join().unwrap_or_else(|panic| resume_unwind(panic)) {
            Ok(()) => Ok(InputEnd::InputRead),
            Err(error) => Ok(InputEnd::InputFailed(error)),
        }
    }
}

fn distribute(input: Box<dyn Read + Send>, questions: &[SyncSender<Vec<u8>>]) -> io::Result<()> {
    let mut chunks = Chunks::new(input);
    for question in questions.iter().cycle() {
        let Some(chunk) = chunks.next()? else { return Ok(()) };
        if question.send(chunk).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Runs a worker until there are no more questions, or no one receives its answers.
fn work(mut answerer: Answerer, questions: &Receiver<Vec<u8>>, answers: &SyncSender<Part>) {
    for chunk in questions {
        if answer_chunk(&mut answerer, &chunk, answers).is_none() {
            return;
        }
    }
}

fn answer_chunk(answerer: &mut Answerer, chunk: &[u8], answers: &SyncSender<Part>) -> Option<()> {
    let mut text = Vec::with_capacity(chunk.len());
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', chunk) {
        answerer.answer(&chunk[start..end], &mut text);
        start = end + 1;
        if text.len() >= PART_BYTES {
            answers.send(Part { text: std::mem::take(&mut text), is_last: false }).ok()?;
        }
    }
    answers.send(Part { text, is_last: true }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers_of(input: &'static [u8], workers: usize) -> String {
        let mut out = Vec::new();
        Pipeline::start(Box::new(input), workers, &Arc::default()).write_to(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn answers_keep_their_order_for_any_number_of_workers() {
        let input: String = (0..50_000).map(|id| format!("{{\"id\":{id}}}\n")).collect();
        let input: &'static [u8] = input.leak().as_bytes();
        for workers in 1..4 {
            let answers = answers_of(input, workers);
            assert_eq!(answers.lines().count(), 50_000);
            for (id, line) in answers.lines().enumerate() {
                assert!(line.starts_with(&format!("{{\"id\":{id},")), "{line}");
            }
        }
    }

    #[test]
    fn empty_input_has_empty_output() {
        assert_eq!(answers_of(b"", 2), "");
    }
}
