// Form fields of a dispatch rule: condition, effect and active hours.
import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import classes from '../../ui/control/control-form.module.css';
import { EffectFields } from './effect-fields';
import { HoursFields } from './hours-fields';
import type { RuleDraft } from './rule-draft';

export interface RuleFieldsProps {
  draft: RuleDraft;
  set: (part: Partial<RuleDraft>) => void;
}

const ON_ERROR = [
  { value: 'open', label: 'the rule does not hold' },
  { value: 'closed', label: 'the action is refused' },
];

export function RuleFields({ draft, set }: RuleFieldsProps) {
  return (
    <>
      <Textarea
        className={classes.mono}
        label="Condition"
        description="In CEL, over schedule, occurrence, period, payload, metadata, provider, target, kind and now."
        placeholder="kind == 'digest' && now.getHours() < 7"
        required
        autosize
        minRows={2}
        spellCheck={false}
        value={draft.condition}
        onChange={(event) => set({ condition: event.currentTarget.value })}
      />
      <EffectFields draft={draft} set={set} />
      <div className={classes.pair}>
        <NumberInput
          label="Priority"
          description="Smaller is asked first; the first that holds decides"
          allowDecimal={false}
          value={draft.priority}
          onChange={(value) => set({ priority: Number(value) })}
        />
        <Select
          label="When the condition has no answer"
          description="Such as for a member that is not there"
          allowDeselect={false}
          data={ON_ERROR}
          value={draft.onError}
          onChange={(value) => set({ onError: value === 'closed' ? 'closed' : 'open' })}
        />
      </div>
      <HoursFields draft={draft} set={set} />
      <TextInput
        label="Description"
        placeholder="What it is for"
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Switch label="It counts" checked={draft.isEnabled} onChange={(event) => set({ isEnabled: event.currentTarget.checked })} />
    </>
  );
}
