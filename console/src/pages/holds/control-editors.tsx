// The drawer's editors of holds and quotas.
import { NumberInput, TextInput } from '@mantine/core';
import { type Quota, quotas, type Hold, holds } from '../../api/controls';
import type { ControlEditor } from '../../ui/control/control-drawer';
import classes from '../../ui/control/control-form.module.css';
import { type HoldDraft, holdDraft, holdOf } from './hold-draft';
import { HoldFields } from './hold-fields';
import { quotaStrings, strings } from './strings';

export const HOLD_EDITOR: ControlEditor<Hold, HoldDraft> = {
  noun: strings.noun,
  family: holds,
  toDraft: holdDraft,
  toDefinition: holdOf,
  renderFields: (draft, set) => <HoldFields draft={draft} set={set} />,
  removal: strings.removal,
};

interface QuotaDraft {
  limit: number;
  window: string;
}

export const QUOTA_EDITOR: ControlEditor<Quota, QuotaDraft> = {
  noun: quotaStrings.noun,
  family: quotas,
  toDraft: (quota) => ({ limit: quota?.limit ?? 1_000, window: String(quota?.window ?? '1h') }),
  toDefinition: ({ limit, window }) => ({ limit, window: window.trim() }),
  renderFields: (draft, set) => (
    <>
      <div className={classes.pair}>
        <NumberInput
          label={quotaStrings.maximum}
          description={quotaStrings.maximumDescription}
          min={0}
          allowDecimal={false}
          thousandSeparator=","
          value={draft.limit}
          onChange={(value) => set({ limit: Number(value) })}
        />
        <TextInput
          label={quotaStrings.window}
          description={quotaStrings.windowDescription}
          value={draft.window}
          onChange={(event) => set({ window: event.currentTarget.value })}
        />
      </div>
      <p className={classes.note}>{quotaStrings.text}</p>
    </>
  ),
  removal: quotaStrings.removal,
};
