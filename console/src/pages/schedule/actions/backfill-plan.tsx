// Preview of a backfill.
import type { Schemas } from '../../../api/client';
import { exact } from '../../../format/instant';
import { whole } from '../../../format/length';
import { Panel } from '../../../ui/panel';

export function BackfillPlan({ plan, zone }: { plan: Schemas['BackfillResult']; zone: string }) {
  return (
    <Panel title={`${whole(plan.new)} would run, ${whole(plan.reopened)} again, ${whole(plan.untouched)} stay as they are`}>
      {plan.first && plan.last ? (
        <p>
          From {exact(plan.first, zone)} to {exact(plan.last, zone)}
          {plan.is_cut && '; the range holds more than the limit, and the rest is left out'}.
        </p>
      ) : (
        <p>The rule never fires in this range.</p>
      )}
    </Panel>
  );
}
