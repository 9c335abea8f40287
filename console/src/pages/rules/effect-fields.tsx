// Form fields for the effect of a dispatch rule and its parameters.
import { Autocomplete, JsonInput, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '../../api/insight';
import classes from '../../ui/control/control-form.module.css';
import { EFFECT_NAMES, EFFECTS } from './effect';
import type { RuleFieldsProps } from './rule-fields';

const LENGTHS = { dedup: 'Remembered for', throttle: 'In', delay: 'Later by' } as const;

export function EffectFields({ draft, set }: RuleFieldsProps) {
  return (
    <fieldset className={classes.group}>
      <legend>Then</legend>
      <Select
        label="Effect"
        description={EFFECTS[draft.action].description}
        allowDeselect={false}
        data={EFFECT_NAMES}
        value={draft.action}
        onChange={(value) => set({ action: EFFECT_NAMES.find((name) => name === value) ?? 'suppress' })}
      />
      <Parts draft={draft} set={set} />
    </fieldset>
  );
}

function Parts({ draft, set }: RuleFieldsProps) {
  const providers = useQuery(providersQuery);
  switch (draft.action) {
    case 'allow':
      return null;
    case 'deny':
    case 'suppress':
      return (
        <TextInput
          label="Reason"
          description="Shown beside what it stops."
          required
          value={draft.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      );
    case 'reroute':
      return (
        <Autocomplete
          label="Provider"
          required
          data={providers.data?.items.map(({ name }) => name) ?? []}
          value={draft.provider}
          onChange={(provider) => set({ provider })}
        />
      );
    case 'throttle':
      return <ThrottleParts draft={draft} set={set} />;
    case 'modify':
      return (
        <JsonInput
          className={classes.mono}
          label="Merge patch"
          description="RFC 7396: what it names is replaced, null takes away."
          validationError="This is not JSON"
          formatOnBlur
          autosize
          minRows={3}
          value={draft.patch}
          onChange={(patch) => set({ patch })}
        />
      );
    case 'dedup':
    case 'delay':
      return <LengthPart draft={draft} set={set} label={LENGTHS[draft.action]} />;
  }
}

function LengthPart({ draft, set, label }: RuleFieldsProps & { label: string }) {
  return (
    <TextInput
      label={label}
      description="Such as 30s, 15m or 1h"
      value={draft.length}
      onChange={(event) => set({ length: event.currentTarget.value })}
    />
  );
}

function ThrottleParts({ draft, set }: RuleFieldsProps) {
  return (
    <>
      <div className={classes.pair}>
        <NumberInput
          label="At most"
          description="Sent in a window"
          min={1}
          allowDecimal={false}
          value={draft.limit}
          onChange={(value) => set({ limit: Number(value) })}
        />
        <LengthPart draft={draft} set={set} label={LENGTHS.throttle} />
      </div>
      <div className={classes.pair}>
        <Autocomplete
          label="Counted per"
          description="Or payload.NAME"
          data={['tenant', 'schedule']}
          value={draft.key}
          onChange={(key) => set({ key })}
        />
        <Select
          label="What comes beyond it"
          description="Is recorded, or waits"
          allowDeselect={false}
          data={[
            { value: 'skip', label: 'is skipped' },
            { value: 'wait', label: 'waits' },
          ]}
          value={draft.beyond}
          onChange={(value) => set({ beyond: value === 'wait' ? 'wait' : 'skip' })}
        />
      </div>
    </>
  );
}
