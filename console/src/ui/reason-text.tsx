// Why an occurrence ended so: in words, with the server's own code and message beside.
import { reason } from '../format/words';
import classes from './reason-text.module.css';

export function ReasonText({ code, message }: { code: string | null | undefined; message?: string | null | undefined }) {
  if (!code && !message) return null;
  return (
    <span className={classes.reason}>
      {code && <span title={code}>{reason(code)}</span>}
      {message && (
        <span className={classes.message} dir="auto">
          {message}
        </span>
      )}
    </span>
  );
}
