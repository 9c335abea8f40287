// What the server was told to do. Its values have no types here: whatever it says is shown as it says it.
import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

export interface Config {
  config: { [section: string]: Value };
  /** Where each value that was given comes from, by its path. */
  given: { [path: string]: { [kind: string]: Value } };
  warnings: Value[];
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => (await body(api.GET('/v1/config', { signal }))) as unknown as Config,
  staleTime: 60_000,
});
