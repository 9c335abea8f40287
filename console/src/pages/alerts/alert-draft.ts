// Converts an alert to a form draft and back. Fields that the form does not show are preserved.
import type { Alert } from '../../api/controls';
import { Problem } from '../../api/problem';
import { labelsOf, labelTexts } from '../../format/labels';
import { readJson } from '../../format/read-json';
import { strings } from './strings';

export interface AlertDraft {
  on: string[];
  failingAfter: number;
  schedules: string[];
  labels: string[];
  limit: string;
  provider: string;
  target: string;
  payload: string;
  rest: Partial<Alert>;
}

const MESSAGE = { text: '{{alarm.message}}' };

export function alertDraft(alert: Alert | undefined): AlertDraft {
  return {
    on: alert?.on ?? ['failing', 'recovered', 'missed_run'],
    failingAfter: alert?.failing_after ?? 3,
    schedules: alert?.schedules ?? [],
    labels: labelTexts(alert?.labels),
    limit: String(alert?.limit ?? '15m'),
    provider: alert?.action.provider ?? 'webhook',
    target: alert?.action.target ?? '',
    payload: JSON.stringify(alert ? (alert.action.payload ?? null) : MESSAGE, null, 2),
    rest: alert ?? {},
  };
}

export function alertOf(draft: AlertDraft): Alert {
  const { on, failingAfter, schedules, labels, limit, provider, target, payload, rest } = draft;
  if (on.length === 0) throw new Problem({ code: 'missing', status: 0, detail: strings.noCondition, hint: strings.noConditionHint });
  return {
    ...rest,
    on,
    failing_after: failingAfter,
    schedules,
    labels: labelsOf(labels),
    limit: limit.trim(),
    action: { ...rest.action, provider: provider.trim(), target: target.trim(), payload: readJson(strings.payloadName, payload) },
  } as Alert;
}
