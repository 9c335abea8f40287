// Result counters of a schedule.
import type { Schedule } from '../../api/schedules';
import { whole } from '../../format/length';
import { RelativeTime } from '../../ui/instant';
import { OutcomeBar } from '../../ui/outcome-bar';
import { Panel } from '../../ui/panel';
import classes from './schedule-page.module.css';

export function ResultCounters({ schedule }: { schedule: Schedule }) {
  const { counters, spec } = schedule;
  return (
    <Panel title="Came of it" beside={<OutcomeBar {...counters} />}>
      <dl className={classes.tally}>
        <div>
          <dt>Done</dt>
          <dd className="number">{whole(counters.succeeded)}</dd>
        </div>
        <div>
          <dt>Skipped</dt>
          <dd className="number">{whole(counters.skipped)}</dd>
        </div>
        <div>
          <dt>Failed</dt>
          <dd className="number" data-tone={counters.failed > 0 ? 'bad' : undefined}>
            {whole(counters.failed)}
          </dd>
        </div>
        <div>
          <dt>Last success</dt>
          <dd>{counters.last_success_at ? <RelativeTime at={counters.last_success_at} zone={spec?.timezone} /> : '–'}</dd>
        </div>
        {counters.consecutive_failures > 0 && (
          <div className={classes.failure}>
            <dt>{whole(counters.consecutive_failures)} in a row, the last because</dt>
            <dd dir="auto">{counters.last_error ?? 'it did not say'}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
