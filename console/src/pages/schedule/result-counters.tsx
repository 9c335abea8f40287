// Result counters of a schedule.
import type { Schedule } from '../../api/schedules';
import { whole } from '../../format/length';
import { RelativeTime } from '../../ui/instant';
import { OutcomeBar } from '../../ui/outcome-bar';
import { Panel } from '../../ui/panel';
import classes from './schedule-page.module.css';
import { strings } from './strings';

export function ResultCounters({ schedule }: { schedule: Schedule }) {
  const { counters, spec } = schedule;
  return (
    <Panel title={strings.outcomes} beside={<OutcomeBar {...counters} />}>
      <dl className={classes.counters}>
        <div>
          <dt>{strings.succeeded}</dt>
          <dd className="number">{whole(counters.succeeded)}</dd>
        </div>
        <div>
          <dt>{strings.skipped}</dt>
          <dd className="number">{whole(counters.skipped)}</dd>
        </div>
        <div>
          <dt>{strings.failed}</dt>
          <dd className="number" data-tone={counters.failed > 0 ? 'bad' : undefined}>
            {whole(counters.failed)}
          </dd>
        </div>
        <div>
          <dt>{strings.lastSuccess}</dt>
          <dd>{counters.last_success_at ? <RelativeTime at={counters.last_success_at} zone={spec?.timezone} /> : '–'}</dd>
        </div>
        {counters.consecutive_failures > 0 && (
          <div className={classes.failure}>
            <dt>{strings.consecutiveFailures(counters.consecutive_failures)}</dt>
            <dd dir="auto">{counters.last_error ?? strings.noError}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
