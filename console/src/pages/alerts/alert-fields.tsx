// Form fields of an alert: conditions, schedules, and the action to send.
import { Autocomplete, Checkbox, JsonInput, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '../../api/insight';
import classes from '../../ui/control/control-form.module.css';
import { ScheduleNames } from '../../ui/schedule-names';
import { common } from '../../ui/strings';
import type { AlertDraft } from './alert-draft';
import alerts from './alerts-page.module.css';
import { CONDITIONS, strings } from './strings';

interface AlertFieldsProps {
  draft: AlertDraft;
  set: (part: Partial<AlertDraft>) => void;
}

export function AlertFields({ draft, set }: AlertFieldsProps) {
  return (
    <>
      <Checkbox.Group label={strings.notifyWhen} value={draft.on} onChange={(on) => set({ on })}>
        <div className={alerts.alarms}>
          {Object.entries(CONDITIONS).map(([name, label]) => (
            <Checkbox key={name} size="xs" value={name} label={label} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.pair}>
        <NumberInput
          label={strings.consecutiveFailures}
          description={strings.consecutiveFailuresDescription}
          min={1}
          allowDecimal={false}
          value={draft.failingAfter}
          onChange={(value) => set({ failingAfter: Number(value) })}
        />
        <TextInput
          label={strings.interval}
          description={strings.intervalDescription}
          value={draft.limit}
          onChange={(event) => set({ limit: event.currentTarget.value })}
        />
      </div>
      <fieldset className={classes.group}>
        <legend>{strings.schedules}</legend>
        <ScheduleNames label={common.schedules} description={common.schedulesDescription} value={draft.schedules} onChange={(schedules) => set({ schedules })} />
        <TagsInput
          label={common.labels}
          description={strings.labelsDescription}
          placeholder={draft.labels.length === 0 ? strings.labelsPlaceholder : ''}
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
      <legend>{strings.message}</legend>
      <div className={classes.pair}>
        <Autocomplete
          label={common.provider}
          required
          data={providers.data?.items.map(({ name }) => name) ?? []}
          value={draft.provider}
          onChange={(provider) => set({ provider })}
        />
        <TextInput
          label={common.target}
          placeholder={strings.targetPlaceholder}
          value={draft.target}
          onChange={(event) => set({ target: event.currentTarget.value })}
        />
      </div>
      <JsonInput
        className={classes.mono}
        label={common.payload}
        description={strings.payloadDescription}
        validationError={common.invalidJson}
        formatOnBlur
        autosize
        minRows={3}
        value={draft.payload}
        onChange={(payload) => set({ payload })}
      />
    </fieldset>
  );
}
