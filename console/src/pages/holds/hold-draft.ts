// Converts a hold to a form draft and back.
import type { Hold } from '../../api/controls';
import { Problem } from '../../api/problem';
import { labelsOf, labelTexts } from '../../format/labels';
import { strings } from './strings';

const EVERYTHING = { schedules: [], labels: {}, scope: null };

export interface HoldDraft {
  code: string;
  note: string;
  /** Whether the hold covers every schedule. If so, the selection below is ignored. */
  isForAll: boolean;
  schedules: string[];
  labels: string[];
  scopeType: string;
  scopeId: string;
  from: string | null;
  until: string | null;
}

export function holdDraft(hold: Hold | undefined): HoldDraft {
  const { schedules = [], labels, scope } = hold?.selects ?? {};
  const named = labelTexts(labels);
  return {
    code: hold?.code ?? 'maintenance',
    note: hold?.note ?? '',
    isForAll: hold !== undefined && schedules.length + named.length === 0 && !scope,
    schedules,
    labels: named,
    scopeType: scope?.type ?? '',
    scopeId: scope?.id ?? '',
    from: hold?.from ?? null,
    until: hold?.until ?? null,
  };
}

export function holdOf(draft: HoldDraft): Hold {
  const { code, note, from, until } = draft;
  if (from && until && Date.parse(until) <= Date.parse(from)) throw new Problem({ code: 'bad_range', status: 0, detail: strings.badRange });
  return { code: code.trim(), note: note.trim(), from, until, selects: draft.isForAll ? EVERYTHING : selected(draft) };
}

function selected({ schedules, labels, scopeType, scopeId }: HoldDraft): NonNullable<Hold['selects']> {
  const hasScope = scopeType.trim() !== '' || scopeId.trim() !== '';
  if (schedules.length + labels.length === 0 && !hasScope) {
    throw new Problem({ code: 'missing', status: 0, detail: strings.nothingSelected, hint: strings.nothingSelectedHint });
  }
  return { schedules, labels: labelsOf(labels), scope: hasScope ? { type: scopeType.trim(), id: scopeId.trim() } : null };
}
