// A button that is disabled without the required permission; its tooltip names the permission.
import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { Need } from '../session/permission';
import { usePermission } from '../session/use-session';

interface GuardedButtonProps extends ButtonProps {
  need: Need;
  /** Absent for a submit button. */
  onClick?: () => void;
}

export function GuardedButton({ need, onClick, children, ...button }: GuardedButtonProps) {
  const { allowed, why } = usePermission(need);
  return (
    <Tooltip label={why} disabled={allowed}>
      <Button
        {...button}
        type={allowed && !onClick ? 'submit' : 'button'}
        onClick={allowed ? onClick : undefined}
        data-disabled={!allowed || undefined}
        aria-disabled={!allowed || undefined}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
