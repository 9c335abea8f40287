// Cells of one alert: its conditions, schedules and provider.
import { Link } from '@tanstack/react-router';
import type { Alert, ControlDocument } from '../../api/controls';
import { labelTexts } from '../../format/labels';
import row from '../../ui/row-link.module.css';
import { common } from '../../ui/strings';
import { Tags } from '../../ui/tags';
import { CONDITIONS, strings } from './strings';

export function AlertCells({ control }: { control: ControlDocument<Alert> }) {
  const { name, definition: alert, problem } = control;
  const about = [...(alert?.schedules ?? []), ...labelTexts(alert?.labels)];
  const failing = alert?.on.includes('failing') && (alert.failing_after ?? 1) > 1 ? strings.failingAfter(alert.failing_after ?? 1) : '';
  return (
    <>
      <div role="cell" className={row.name}>
        <Link to="/alerts" search={{ alert: name }}>
          {name}
        </Link>
        {alert?.limit && <small>{strings.limit(String(alert.limit))}</small>}
        {problem && <small className={row.bad}>{problem}</small>}
      </div>
      <div role="cell" className={row.soft}>
        {alert && <Tags words={alert.on.map((condition) => CONDITIONS[condition] ?? condition)} />}
        {failing && <div className={row.quiet}>{failing}</div>}
      </div>
      <div role="cell">{about.length > 0 ? <Tags words={about} /> : <span className={row.soft}>{common.allSchedules}</span>}</div>
      <div role="cell" className={row.name}>
        <span>{alert?.action.provider}</span>
        {alert?.action.target && <small title={alert.action.target}>{alert.action.target}</small>}
      </div>
    </>
  );
}
