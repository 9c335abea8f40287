// The reason for the result of an occurrence: as text, with the server's code and message.
import { reason } from '../format/words';
import classes from './reason-text.module.css';

export function ReasonText({ code, message }: { code: string | null | undefined; message?: string | null | undefined }) {
  if (!code && !message) return null;
  return (
    <span className={classes.reason}>
      {code && <span title={code}>{reason(code)}</span>}
      {message && (
        <span className={classes.message} dir="auto" title={message}>
          {message}
        </span>
      )}
    </span>
  );
}
