// The definition of the schedule as JSON.
import { Problem } from '../../api/problem';
import type { Schedule } from '../../api/schedules';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { definitionOf } from './definition-of';
import classes from './schedule-page.module.css';
import { strings } from './strings';

export function DefinitionTab({ schedule }: { schedule: Schedule }) {
  if (schedule.problem) {
    return <ErrorPanel problem={new Problem({ code: 'unreadable', status: 0, detail: schedule.problem })} />;
  }
  return (
    <Panel title={strings.definition(schedule.revision, schedule.source)} flush>
      <pre className={classes.code} tabIndex={0} aria-label={strings.definitionAsJson}>
        {JSON.stringify(definitionOf(schedule), null, 2)}
      </pre>
    </Panel>
  );
}
