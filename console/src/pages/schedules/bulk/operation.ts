// Bulk operations on schedules: on selected rows, or on all schedules that match a filter.
import type { Schemas } from '../../../api/client';
import { asProblem, type Problem } from '../../../api/problem';
import { type ScheduleFilter, schedules } from '../../../api/schedules';

export type BulkAction = Schemas['BulkAction'];
export type BulkSelection = { ids: string[] } | { filter: ScheduleFilter };
type BulkRequest = Schemas['BulkRequest'];

/** The action and its parameters. */
export interface BulkOperation {
  action: BulkAction;
  note: string | null;
  until?: string | null;
  from?: Schemas['ResumeMode'];
}

export interface Plan {
  /** Number of schedules that would change. If rows were selected, `ids` lists them. */
  count: number;
  /** Whether counting stopped early. */
  isCut: boolean;
  ids?: string[];
  /** Number of selected schedules that stay unchanged, because the action does not apply to their status. */
  left: number;
}

export interface Report {
  changed: number;
  refused: { id: string; detail: string }[];
  /** Error that stopped the operation early. */
  problem?: Problem;
  isStopped: boolean;
}

/** Statuses to which each action applies. */
const APPLICABLE_STATUSES: Record<BulkAction, string[]> = {
  pause: ['active'],
  resume: ['paused', 'disabled'],
  cancel: ['active', 'paused', 'disabled'],
};
/** Maximum number of schedules per request. */
const BATCH_SIZE = 1_000;
/** Maximum number of requests of a preview. The operation itself has no such limit. */
const PREVIEW_REQUESTS_MAX = 10;

export function selectorOf(filter: ScheduleFilter, action: BulkAction): Pick<BulkRequest, 'selector' | 'all'> | undefined {
  const status = APPLICABLE_STATUSES[action].filter((one) => filter.status === undefined || filter.status === one).join(',');
  if (status === '') return undefined;
  const pairs = (filter.label ?? '').split(',').filter(Boolean);
  const labels = Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]));
  const { prefix, provider, text } = filter;
  const selector = {
    labels,
    status,
    ...(prefix ? { id_prefix: prefix } : {}),
    ...(provider ? { provider } : {}),
    ...(text ? { text } : {}),
  };
  return { selector, all: pairs.length === 0 && !prefix && !provider && !text };
}

/** Previews the operation without changing anything. */
export async function previewBulk(action: BulkAction, chosen: BulkSelection): Promise<Plan> {
  if ('ids' in chosen) {
    const ids: string[] = [];
    for (const part of parts(chosen.ids)) {
      const seen = await schedules.bulk({ action, selector: { ids: part }, dry_run: true });
      ids.push(...seen.items.filter(({ status }) => status && APPLICABLE_STATUSES[action].includes(status)).map(({ id }) => id));
    }
    return { count: ids.length, isCut: false, ids, left: chosen.ids.length - ids.length };
  }
  const selected = selectorOf(chosen.filter, action);
  if (!selected) return { count: 0, isCut: false, left: 0 };
  let count = 0;
  let cursor: string | null | undefined;
  for (let looks = 0; looks < PREVIEW_REQUESTS_MAX; looks++) {
    const seen = await schedules.bulk({ action, ...selected, dry_run: true, cursor: cursor ?? null });
    count += seen.matched;
    cursor = seen.next_cursor;
    if (!cursor) break;
  }
  return { count, isCut: Boolean(cursor), left: 0 };
}

interface RunOptions {
  operation: BulkOperation;
  chosen: BulkSelection;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/**
 * Runs the operation in batches. If it stops early, the report contains the completed part, and running it again
 * does the rest.
 */
export async function run({ operation, chosen, signal, onProgress }: RunOptions): Promise<Report> {
  const report: Report = { changed: 0, refused: [], isStopped: false };
  const take = (view: Schemas['BulkResult']) => {
    report.changed += view.changed;
    for (const { id, detail } of view.items) if (detail) report.refused.push({ id, detail });
    onProgress(report.changed + report.refused.length);
  };
  try {
    if ('ids' in chosen) {
      for (const ids of parts(chosen.ids)) {
        if (signal.aborted) break;
        take(await schedules.bulk({ ...operation, selector: { ids } }));
      }
    } else {
      const selected = selectorOf(chosen.filter, operation.action);
      if (!selected) return report;
      let cursor: string | null = null;
      do {
        const view: Schemas['BulkResult'] = await schedules.bulk({ ...operation, ...selected, cursor, limit: BATCH_SIZE });
        take(view);
        cursor = view.next_cursor ?? null;
      } while (cursor && !signal.aborted);
    }
  } catch (error) {
    return { ...report, problem: asProblem(error) };
  }
  return { ...report, isStopped: signal.aborted };
}

function parts(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, part) => ids.slice(part * BATCH_SIZE, (part + 1) * BATCH_SIZE));
}
