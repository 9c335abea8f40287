// One schedule: upcoming occurrences, results with reasons, and all operations.
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { asProblem } from '../../api/problem';
import { scheduleQuery } from '../../api/schedules';
import { TABS } from '../../app/search';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHead } from '../../ui/page-head';
import { StatusBadge } from '../../ui/status-badge';
import { ScheduleActions } from './actions/schedule-actions';
import { DefinitionTab } from './definition-tab';
import { HistoryTab } from './history-tab';
import { LedgerTab } from './ledger-tab';
import { NextRuns } from './next-runs';
import { ResultCounters } from './result-counters';
import classes from './schedule-page.module.css';
import { StatusNote } from './status-note';
import { strings } from './strings';
import { TrendsTab } from './trends/trends-tab';
import { WhyTab } from './why/why-tab';

const route = getRouteApi('/shell/schedules/$id');

export function SchedulePage() {
  const { id } = route.useParams();
  const { tab, at } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: schedule, error } = useQuery(scheduleQuery(id));
  if (error && !schedule) return <ErrorPanel problem={asProblem(error)} />;
  if (!schedule) return <PageHead title={id} />;
  const zone = schedule.spec?.timezone ?? 'UTC';
  const show = (value: string | null) => void navigate({ search: (before) => ({ ...before, tab: TABS.find((one) => one === value) }) });
  return (
    <>
      <PageHead
        title={id}
        beside={<StatusBadge state={schedule.status} />}
        lead={schedule.sentence ?? schedule.problem}
        actions={<ScheduleActions schedule={schedule} />}
      />
      {schedule.description && (
        <p className={classes.description} dir="auto">
          {schedule.description}
        </p>
      )}
      <StatusNote schedule={schedule} />
      <div className={classes.top}>
        <NextRuns schedule={schedule} />
        <ResultCounters schedule={schedule} />
      </div>
      <Tabs value={tab ?? 'ledger'} onChange={show} keepMounted={false} className={classes.tabs}>
        <Tabs.List>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {strings.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="ledger">
          <LedgerTab id={id} zone={zone} />
        </Tabs.Panel>
        <Tabs.Panel value="trends">
          <TrendsTab id={id} zone={zone} />
        </Tabs.Panel>
        <Tabs.Panel value="definition">
          <DefinitionTab schedule={schedule} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryTab schedule={schedule} />
        </Tabs.Panel>
        <Tabs.Panel value="why">
          <WhyTab id={id} zone={zone} at={at} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
