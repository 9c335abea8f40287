// Import of calendars from iCalendar files.
import { api, body, type Schemas } from './client';

export type ImportResult = Schemas['CalendarImportResult'];

/** Replaces the calendar's dates with the days of the file. */
export function importCalendar(name: string, text: string): Promise<ImportResult> {
  const headers = { 'content-type': 'text/calendar' };
  return body(api.POST('/v1/calendars/{name}/import', { params: { path: { name } }, headers, body: text, bodySerializer: (sent) => sent }));
}
