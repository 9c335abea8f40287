// Lines of the live feed: newest first, one per occurrence, limited in number.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Occurrence } from '../../api/ledger';
import { useEvents } from '../../events/use-events';
import type { ServerEvent } from '../../events/stream';

const LINES_MAX = 100;
/** Interval for rendering new lines together. A busy server sends more events than anyone can read. */
const DRAW_MS = 250;

export interface Line {
  key: string;
  at: string;
  row: Occurrence;
}

export function useFeed(earlier: Occurrence[] | undefined): Line[] {
  const [received, setReceived] = useState<Line[]>([]);
  const waiting = useRef<Line[]>([]);
  useEvents((event) => {
    const line = lineOf(event);
    if (line) waiting.current.push(line);
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (waiting.current.length === 0) return;
      const news = waiting.current;
      waiting.current = [];
      setReceived((before) => mergeLines(news.toReversed(), before));
    }, DRAW_MS);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => mergeLines(received, (earlier ?? []).map(lineOfRow)), [received, earlier]);
}

/** Returns the line of an event, or undefined for events without an occurrence. */
function lineOf(event: ServerEvent): Line | undefined {
  return event.occurrence ? { key: String(event.occurrence.id), at: event.at, row: event.occurrence } : undefined;
}

function lineOfRow(row: Occurrence): Line {
  return { key: String(row.id), at: row.ended_at ?? row.started_at ?? row.due_at, row };
}

/** Merges two lists, newest first. For an occurrence in both, the newer line wins. */
export function mergeLines(newer: Line[], older: Line[]): Line[] {
  const lines = new Map<string, Line>();
  for (const line of [...newer, ...older]) {
    if (!lines.has(line.key)) lines.set(line.key, line);
  }
  return [...lines.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, LINES_MAX);
}
