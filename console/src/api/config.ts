// The server's configuration. Its values are untyped here and shown as the server sends them.
import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

export interface Config {
  config: { [section: string]: Value };
  /** Source of each explicitly set value, by its path. */
  given: { [path: string]: { [kind: string]: Value } };
  warnings: Value[];
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => (await body(api.GET('/v1/config', { signal }))) as unknown as Config,
  staleTime: 60_000,
});
