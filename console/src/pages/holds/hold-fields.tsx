// Form fields of a hold: reason, selection and time range.
import { Autocomplete, SegmentedControl, TagsInput, Textarea, TextInput } from '@mantine/core';
import classes from '../../ui/control/control-form.module.css';
import { InstantPicker } from '../../ui/instant-picker';
import { ScheduleNames } from '../../ui/schedule-names';
import { common } from '../../ui/strings';
import type { HoldDraft } from './hold-draft';
import { strings } from './strings';

const CODES = ['legal', 'inactive', 'maintenance', 'incident', 'holiday'];
const SELECTIONS = [
  { value: 'some', label: strings.someSchedules },
  { value: 'all', label: strings.allSchedules },
];

interface HoldFieldsProps {
  draft: HoldDraft;
  set: (part: Partial<HoldDraft>) => void;
}

export function HoldFields({ draft, set }: HoldFieldsProps) {
  return (
    <>
      <div className={classes.pair}>
        <Autocomplete
          label={strings.reasonCode}
          required
          openOnFocus={false}
          data={CODES}
          value={draft.code}
          onChange={(code) => set({ code })}
        />
        <SegmentedControl
          aria-label={strings.selection}
          data={SELECTIONS}
          value={draft.isForAll ? 'all' : 'some'}
          onChange={(value) => set({ isForAll: value === 'all' })}
        />
      </div>
      <Textarea
        label={common.note}
        description={strings.noteDescription}
        autosize
        minRows={2}
        value={draft.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      {draft.isForAll ? (
        <p className={classes.note}>{strings.allText}</p>
      ) : (
        <Selector draft={draft} set={set} />
      )}
      <div className={classes.pair}>
        <InstantPicker label={common.from} value={draft.from} onChange={(from) => set({ from })} />
        <InstantPicker label={common.until} value={draft.until} onChange={(until) => set({ until })} />
      </div>
      <p className={classes.note}>{strings.rangeText}</p>
    </>
  );
}

function Selector({ draft, set }: HoldFieldsProps) {
  return (
    <fieldset className={classes.group}>
      <legend>{strings.selectsMatching}</legend>
      <ScheduleNames
        label={common.schedules}
        description={common.schedulesDescription}
        value={draft.schedules}
        onChange={(schedules) => set({ schedules })}
      />
      <TagsInput
        label={common.labels}
        description={strings.labelsDescription}
        placeholder={draft.labels.length === 0 ? strings.labelsPlaceholder : ''}
        value={draft.labels}
        onChange={(labels) => set({ labels })}
      />
      <div className={classes.pair}>
        <TextInput
          label={strings.scopeType}
          placeholder={strings.scopeTypePlaceholder}
          value={draft.scopeType}
          onChange={(event) => set({ scopeType: event.currentTarget.value })}
        />
        <TextInput
          label={strings.scopeId}
          placeholder={strings.scopeIdPlaceholder}
          value={draft.scopeId}
          onChange={(event) => set({ scopeId: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}
