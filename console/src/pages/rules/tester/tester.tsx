// Dry run of the dispatch steps for the next occurrence of a schedule, or for a sample action.
import { Autocomplete, Button, JsonInput, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Schemas } from '../../../api/client';
import { providersQuery } from '../../../api/insight';
import { asProblem, Problem } from '../../../api/problem';
import { testRules } from '../../../api/rule-test';
import { offeredNamesQuery } from '../../../api/some-schedules';
import { readJson } from '../../../format/read-json';
import { ErrorPanel } from '../../../ui/error-panel';
import { Panel } from '../../../ui/panel';
import { Steps } from './steps';
import classes from './tester.module.css';

const route = getRouteApi('/shell/rules');
const SEARCH_AFTER_MS = 150;
const KINDS = [
  { value: 'schedule', label: 'A schedule' },
  { value: 'action', label: 'An action' },
];

export function Tester() {
  const { test } = route.useSearch();
  const navigate = route.useNavigate();
  const [kind, setKind] = useState<'schedule' | 'action'>(test ? 'schedule' : 'action');
  const [schedule, setSchedule] = useState(test ?? '');
  const [action, setAction] = useState({ provider: 'log', kind: 'digest', target: '', payload: '{\n  "to": "team"\n}' });
  const testing = useMutation({
    mutationFn: async () => {
      if (kind === 'action') {
        const payload = readJson('The payload', action.payload);
        return testRules({ action: { ...action, payload } as Schemas['Action'] });
      }
      if (schedule.trim() === '') throw new Problem({ code: 'missing', status: 0, detail: 'Name the schedule whose next occurrence is meant.' });
      return testRules({ schedule: schedule.trim() });
    },
  });
  const begin = useEffectEvent(() => {
    if (test) testing.mutate();
  });
  useEffect(() => begin(), []);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    testing.mutate();
    // The URL contains the tested schedule, so that the result can be shared.
    void navigate({ search: (before) => ({ ...before, test: kind === 'schedule' ? schedule.trim() || undefined : undefined }), replace: true });
  };
  return (
    <Panel title="Try it out">
      <div className={classes.tester}>
        <form className={classes.form} onSubmit={submit}>
          <SegmentedControl size="xs" aria-label="What is tried" data={KINDS} value={kind} onChange={(value) => setKind(value === 'schedule' ? value : 'action')} />
          {kind === 'schedule' ? (
            <ScheduleField value={schedule} onChange={setSchedule} />
          ) : (
            <ActionFields action={action} onChange={(part) => setAction({ ...action, ...part })} />
          )}
          <Button type="submit" variant="default" loading={testing.isPending}>
            What would become of it?
          </Button>
        </form>
        <div className={classes.answer} aria-live="polite">
          {testing.error && <ErrorPanel problem={asProblem(testing.error)} />}
          {testing.data && <Steps report={testing.data} />}
          {!testing.data && !testing.error && <p className={classes.none}>Every step says what it would do now. Nothing is sent, counted or marked.</p>}
        </div>
      </div>
    </Panel>
  );
}

function ScheduleField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const [prefix] = useDebouncedValue(value.trim(), SEARCH_AFTER_MS);
  const names = useQuery(offeredNamesQuery(prefix)).data ?? [];
  return <Autocomplete label="Schedule" description="Its next occurrence" data={names} value={value} onChange={onChange} />;
}

interface SampleAction {
  provider: string;
  kind: string;
  target: string;
  payload: string;
}

function ActionFields({ action, onChange }: { action: SampleAction; onChange: (part: Partial<SampleAction>) => void }) {
  const providers = useQuery(providersQuery);
  return (
    <>
      <div className={classes.pair}>
        <Autocomplete
          label="Provider"
          data={providers.data?.items.map(({ name }) => name) ?? []}
          value={action.provider}
          onChange={(provider) => onChange({ provider })}
        />
        <TextInput label="Kind" value={action.kind} onChange={(event) => onChange({ kind: event.currentTarget.value })} />
      </div>
      <TextInput label="Target" placeholder="https://example.com/hook" value={action.target} onChange={(event) => onChange({ target: event.currentTarget.value })} />
      <JsonInput
        className={classes.mono}
        label="Payload"
        validationError="This is not JSON"
        autosize
        minRows={3}
        value={action.payload}
        onChange={(payload) => onChange({ payload })}
      />
    </>
  );
}
