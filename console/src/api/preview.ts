// Preview of a definition before it is saved. A preview writes nothing.
import { queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Preview = Schemas['SchedulePreview'];
export type PreviewRequest = Schemas['PreviewRequest'];

/** Number of occurrences in a preview. */
const OCCURRENCES = 10;

export const previewQuery = (definition: PreviewRequest, against: string | undefined, zone: string) =>
  queryOptions({
    queryKey: ['preview', definition, against, zone],
    queryFn: ({ signal }) => {
      const request = { ...definition, zone, count: OCCURRENCES, ...(against ? { against } : {}) };
      return body(api.POST('/v1/schedules/preview', { body: request, signal }));
    },
    staleTime: 10_000,
  });
