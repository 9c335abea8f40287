// Form fields of a dispatch rule: condition, effect and active hours.
import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import classes from '../../ui/control/control-form.module.css';
import { common } from '../../ui/strings';
import { EffectFields } from './effect-fields';
import { HoursFields } from './hours-fields';
import type { RuleDraft } from './rule-draft';
import { strings } from './strings';

export interface RuleFieldsProps {
  draft: RuleDraft;
  set: (part: Partial<RuleDraft>) => void;
}

const ON_ERROR = [
  { value: 'open', label: strings.onErrorOptions.open },
  { value: 'closed', label: strings.onErrorOptions.closed },
];

export function RuleFields({ draft, set }: RuleFieldsProps) {
  return (
    <>
      <Textarea
        className={classes.mono}
        label={strings.condition}
        description={strings.conditionDescription}
        placeholder={strings.emptyCondition}
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
          label={strings.priority}
          description={strings.priorityDescription}
          allowDecimal={false}
          value={draft.priority}
          onChange={(value) => set({ priority: Number(value) })}
        />
        <Select
          label={strings.onError}
          description={strings.onErrorDescription}
          allowDeselect={false}
          data={ON_ERROR}
          value={draft.onError}
          onChange={(value) => set({ onError: value === 'closed' ? 'closed' : 'open' })}
        />
      </div>
      <HoursFields draft={draft} set={set} />
      <TextInput
        label={common.description}
        placeholder={common.purposePlaceholder}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Switch label={strings.enabled} checked={draft.isEnabled} onChange={(event) => set({ isEnabled: event.currentTarget.checked })} />
    </>
  );
}
