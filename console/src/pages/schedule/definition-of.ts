// Extracts the definition from a schedule, without the fields that the server adds.
import type { Definition, Schedule } from '../../api/schedules';

const SERVER_FIELDS = [
  'id', 'namespace', 'tenant', 'revision', 'status', 'status_note', 'source', 'sentence', 'next_at', 'upcoming', 'counters', 'recent',
  'created_at', 'updated_at', 'problem', 'warnings',
] as const;

export function definitionOf(schedule: Schedule): Definition {
  const serverFields = new Set<string>(SERVER_FIELDS);
  return Object.fromEntries(Object.entries(schedule).filter(([name]) => !serverFields.has(name))) as unknown as Definition;
}
