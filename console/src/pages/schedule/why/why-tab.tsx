// Explains why the schedule ran, or did not run, at a selected instant.
import { Button, Group } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { asProblem } from '../../../api/problem';
import { whyQuery } from '../../../api/schedules';
import { fromWallClock, toWallClock } from '../../../format/wall-clock';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorPanel } from '../../../ui/error-panel';
import { common } from '../../../ui/strings';
import { whyStrings as strings } from '../strings';
import { WhyAnswer } from './why-answer';
import classes from './why-tab.module.css';

const route = getRouteApi('/shell/schedules/$id');

export function WhyTab({ id, zone, at }: { id: string; zone: string; at: string | undefined }) {
  const navigate = route.useNavigate();
  const selectInstant = (instant: string | undefined) => void navigate({ search: { tab: 'why', at: instant }, replace: at !== undefined });
  const { data, error } = useQuery({ ...whyQuery(id, at ?? ''), enabled: at !== undefined });
  return (
    <div className={classes.why}>
      <Group align="flex-end" gap="xs">
        <DateTimePicker
          label={common.inZone(strings.instant, zone)}
          placeholder={strings.instantPlaceholder}
          withSeconds
          clearable
          className={classes.picker}
          value={at ? toWallClock(at, zone) : null}
          onChange={(value) => selectInstant(value ? fromWallClock(value, zone) : undefined)}
        />
        <Button variant="default" onClick={() => selectInstant(new Date().toISOString())}>
          {common.now}
        </Button>
        {data?.evaluation?.previous && (
          <Button variant="default" onClick={() => selectInstant(data.evaluation?.previous ?? undefined)}>
            {strings.previousRun}
          </Button>
        )}
        {data?.evaluation?.next && (
          <Button variant="default" onClick={() => selectInstant(data.evaluation?.next ?? undefined)}>
            {strings.nextRun}
          </Button>
        )}
      </Group>
      {error && <ErrorPanel problem={asProblem(error)} />}
      {at && data && <WhyAnswer why={data} zone={zone} />}
      {!at && (
        <EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>
      )}
    </div>
  );
}
