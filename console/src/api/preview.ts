// Preview of a definition before it is saved. A preview writes nothing.
import { queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Preview = Schemas['PreviewView'];
export type PreviewAsked = Schemas['PreviewedSchedule'];

/** Number of occurrences in a preview. */
const FIRES = 10;

export const previewQuery = (definition: PreviewAsked, against: string | undefined, zone: string) =>
  queryOptions({
    queryKey: ['preview', definition, against, zone],
    queryFn: ({ signal }) => {
      const asked = { ...definition, zone, count: FIRES, ...(against ? { against } : {}) };
      return body(api.POST('/v1/schedules/preview', { body: asked, signal }));
    },
    staleTime: 10_000,
  });
