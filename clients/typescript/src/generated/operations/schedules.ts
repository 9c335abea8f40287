// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type Listing } from '../../listing.js';
import {
  type Cacheable,
  type CallOptions,
  type Conditional,
  type Creating,
  type Keyed,
} from '../../options.js';
import { type Builder, built } from '../../schedule.js';
import {
  type ApplyRequest,
  type ApplyResult,
  type BulkRequest,
  type BulkResult,
  type NewSchedule,
  type PreviewRequest,
  type Schedule,
  type ScheduleDefinition,
  type ScheduleList,
  type SchedulePatch,
  type SchedulePreview,
} from '../types/index.js';
import { ScheduleOperations } from './schedule.js';

const applyDocuments: Endpoint = {
  id: 'applyDocuments',
  method: 'POST',
  path: '/v1/apply',
  mediaType: 'application/json',
  output: 'json',
};

const listSchedules: Endpoint = {
  id: 'listSchedules',
  method: 'GET',
  path: '/v1/schedules',
  query: ['status', 'label', 'id_prefix', 'provider', 'text', 'total', 'recent', 'limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const createSchedule: Endpoint = {
  id: 'createSchedule',
  method: 'POST',
  path: '/v1/schedules',
  mediaType: 'application/json',
  output: 'json',
  takesKey: true,
};

const bulkChangeSchedules: Endpoint = {
  id: 'bulkChangeSchedules',
  method: 'POST',
  path: '/v1/schedules/bulk',
  mediaType: 'application/json',
  output: 'json',
};

const previewSchedule: Endpoint = {
  id: 'previewSchedule',
  method: 'POST',
  path: '/v1/schedules/preview',
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const getSchedule: Endpoint = {
  id: 'getSchedule',
  method: 'GET',
  path: '/v1/schedules/{id}',
  output: 'json',
  isRepeatable: true,
};

const putSchedule: Endpoint = {
  id: 'putSchedule',
  method: 'PUT',
  path: '/v1/schedules/{id}',
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const updateSchedule: Endpoint = {
  id: 'updateSchedule',
  method: 'PATCH',
  path: '/v1/schedules/{id}',
  mediaType: 'application/merge-patch+json',
  output: 'json',
};

const deleteSchedule: Endpoint = {
  id: 'deleteSchedule',
  method: 'DELETE',
  path: '/v1/schedules/{id}',
  output: 'none',
  isRepeatable: true,
};

/** Options of {@link SchedulesOperations.listSchedules}. */
export interface ListSchedulesOptions extends CallOptions {
  /** Comma-separated statuses, such as `active,paused`. Default: all except deleted. */
  status?: string | undefined;
  /** Comma-separated labels, such as `team:billing,tier:1`. Schedules must have all of them. */
  label?: string | undefined;
  /** Prefix of the schedule ID. */
  id_prefix?: string | undefined;
  /** Provider of the action. */
  provider?: string | undefined;
  /** Text in the ID or the description, case-insensitive. */
  text?: string | undefined;
  /** Whether to count all schedules. Default: false. */
  total?: boolean | undefined;
  /** Number of latest completed runs to include for each schedule. Default: none. Maximum: 20. */
  recent?: number | undefined;
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Operations of the group `schedules`. */
export abstract class SchedulesOperations extends ScheduleOperations {
  /**
   * Applies documents.
   *
   * Creates and updates schedules, calendars, dispatch rules, holds, quotas and alerts, or
   * deletes those with `"delete": true`. A document that is already as stated changes nothing,
   * so the request can be repeated. Each document is changed on its own, with the caller and
   * the request ID in its audit entry, and the response reports the result of each: a document
   * that is refused has a `problem` and does not stop the others. With `if_revision`, a
   * document is changed only if it still has that revision. A dry run changes nothing, needs
   * the permissions of a preview, and reports for each changed schedule which occurrences would
   * be added, removed and moved. The request begins no document after ten seconds; the rest is
   * reported as `pending`.
   *
   * Requires `viewer`. Also requires `editor` for some requests. Also requires `operator` for
   * some requests. Also requires `command` if the request can start a program.
   */
  applyDocuments(body: ApplyRequest, options: CallOptions = {}): Promise<ApplyResult> {
    return this.call<ApplyResult>(applyDocuments, [], { body, options });
  }

  /**
   * Lists schedules.
   *
   * In order of ID. Page size: 50 by default, at most 500.
   *
   * With `label`, `provider` or `text`, a page searches at most 1,000 schedules; with `status`,
   * at most 4,000. A page may then have fewer items than `limit`, or none, and still have a
   * `next_cursor`. Only a page without a `next_cursor` is the last.
   *
   * `total=true` counts up to 10,000 schedules, by status if `status` is given; with other
   * filters, `total` is null. `recent=20` adds the latest completed runs of each schedule; in a
   * very long ledger, only recent ones are found.
   *
   * Requires `viewer`.
   */
  listSchedules(options: ListSchedulesOptions = {}): Listing<ScheduleList, Schedule> {
    return this.list<ScheduleList, Schedule>(listSchedules, [], { options });
  }

  /**
   * Creates a schedule.
   *
   * If `id` is absent, an ID is generated. A repeated request with the same `Idempotency-Key`
   * returns the schedule that the first one created. If the ID is already in use, the request
   * returns 409 (`exists`). The response shows the next occurrences, so that the recurrence can
   * be checked.
   *
   * Requires `editor`. Also requires `command` if the request can start a program.
   */
  createSchedule(
    schedule: NewSchedule | Builder,
    options: CallOptions & Keyed = {},
  ): Promise<Schedule> {
    return this.call<Schedule>(createSchedule, [], { body: built(schedule, []), options });
  }

  /**
   * Pauses, resumes or cancels many schedules.
   *
   * With `dry_run`, the response lists the schedules that would be changed. Each schedule is
   * changed on its own, with the caller in its audit entry, and the response reports the result
   * of each. If the response has a `next_cursor`, repeat the request with it as `cursor`. As
   * with lists, a request may find few schedules and still return a cursor. At most 1,000
   * schedules per request.
   *
   * Requires `operator`.
   */
  bulkChangeSchedules(body: BulkRequest, options: CallOptions = {}): Promise<BulkResult> {
    return this.call<BulkResult>(bulkChangeSchedules, [], { body, options });
  }

  /**
   * Previews a schedule.
   *
   * The body is a definition as it would be saved, with these additional fields: `against` (ID
   * of a stored schedule to compare with), `from` (start time; default: now), `count` (number
   * of occurrences; default: 10, maximum: 100), `days` (days to compare; default: 30, maximum:
   * 366) and `zone` (second time zone to show times in). A definition that would be rejected on
   * creation is rejected here, too. Nothing is written.
   *
   * Requires `viewer`. Also requires `command` if the request can start a program.
   */
  previewSchedule(
    request: PreviewRequest | Builder,
    options: CallOptions = {},
  ): Promise<SchedulePreview> {
    return this.call<SchedulePreview>(previewSchedule, [], { body: built(request, []), options });
  }

  /**
   * Gets a schedule.
   *
   * Returns the schedule with its definition, status, counters and next occurrence.
   *
   * Requires `viewer`.
   */
  getSchedule(id: string, options: CallOptions & Cacheable = {}): Promise<Schedule> {
    return this.call<Schedule>(getSchedule, [id], { options });
  }

  /**
   * Creates or replaces a schedule.
   *
   * The caller chooses the ID. Saving the same definition again changes nothing. With
   * `If-Match`, the schedule is replaced only if its revision matches; with `If-None-Match: *`,
   * it is only created. Otherwise the request returns 412.
   *
   * Requires `editor`. Also requires `command` if the request can start a program.
   */
  putSchedule(
    id: string,
    definition: ScheduleDefinition | Builder,
    options: CallOptions & Conditional & Creating = {},
  ): Promise<Schedule> {
    return this.call<Schedule>(putSchedule, [id], { body: built(definition, ['id']), options });
  }

  /**
   * Updates a schedule.
   *
   * The body is a JSON merge patch (RFC 7396): absent fields stay as they are, and null
   * restores the default. A recurrence is replaced as a whole. With `If-Match`, the schedule is
   * updated only if its revision matches; otherwise the request returns 412.
   *
   * Requires `editor`. Also requires `command` if the request can start a program.
   */
  updateSchedule(
    id: string,
    body: SchedulePatch,
    options: CallOptions & Conditional = {},
  ): Promise<Schedule> {
    return this.call<Schedule>(updateSchedule, [id], { body, options });
  }

  /**
   * Deletes a schedule.
   *
   * Planned occurrences are skipped, and running ones are asked to stop. The history is kept
   * until retention removes it. With `If-Match`, the schedule is deleted only if its revision
   * matches; otherwise the request returns 412.
   *
   * Requires `editor`.
   */
  deleteSchedule(id: string, options: CallOptions & Conditional = {}): Promise<void> {
    return this.call<void>(deleteSchedule, [id], { options });
  }
}
