// Form fields of an alert: conditions, schedules, and the action to send.
import { Autocomplete, Checkbox, JsonInput, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '../../api/insight';
import classes from '../../ui/control/control-form.module.css';
import { ScheduleNames } from '../../ui/schedule-names';
import { ALARM_NAMES, ALARMS } from './alarms';
import type { AlertDraft } from './alert-draft';
import alerts from './alerts-page.module.css';

interface AlertFieldsProps {
  draft: AlertDraft;
  set: (part: Partial<AlertDraft>) => void;
}

export function AlertFields({ draft, set }: AlertFieldsProps) {
  return (
    <>
      <Checkbox.Group label="It tells when" value={draft.on} onChange={(on) => set({ on })}>
        <div className={alerts.alarms}>
          {ALARM_NAMES.map((name) => (
            <Checkbox key={name} size="xs" value={name} label={ALARMS[name]} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.pair}>
        <NumberInput
          label="Failures in a row"
          description="So many count as failing"
          min={1}
          allowDecimal={false}
          value={draft.failingAfter}
          onChange={(value) => set({ failingAfter: Number(value) })}
        />
        <TextInput
          label="At most once in"
          description="About the same alarm of the same schedule"
          value={draft.limit}
          onChange={(event) => set({ limit: event.currentTarget.value })}
        />
      </div>
      <fieldset className={classes.group}>
        <legend>About these schedules; all when nothing is named</legend>
        <ScheduleNames label="Schedules" description="One of these names." value={draft.schedules} onChange={(schedules) => set({ schedules })} />
        <TagsInput
          label="Labels"
          description="As name:value, Enter after each; all of them."
          placeholder={draft.labels.length === 0 ? 'tier:critical' : ''}
          value={draft.labels}
          onChange={(labels) => set({ labels })}
        />
      </fieldset>
      <AlertActionFields draft={draft} set={set} />
    </>
  );
}

function AlertActionFields({ draft, set }: AlertFieldsProps) {
  const providers = useQuery(providersQuery);
  return (
    <fieldset className={classes.group}>
      <legend>What is sent</legend>
      <div className={classes.pair}>
        <Autocomplete
          label="Provider"
          required
          data={providers.data?.items.map(({ name }) => name) ?? []}
          value={draft.provider}
          onChange={(provider) => set({ provider })}
        />
        <TextInput
          label="Target"
          placeholder="https://chat.example.com/hooks/on-call"
          value={draft.target}
          onChange={(event) => set({ target: event.currentTarget.value })}
        />
      </div>
      <JsonInput
        className={classes.mono}
        label="Payload"
        description="{{alarm.message}}, {{alarm.held_back}} and others are filled in."
        validationError="This is not JSON"
        formatOnBlur
        autosize
        minRows={3}
        value={draft.payload}
        onChange={(payload) => set({ payload })}
      />
    </fieldset>
  );
}
