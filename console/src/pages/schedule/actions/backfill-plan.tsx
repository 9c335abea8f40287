// Preview of a backfill.
import type { Schemas } from '../../../api/client';
import { exact } from '../../../format/instant';
import { Panel } from '../../../ui/panel';
import { backfillStrings as strings } from './strings';

export function BackfillPlan({ plan, zone }: { plan: Schemas['BackfillResult']; zone: string }) {
  return (
    <Panel title={strings.plan(plan.new, plan.reopened, plan.untouched)}>
      {plan.first && plan.last ? (
        <p>
          {strings.range(exact(plan.first, zone), exact(plan.last, zone))} {plan.is_cut && strings.cut}
        </p>
      ) : (
        <p>{strings.empty}</p>
      )}
    </Panel>
  );
}
