// How the drawer reads, writes and deletes holds and quotas.
import { NumberInput, TextInput } from '@mantine/core';
import { type Quota, quotas, type Hold, holds } from '../../api/controls';
import type { ControlEditor } from '../../ui/control/control-drawer';
import classes from '../../ui/control/control-form.module.css';
import { type HoldDraft, holdDraft, holdOf } from './hold-draft';
import { HoldFields } from './hold-fields';

export const HOLD_EDITOR: ControlEditor<Hold, HoldDraft> = {
  noun: 'hold',
  family: holds,
  toDraft: holdDraft,
  toDefinition: holdOf,
  renderFields: (draft, set) => <HoldFields draft={draft} set={set} />,
  removal: { verb: 'Lift', description: 'What it covers starts again from its next occurrence on. What it has skipped stays skipped.' },
};

interface QuotaDraft {
  limit: number;
  window: string;
}

export const QUOTA_EDITOR: ControlEditor<Quota, QuotaDraft> = {
  noun: 'cap',
  family: quotas,
  toDraft: (cap) => ({ limit: cap?.limit ?? 1_000, window: String(cap?.window ?? '1h') }),
  toDefinition: ({ limit, window }) => ({ limit, window: window.trim() }),
  renderFields: (draft, set) => (
    <>
      <div className={classes.pair}>
        <NumberInput
          label="At most"
          description="Occurrences that begin"
          min={0}
          allowDecimal={false}
          thousandSeparator=","
          value={draft.limit}
          onChange={(value) => set({ limit: Number(value) })}
        />
        <TextInput
          label="In"
          description="Such as 30s, 15m or 1h"
          value={draft.window}
          onChange={(event) => set({ window: event.currentTarget.value })}
        />
      </div>
      <p className={classes.note}>A window starts with the first that begins after the last one ended. What comes beyond it is recorded as skipped.</p>
    </>
  ),
  removal: { verb: 'Delete', description: 'As much as is due begins again from now on, within the other caps.' },
};
