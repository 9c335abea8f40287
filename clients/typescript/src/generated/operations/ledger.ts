// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type Listing } from '../../listing.js';
import { type CallOptions } from '../../options.js';
import { type Instant } from '../../values.js';
import {
  type DeadLetter,
  type DeadLetterKind,
  type DeadLetterList,
  type DeadLetterSelection,
  type DiscardResult,
  type GenerateRequest,
  type GenerateResult,
  type Occurrence,
  type OccurrenceChangeRequest,
  type OccurrenceDetail,
  type OccurrenceList,
  type ReplayResult,
  type ReprocessRequest,
} from '../types/index.js';
import { KeysOperations } from './keys.js';

const listDeadLetters: Endpoint = {
  id: 'listDeadLetters',
  method: 'GET',
  path: '/v1/dead-letters',
  query: ['kind', 'schedule', 'queue', 'discarded', 'limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const discardDeadLetters: Endpoint = {
  id: 'discardDeadLetters',
  method: 'POST',
  path: '/v1/dead-letters/discard',
  mediaType: 'application/json',
  output: 'json',
};

const replayDeadLetters: Endpoint = {
  id: 'replayDeadLetters',
  method: 'POST',
  path: '/v1/dead-letters/replay',
  mediaType: 'application/json',
  output: 'json',
};

const generateOccurrences: Endpoint = {
  id: 'generateOccurrences',
  method: 'POST',
  path: '/v1/generate',
  mediaType: 'application/json',
  output: 'json',
};

const listOccurrences: Endpoint = {
  id: 'listOccurrences',
  method: 'GET',
  path: '/v1/occurrences',
  query: ['schedule', 'state', 'reason', 'from', 'until', 'label', 'limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const getOccurrence: Endpoint = {
  id: 'getOccurrence',
  method: 'GET',
  path: '/v1/occurrences/{id}',
  output: 'json',
  isRepeatable: true,
};

const cancelOccurrence: Endpoint = {
  id: 'cancelOccurrence',
  method: 'POST',
  path: '/v1/occurrences/{id}/cancel',
  mediaType: 'application/json',
  output: 'json',
};

const reprocessOccurrence: Endpoint = {
  id: 'reprocessOccurrence',
  method: 'POST',
  path: '/v1/occurrences/{id}/reprocess',
  mediaType: 'application/json',
  output: 'json',
};

const skipOccurrence: Endpoint = {
  id: 'skipOccurrence',
  method: 'POST',
  path: '/v1/occurrences/{id}/skip',
  mediaType: 'application/json',
  output: 'json',
};

/** Options of {@link LedgerOperations.listDeadLetters}. */
export interface ListDeadLettersOptions extends CallOptions {
  /** Kind: `occurrence` or `work_item`. Default: `occurrence`. */
  kind?: DeadLetterKind | undefined;
  /** Schedule ID. Only for occurrences. */
  schedule?: string | undefined;
  /** Queue name. Only for work items. */
  queue?: string | undefined;
  /**
   * Whether to list discarded occurrences instead of dead letters. Only for occurrences.
   * Default: false.
   */
  discarded?: boolean | undefined;
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Options of {@link LedgerOperations.listOccurrences}. */
export interface ListOccurrencesOptions extends CallOptions {
  /** Schedule ID. Includes occurrences of deleted schedules with the same ID. */
  schedule?: string | undefined;
  /** Comma-separated states, such as `failed,skipped`. Default: all states. */
  state?: string | undefined;
  /** Comma-separated reasons, such as `overlap,missed`. Default: all reasons. */
  reason?: string | undefined;
  /** Start of the range, inclusive, by nominal time. */
  from?: Instant | undefined;
  /** End of the range, exclusive, by nominal time. */
  until?: Instant | undefined;
  /** Label of the schedule, such as `team:billing`. */
  label?: string | undefined;
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Operations of the group `ledger`. */
export abstract class LedgerOperations extends KeysOperations {
  /**
   * Lists dead letters.
   *
   * Failed occurrences that were not discarded, or dead work items, newest first. Page size: 50
   * by default, at most 500.
   *
   * Requires `viewer`.
   */
  listDeadLetters(options: ListDeadLettersOptions = {}): Listing<DeadLetterList, DeadLetter> {
    return this.list<DeadLetterList, DeadLetter>(listDeadLetters, [], { options });
  }

  /**
   * Discards dead letters.
   *
   * Discards the given IDs, or the newest dead letters that match. An occurrence stays failed
   * with its history until retention removes it, and can be reprocessed. A work item is
   * deleted. At most 500 per request.
   *
   * Requires `operator`.
   */
  discardDeadLetters(
    body: DeadLetterSelection,
    options: CallOptions = {},
  ): Promise<DiscardResult> {
    return this.call<DiscardResult>(discardDeadLetters, [], { body, options });
  }

  /**
   * Replays dead letters.
   *
   * Replays the given IDs, or the newest dead letters that match. Each one starts over with all
   * its attempts and keeps its idempotency key. At most 500 per request.
   *
   * Requires `operator`.
   */
  replayDeadLetters(body: DeadLetterSelection, options: CallOptions = {}): Promise<ReplayResult> {
    return this.call<ReplayResult>(replayDeadLetters, [], { body, options });
  }

  /**
   * Plans occurrences around a time.
   *
   * Creates every missing occurrence of all active schedules in the range. Existing occurrences
   * stay as they are, so the request may be repeated. Each side of the range is at most 400
   * days long and has at most 10,000 occurrences per schedule; the server may be configured
   * with a lower limit.
   *
   * With an `as_of` in the future, what is due until then is planned and not missed. A schedule
   * that cannot be planned does not stop the others; the response is then its error.
   *
   * Requires `operator`. Also requires `backfill` for past occurrences.
   */
  generateOccurrences(body: GenerateRequest, options: CallOptions = {}): Promise<GenerateResult> {
    return this.call<GenerateResult>(generateOccurrences, [], { body, options });
  }

  /**
   * Lists occurrences.
   *
   * Newest first, including planned occurrences. Page size: 50 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listOccurrences(options: ListOccurrencesOptions = {}): Listing<OccurrenceList, Occurrence> {
    return this.list<OccurrenceList, Occurrence>(listOccurrences, [], { options });
  }

  /**
   * Gets an occurrence.
   *
   * Includes all attempts.
   *
   * Requires `viewer`.
   */
  getOccurrence(id: number, options: CallOptions = {}): Promise<OccurrenceDetail> {
    return this.call<OccurrenceDetail>(getOccurrence, [id], { options });
  }

  /**
   * Cancels an occurrence.
   *
   * A planned occurrence is skipped. If the occurrence is running, its worker is asked to stop.
   *
   * Requires `operator`.
   */
  cancelOccurrence(
    id: number,
    body: OccurrenceChangeRequest = {},
    options: CallOptions = {},
  ): Promise<Occurrence> {
    return this.call<Occurrence>(cancelOccurrence, [id], { body, options });
  }

  /**
   * Reprocesses an occurrence.
   *
   * Plans a completed occurrence again with all its attempts, and with another payload if one
   * is given. The occurrence keeps its period and its idempotency key. If the occurrence has
   * not completed, the request returns 409.
   *
   * Requires `operator`. Also requires `fire` for some requests. Also requires `command` if the
   * request can start a program.
   */
  reprocessOccurrence(
    id: number,
    body: ReprocessRequest = {},
    options: CallOptions = {},
  ): Promise<Occurrence> {
    return this.call<Occurrence>(reprocessOccurrence, [id], { body, options });
  }

  /**
   * Skips an occurrence.
   *
   * A planned occurrence is settled as skipped and will not run.
   *
   * Requires `operator`.
   */
  skipOccurrence(
    id: number,
    body: OccurrenceChangeRequest = {},
    options: CallOptions = {},
  ): Promise<Occurrence> {
    return this.call<Occurrence>(skipOccurrence, [id], { body, options });
  }
}
