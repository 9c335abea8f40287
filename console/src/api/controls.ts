// A tenant's named controls: holds, quotas, dispatch rules, alerts and calendars. The server has the same
// operations for all of them, and so does this file.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Hold = Schemas['Hold'];
export type Quota = Schemas['Quota'];
export type Rule = Schemas['DispatchRule'];
export type Alert = Schemas['Alert'];
export type Calendar = Schemas['Calendar'];

/** A named document. Without a definition it is unreadable, and `problem` says why. */
export interface ControlDocument<T> {
  name: string;
  version: number;
  updated_at: string;
  definition?: T | null;
  problem?: string | null;
}

type Kind = 'holds' | 'quotas' | 'dispatch-rules' | 'alerts' | 'calendars';
type Page<T> = { items: ControlDocument<T>[]; next_cursor?: string | null };

const PAGE_ROWS = 500;
/** Poll interval. No event announces changes made by people. */
const POLL_MS = 15_000;

export type ControlKind<T> = ReturnType<typeof family<T>>;

function family<T>(kind: Kind) {
  // The operations of all kinds have the same shape. Only the stored definition differs; it is `T`.
  const all = `/v1/${kind}` as '/v1/holds';
  const each = `/v1/${kind}/{name}` as '/v1/holds/{name}';
  const named = (name: string) => ({ path: { name } });
  return {
    kind,
    list: infiniteQueryOptions({
      queryKey: [kind],
      initialPageParam: undefined as string | undefined,
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: PAGE_ROWS, cursor: pageParam };
        return (await body(api.GET(all, { params: { query }, signal }))) as Page<T>;
      },
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      refetchInterval: POLL_MS,
    }),
    one: (name: string) =>
      queryOptions({
        queryKey: [kind, name],
        queryFn: async ({ signal }) => (await body(api.GET(each, { params: named(name), signal }))) as ControlDocument<T>,
      }),
    /**
     * Saves a document. Without a version, the document must be new; otherwise it must not have changed since
     * that version.
     */
    save: async (name: string, definition: T, version: number | undefined) => {
      const headers = version === undefined ? { 'If-None-Match': '*' } : { 'If-Match': `"${version}"` };
      return (await body(api.PUT(each, { params: named(name), headers, body: definition as Hold }))) as ControlDocument<T>;
    },
    remove: (name: string, version: number) =>
      body(api.DELETE(each, { params: named(name), headers: { 'If-Match': `"${version}"` } })),
  };
}

export const holds = family<Hold>('holds');
export const quotas = family<Quota>('quotas');
export const rules = family<Rule>('dispatch-rules');
export const alerts = family<Alert>('alerts');
export const calendars = family<Calendar>('calendars');
