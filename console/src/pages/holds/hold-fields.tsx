// Form fields of a hold: reason, selection and time range.
import { Autocomplete, SegmentedControl, TagsInput, Textarea, TextInput } from '@mantine/core';
import { InstantPicker } from '../../ui/instant-picker';
import classes from '../../ui/control/control-form.module.css';
import { ScheduleNames } from '../../ui/schedule-names';
import type { HoldDraft } from './hold-draft';

const CODES = ['legal', 'inactive', 'maintenance', 'incident', 'holiday'];
const COVERS = [
  { value: 'some', label: 'Some schedules' },
  { value: 'all', label: 'Everything' },
];

interface HoldFieldsProps {
  draft: HoldDraft;
  set: (part: Partial<HoldDraft>) => void;
}

export function HoldFields({ draft, set }: HoldFieldsProps) {
  return (
    <>
      <div className={classes.pair}>
        <Autocomplete label="Why, as a code" required data={CODES} value={draft.code} onChange={(code) => set({ code })} />
        <SegmentedControl
          aria-label="What it covers"
          data={COVERS}
          value={draft.isForAll ? 'all' : 'some'}
          onChange={(value) => set({ isForAll: value === 'all' })}
        />
      </div>
      <Textarea
        label="Note"
        description="Why, in words."
        autosize
        minRows={2}
        value={draft.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      {draft.isForAll ? (
        <p className={classes.note}>Nothing of this tenant starts while it counts; every occurrence is recorded as skipped.</p>
      ) : (
        <Selector draft={draft} set={set} />
      )}
      <div className={classes.pair}>
        <InstantPicker label="From" value={draft.from} onChange={(from) => set({ from })} />
        <InstantPicker label="Until" value={draft.until} onChange={(until) => set({ until })} />
      </div>
      <p className={classes.note}>Without a beginning it counts at once, without an end until it is lifted. What runs already goes on.</p>
    </>
  );
}

function Selector({ draft, set }: HoldFieldsProps) {
  return (
    <fieldset className={classes.group}>
      <legend>It covers what matches all of these</legend>
      <ScheduleNames
        label="Schedules"
        description="One of these names."
        value={draft.schedules}
        onChange={(schedules) => set({ schedules })}
      />
      <TagsInput
        label="Labels"
        description="As name:value, Enter after each; all of them."
        placeholder={draft.labels.length === 0 ? 'customer:acme' : ''}
        value={draft.labels}
        onChange={(labels) => set({ labels })}
      />
      <div className={classes.pair}>
        <TextInput
          label="Type of its scope"
          placeholder="engagement"
          value={draft.scopeType}
          onChange={(event) => set({ scopeType: event.currentTarget.value })}
        />
        <TextInput label="Id of its scope" placeholder="4711" value={draft.scopeId} onChange={(event) => set({ scopeId: event.currentTarget.value })} />
      </div>
    </fieldset>
  );
}
