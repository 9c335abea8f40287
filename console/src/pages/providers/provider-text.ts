// One-line descriptions of each kind of provider, and of when its breakers open.
import type { Value } from '../../api/config';

const DESCRIPTIONS: Record<string, string> = {
  webhook: 'Sends signed HTTP requests; each host is a receiver of its own.',
  queue: 'Puts work items into Refrain’s own queues, exactly once with the ledger.',
  log: 'Writes the action into the server’s log. Good for trying things out.',
  handler: 'Calls a function of the program that Refrain is embedded in.',
  email: 'Hands mails to an SMTP server.',
  nats: 'Publishes to a NATS server.',
  amqp: 'Publishes to an AMQP broker.',
  redis_stream: 'Appends to a Redis stream.',
  celery: 'Sends tasks that Celery workers accept.',
  command: 'Runs a program of the operator’s catalogue, without a shell.',
};

export function describeProvider(kind: string): string {
  return DESCRIPTIONS[kind] ?? 'Sends actions.';
}

/** Returns the provider's own term for a receiver. */
export function receiverWord(kind: string): string {
  if (kind === 'webhook') return 'Host';
  if (kind === 'queue') return 'Queue';
  return kind === 'command' ? 'Command' : 'Receiver';
}

/** Describes when a breaker opens and closes automatically. */
export function describeBreaker(settings: { [name: string]: Value }): string {
  const { failure_threshold, recovery, success_threshold, fallback } = settings;
  const way = fallback ? `, and ${String(fallback)} sends instead meanwhile` : '';
  return `A breaker opens after ${String(failure_threshold)} failures in a row, tries one after ${String(recovery)}, and closes after ${String(success_threshold)} that were delivered${way}.`;
}
