// The audit log: who changed what, in entries chained by hashes.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Entry = Schemas['AuditEntry'];

const PAGE_ROWS = 100;

export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) => body(api.GET('/v1/audit', { params: { query: { limit: PAGE_ROWS, cursor: pageParam } }, signal })),
  getNextPageParam: (page) => page.next_cursor ?? undefined,
  // No event announces changes made by people.
  refetchInterval: 15_000,
});

export const audit = {
  verify: () => body(api.GET('/v1/audit/verify', {})),
};
