// Cells of one dispatch rule: priority, condition and effect.
import { Link } from '@tanstack/react-router';
import type { ControlDocument, Rule } from '../../api/controls';
import row from '../../ui/row-link.module.css';
import { describeEffect, effectTone } from './effect';
import classes from './rules-page.module.css';
import { strings } from './strings';

export function RuleCells({ control }: { control: ControlDocument<Rule> }) {
  const { name, definition: rule, problem } = control;
  const isOff = rule?.enabled === false;
  return (
    <>
      <div role="cell" className={`${classes.priority} number`}>
        {rule?.priority ?? '–'}
      </div>
      <div role="cell" className={row.name}>
        <Link to="/rules" search={(before) => ({ ...before, rule: name, add: undefined })}>
          {name}
        </Link>
        {isOff ? <small className={classes.off}>{strings.disabled}</small> : rule?.description && <small dir="auto">{rule.description}</small>}
      </div>
      <div role="cell" className={classes.condition} data-off={isOff || undefined}>
        {rule ? <code title={rule.condition}>{rule.condition}</code> : <span className={row.bad}>{problem}</span>}
        {rule?.active && rule.active.length > 0 && (
          <small className={row.quiet}>
            {strings.only(rule.active.map(formatHours).join('; '), rule.timezone ?? 'UTC')}
          </small>
        )}
      </div>
      <div role="cell" className={classes.effect} data-tone={rule && !isOff ? effectTone(rule.then.action) : undefined} dir="auto">
        {rule && describeEffect(rule.then)}
      </div>
    </>
  );
}

type Active = NonNullable<Rule['active']>[number];

/** Formats hours as `Mon Tue 22:00–07:00`. */
function formatHours({ days = [], from, to }: Active): string {
  const named = days.map((day) => day.slice(0, 1).toUpperCase() + day.slice(1, 3)).join(' ');
  const times = from || to ? `${from?.slice(0, 5) ?? '00:00'}–${to?.slice(0, 5) ?? '24:00'}` : '';
  return `${named} ${times}`.trim();
}
