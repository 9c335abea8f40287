// Revisions of a schedule, newest first: changed fields, rollback, and the audit entries.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import { revisionsQuery, type Schedule, schedules } from '../../api/schedules';
import { Confirm } from '../../ui/confirm';
import { ErrorPanel } from '../../ui/error-panel';
import { FieldChanges } from '../../ui/field-changes';
import { GuardedButton } from '../../ui/guarded-button';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { AuditEntries } from './audit-entries';
import { changesAt } from './changes-at';
import classes from './history-tab.module.css';
import { strings } from './strings';

export function HistoryTab({ schedule }: { schedule: Schedule }) {
  const { id, revision } = schedule;
  const { data, error } = useQuery(revisionsQuery(id));
  const [target, setTarget] = useState<number>();
  const client = useQueryClient();
  const done = () => {
    setTarget(undefined);
    for (const key of ['schedule', 'schedules']) void client.invalidateQueries({ queryKey: [key] });
  };
  if (error) return <ErrorPanel problem={asProblem(error)} />;
  const items = data?.items ?? [];
  return (
    <div className={classes.history}>
      <Panel title={strings.changes} flush>
        <ol className={classes.changes}>
          {items.map((change, at) => (
            <li key={change.revision}>
              <span className="number">{change.revision}</span>
              <strong>{change.change.replaceAll('_', ' ')}</strong>
              <span>{change.by}</span>
              <RelativeTime at={change.at} />
              {change.revision !== revision && (
                <GuardedButton need={{ role: 'editor' }} size="compact-xs" variant="default" onClick={() => setTarget(change.revision)}>
                  {strings.restoreDialog}
                </GuardedButton>
              )}
              <div className={classes.fields}>
                <FieldChanges changes={changesAt(items, at)} />
              </div>
            </li>
          ))}
        </ol>
      </Panel>
      <AuditEntries id={id} />
      {target !== undefined && (
        <Confirm
          title={strings.restoreTitle(target)}
          verb={strings.restore}
          hasNote={false}
          act={() => schedules.rollback(id, revision, target)}
          onDone={done}
          onClose={() => setTarget(undefined)}
        >
          {strings.restoreText}
        </Confirm>
      )}
    </div>
  );
}
