// Form fields for the effect of a dispatch rule and its parameters.
import { Autocomplete, JsonInput, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '../../api/insight';
import classes from '../../ui/control/control-form.module.css';
import { common } from '../../ui/strings';
import { EFFECT_NAMES } from './effect';
import type { RuleFieldsProps } from './rule-fields';
import { EFFECT_TEXTS, effectStrings, strings } from './strings';

export function EffectFields({ draft, set }: RuleFieldsProps) {
  return (
    <fieldset className={classes.group}>
      <legend>{strings.then}</legend>
      <Select
        label={strings.effect}
        description={EFFECT_TEXTS[draft.action]}
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
          label={effectStrings.reason}
          description={effectStrings.reasonDescription}
          required
          value={draft.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      );
    case 'reroute':
      return (
        <Autocomplete
          label={common.provider}
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
          label={effectStrings.patch}
          description={effectStrings.patchDescription}
          validationError={common.invalidJson}
          formatOnBlur
          autosize
          minRows={3}
          value={draft.patch}
          onChange={(patch) => set({ patch })}
        />
      );
    case 'dedup':
    case 'delay':
      return <LengthPart draft={draft} set={set} label={effectStrings.lengths[draft.action]} />;
  }
}

function LengthPart({ draft, set, label }: RuleFieldsProps & { label: string }) {
  return (
    <TextInput
      label={label}
      description={effectStrings.lengthDescription}
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
          label={effectStrings.maximum}
          description={effectStrings.maximumDescription}
          min={1}
          allowDecimal={false}
          value={draft.limit}
          onChange={(value) => set({ limit: Number(value) })}
        />
        <LengthPart draft={draft} set={set} label={effectStrings.lengths.throttle} />
      </div>
      <div className={classes.pair}>
        <Autocomplete
          label={effectStrings.key}
          description={effectStrings.keyDescription}
          data={['tenant', 'schedule']}
          value={draft.key}
          onChange={(key) => set({ key })}
        />
        <Select
          label={effectStrings.beyond}
          description={effectStrings.beyondDescription}
          allowDeselect={false}
          data={[
            { value: 'skip', label: effectStrings.beyondOptions.skip },
            { value: 'wait', label: effectStrings.beyondOptions.wait },
          ]}
          value={draft.beyond}
          onChange={(value) => set({ beyond: value === 'wait' ? 'wait' : 'skip' })}
        />
      </div>
    </>
  );
}
