// Panel of one provider: description, health, settings, and the circuit breakers of its receivers.
import type { Provider } from '../../api/insight';
import { lines } from '../../format/settings';
import { Panel } from '../../ui/panel';
import { StatusBadge } from '../../ui/status-badge';
import { common } from '../../ui/strings';
import { BreakerRow } from './breaker-row';
import { describeBreaker, describeProvider, receiverWord } from './provider-text';
import type { ProviderSettings } from './providers-page';
import classes from './providers-page.module.css';
import { kindOf } from './receivers';
import { strings } from './strings';

/** Maximum number of receivers shown. Each one costs a request; the others can be found by name. */
const SHOWN_MAX = 30;

interface ProviderPanelProps {
  provider: Provider;
  receivers: string[];
  settings: ProviderSettings;
  /** Number of schedules that use the provider. */
  uses: number;
}

export function ProviderPanel({ provider, receivers, settings, uses }: ProviderPanelProps) {
  const { name, is_healthy, problem } = provider;
  const kind = kindOf(name, settings.own);
  const settingLines = lines(settings.own).filter(({ path }) => path !== 'kind');
  const beside = (
    <span className={classes.beside}>
      <span className={classes.quiet}>{uses > 0 ? common.scheduleCount(uses) : strings.unused}</span>
      <StatusBadge state={is_healthy ? 'ready' : 'unusable'} />
    </span>
  );
  const hidden = receivers.length - SHOWN_MAX;
  return (
    <Panel title={name} beside={beside} flush>
      <div className={classes.about}>
        <p>
          {describeProvider(kind)} {settings.breaker && describeBreaker(settings.breaker)}
        </p>
        {problem && <p className={classes.problem}>{problem}</p>}
        {settingLines.length > 0 && (
          <dl className={classes.settings}>
            {settingLines.map(({ path, text }) => (
              <div key={path}>
                <dt>{path.replaceAll('_', ' ').replaceAll('.', ' · ')}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {receivers.length > 0 && !settings.hasNoBreaker && (
        <table className={classes.breakers} aria-label={strings.breakersOf(name)}>
          <thead>
            <tr>
              <th scope="col">{receiverWord(kind)}</th>
              <th scope="col">{strings.breaker}</th>
              <th scope="col">
                <span className="unseen">{common.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {receivers.slice(0, SHOWN_MAX).map((receiver) => (
              <BreakerRow key={receiver} provider={name} receiver={receiver} />
            ))}
          </tbody>
        </table>
      )}
      {hidden > 0 && <p className={classes.none}>{strings.hidden(hidden)}</p>}
    </Panel>
  );
}
