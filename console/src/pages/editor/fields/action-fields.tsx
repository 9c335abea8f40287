// Fields of the action: provider, target, a form for each provider, and the payload as JSON.
import { Autocomplete, Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '../../../api/insight';
import { JsonField } from '../../../ui/json-field';
import { common } from '../../../ui/strings';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';
import { type FormField, formOf, textIn, withText } from '../providers/provider-forms';
import { actionStrings as strings } from '../strings';

export function ActionFields({ draft, set }: FieldsProps) {
  const { data } = useQuery(providersQuery);
  const form = formOf(draft.provider);
  const found = data?.items.find(({ name }) => name === draft.provider);
  const isEmpty = draft.payload.trim() === '' || draft.payload.trim() === '{}';
  const setMetadata = (name: string, value: string) => {
    const { [name]: _, ...rest } = draft.metadata;
    set({ metadata: value ? { ...rest, [name]: value } : rest });
  };
  return (
    <div className={classes.stack}>
      <div className={classes.pair}>
        <Autocomplete
          label={common.provider}
          description={strings.providerDescription}
          required
          data={data?.items.map(({ name }) => name) ?? []}
          value={draft.provider}
          error={data && draft.provider && !found ? strings.unknownProvider : found && !found.is_healthy ? (found.problem ?? strings.unavailable) : undefined}
          onChange={(provider) => set({ provider })}
        />
        {form.target && (
          <TextInput
            label={form.target.label}
            description={form.target.description}
            placeholder={form.target.placeholder}
            value={draft.target}
            onChange={(event) => set({ target: event.currentTarget.value })}
          />
        )}
      </div>
      {form.metadata.length > 0 && (
        <div className={classes.pair}>
          {form.metadata.map((field) => (
            <FormFieldInput key={field.name} field={field} value={draft.metadata[field.name] ?? ''} onChange={(value) => setMetadata(field.name, value)} />
          ))}
        </div>
      )}
      {form.payload.map((field) => {
        const value = textIn(draft.payload, field.name);
        return (
          value !== undefined && (
            <FormFieldInput key={field.name} field={field} value={value} onChange={(text) => set({ payload: withText(draft.payload, field.name, text) })} />
          )
        );
      })}
      <JsonField
        label={common.payload}
        description={strings.payloadDescription}
        value={draft.payload}
        onChange={(payload) => set({ payload })}
      />
      {isEmpty && form.sample !== undefined && (
        <Button size="compact-xs" variant="default" className={classes.start} onClick={() => set({ payload: JSON.stringify(form.sample, null, 2) })}>
          {strings.insertExample}
        </Button>
      )}
    </div>
  );
}

function FormFieldInput({ field, value, onChange }: { field: FormField; value: string; onChange: (value: string) => void }) {
  const { label, description, placeholder, choices } = field;
  if (choices) {
    const [usual = ''] = choices;
    const data = choices.map((choice) => ({ value: choice, label: choice || strings.scheduleDefault }));
    return (
      <Select
        label={label}
        description={description}
        allowDeselect={false}
        data={data}
        value={value || usual}
        onChange={(chosen) => onChange(chosen === usual ? '' : (chosen ?? ''))}
      />
    );
  }
  return (
    <TextInput label={label} description={description} placeholder={placeholder} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
