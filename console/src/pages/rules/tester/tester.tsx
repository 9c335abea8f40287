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
import { common } from '../../../ui/strings';
import { testStrings as strings } from '../strings';
import { Steps } from './steps';
import classes from './tester.module.css';

const route = getRouteApi('/shell/rules');
const SEARCH_AFTER_MS = 150;
const KINDS = [
  { value: 'schedule', label: strings.schedule },
  { value: 'action', label: strings.action },
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
        const payload = readJson(strings.payloadName, action.payload);
        return testRules({ action: { ...action, payload } as Schemas['Action'] });
      }
      if (schedule.trim() === '') throw new Problem({ code: 'missing', status: 0, detail: strings.scheduleMissing });
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
    <Panel title={strings.title}>
      <div className={classes.tester}>
        <form className={classes.form} onSubmit={submit}>
          <SegmentedControl size="xs" aria-label={strings.subject} data={KINDS} value={kind} onChange={(value) => setKind(value === 'schedule' ? value : 'action')} />
          {kind === 'schedule' ? (
            <ScheduleField value={schedule} onChange={setSchedule} />
          ) : (
            <ActionFields action={action} onChange={(part) => setAction({ ...action, ...part })} />
          )}
          <Button type="submit" variant="default" loading={testing.isPending}>
            {strings.test}
          </Button>
        </form>
        <div className={classes.answer} aria-live="polite">
          {testing.error && <ErrorPanel problem={asProblem(testing.error)} />}
          {testing.data && <Steps report={testing.data} />}
          {!testing.data && !testing.error && <p className={classes.none}>{strings.empty}</p>}
        </div>
      </div>
    </Panel>
  );
}

function ScheduleField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const [prefix] = useDebouncedValue(value.trim(), SEARCH_AFTER_MS);
  const names = useQuery(offeredNamesQuery(prefix)).data ?? [];
  return <Autocomplete label={common.schedule} description={strings.scheduleDescription} data={names} value={value} onChange={onChange} />;
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
          label={common.provider}
          data={providers.data?.items.map(({ name }) => name) ?? []}
          value={action.provider}
          onChange={(provider) => onChange({ provider })}
        />
        <TextInput label={strings.kind} value={action.kind} onChange={(event) => onChange({ kind: event.currentTarget.value })} />
      </div>
      <TextInput label={common.target} placeholder={strings.targetPlaceholder} value={action.target} onChange={(event) => onChange({ target: event.currentTarget.value })} />
      <JsonInput
        className={classes.mono}
        label={common.payload}
        validationError={common.invalidJson}
        autosize
        minRows={3}
        value={action.payload}
        onChange={(payload) => onChange({ payload })}
      />
    </>
  );
}
