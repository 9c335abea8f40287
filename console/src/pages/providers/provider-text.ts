// One-line descriptions of each kind of provider, and of when its breakers open.
import type { Value } from '../../api/config';
import { strings } from './strings';

export function describeProvider(kind: string): string {
  return strings.descriptions[kind] ?? strings.description;
}

/** Returns the provider's own term for a receiver. */
export function receiverWord(kind: string): string {
  return strings.receiverWords[kind] ?? strings.receiver;
}

/** Describes when a breaker opens and closes automatically. */
export function describeBreaker(settings: { [name: string]: Value }): string {
  const { failure_threshold, recovery, success_threshold, fallback } = settings;
  const text = strings.breakerText(String(failure_threshold), String(recovery), String(success_threshold));
  return fallback ? `${text} ${strings.fallback(String(fallback))}` : text;
}
