// What is sent, and by whom.
import { Autocomplete, JsonInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '../../../api/insight';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';

const TARGETS: Record<string, { label: string; placeholder: string }> = {
  webhook: { label: 'URL', placeholder: 'https://example.com/hooks/digest' },
  queue: { label: 'Queue', placeholder: 'reports' },
  email: { label: 'Address', placeholder: 'team@example.com' },
};

export function ActionFields({ draft, set }: FieldsProps) {
  const { data } = useQuery(providersQuery);
  const target = TARGETS[draft.provider] ?? { label: 'Target', placeholder: 'In the provider’s own terms' };
  return (
    <div className={classes.stack}>
      <div className={classes.pair}>
        <Autocomplete
          label="Provider"
          description="Who sends it"
          required
          data={data?.items.map(({ name }) => name) ?? []}
          value={draft.provider}
          onChange={(provider) => set({ provider })}
        />
        <TextInput
          label={target.label}
          description="Where it goes"
          placeholder={target.placeholder}
          value={draft.target}
          onChange={(event) => set({ target: event.currentTarget.value })}
        />
      </div>
      <JsonInput
        className={classes.mono}
        label="Payload"
        description="JSON. {{period_key}}, {{execution_time}} and others are filled in when it is sent."
        validationError="This is not JSON"
        formatOnBlur
        autosize
        minRows={3}
        spellCheck={false}
        value={draft.payload}
        onChange={(payload) => set({ payload })}
      />
    </div>
  );
}
