// Calendars from files as other programs write them.
import { api, body, type Schemas } from './client';

export type Imported = Schemas['ImportView'];

/** The days of a file become the calendar's dates, in place of those it had. */
export function importCalendar(name: string, text: string): Promise<Imported> {
  const headers = { 'content-type': 'text/calendar' };
  return body(api.POST('/v1/calendars/{name}/import', { params: { path: { name } }, headers, body: text, bodySerializer: (sent) => sent }));
}
