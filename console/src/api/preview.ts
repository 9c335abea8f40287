// What a definition would mean, asked before it is saved. Nothing is written by asking.
import { queryOptions } from '@tanstack/react-query';
import { json } from './client';
import type { Definition } from './schedules';

/** So many fires are shown. */
const FIRES = 10;

export type PreviewAsked = Definition & { id?: string };

interface Fired {
  at: string;
  period_key: string;
}

export interface Preview {
  description: string;
  timezone: string;
  warnings: { code: string; message: string; hint?: string | null }[];
  next: { at: string; due_at: string; period_key: string; dst?: string | null }[];
  after_completion?: string | null;
  min_gap?: { seconds: number; text: string } | null;
  dst_dates: { at: string; kind: string; message: string }[];
  change?: {
    fires?: { added: Fired[]; removed: Fired[]; moved: { from: Fired; to: Fired }[]; truncated: boolean } | null;
    pending: { period_key: string; due_at: string; fate: string; new_due_at?: string | null }[];
  } | null;
}

export const previewQuery = (definition: PreviewAsked, against: string | undefined, zone: string) =>
  queryOptions({
    queryKey: ['preview', definition, against, zone],
    queryFn: ({ signal }) => {
      const asked = { ...definition, zone, count: FIRES, ...(against ? { against } : {}) };
      return json<Preview>('/v1/schedules/preview', asked, signal);
    },
    staleTime: 10_000,
  });
