// Operations on a schedule. Operations the user may not perform are shown disabled; buttons show the required
// permission.
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schedule } from '../../../api/schedules';
import { usePermission } from '../../../session/use-session';
import { GuardedButton } from '../../../ui/guarded-button';
import { IconBolt, IconDots, IconPause, IconPencil, IconPlay } from '../../../ui/icons';
import { BackfillDialog } from './backfill-dialog';
import { CancelDialog } from './cancel-dialog';
import { DeleteDialog } from './delete-dialog';
import { RunDialog } from './run-dialog';
import { PauseDialog } from './pause-dialog';
import { ResumeDialog } from './resume-dialog';

type Operation = 'pause' | 'resume' | 'fire' | 'backfill' | 'cancel' | 'delete';
const DONE: Record<Operation, string> = {
  pause: 'It rests',
  resume: 'It fires again',
  fire: 'It fires now',
  backfill: 'The range is planned, behind all live work',
  cancel: 'It is canceled',
  delete: 'It is deleted',
};

export interface DialogProps {
  schedule: Schedule;
  onDone: () => void;
  onClose: () => void;
}

export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const [operation, setOperation] = useState<Operation>();
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayOperate = usePermission({ role: 'operator' }).allowed;
  const mayBackfill = usePermission({ permission: 'backfill' }).allowed;
  const mayEdit = usePermission({ role: 'editor' }).allowed;
  const { id, status } = schedule;
  const done = () => {
    if (operation) notifications.show({ title: id, message: DONE[operation] });
    setOperation(undefined);
    for (const key of ['schedule', 'schedules', 'stats', 'occurrences']) void client.invalidateQueries({ queryKey: [key] });
    if (operation === 'delete') void navigate({ to: '/schedules' });
  };
  const dialog = { schedule, onDone: done, onClose: () => setOperation(undefined) };
  const isOver = status === 'canceled' || status === 'finished';
  return (
    <>
      {status === 'active' && (
        <GuardedButton need={{ role: 'operator' }} variant="default" leftSection={<IconPause />} onClick={() => setOperation('pause')}>
          Pause
        </GuardedButton>
      )}
      {(status === 'paused' || status === 'disabled') && (
        <GuardedButton need={{ role: 'operator' }} leftSection={<IconPlay />} onClick={() => setOperation('resume')}>
          Resume
        </GuardedButton>
      )}
      {!isOver && (
        <GuardedButton need={{ permission: 'fire' }} variant="default" leftSection={<IconBolt />} onClick={() => setOperation('fire')}>
          Fire now
        </GuardedButton>
      )}
      <GuardedButton
        need={{ role: 'editor' }}
        variant="default"
        leftSection={<IconPencil />}
        onClick={() => void navigate({ to: '/schedules/$id/edit', params: { id } })}
      >
        Edit
      </GuardedButton>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More">
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!mayBackfill} onClick={() => setOperation('backfill')}>
            Backfill a range…
          </Menu.Item>
          <Menu.Item disabled={!mayOperate || isOver} onClick={() => setOperation('cancel')}>
            Cancel for good…
          </Menu.Item>
          <Menu.Item color="red" disabled={!mayEdit} onClick={() => setOperation('delete')}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {operation === 'pause' && <PauseDialog {...dialog} />}
      {operation === 'resume' && <ResumeDialog {...dialog} />}
      {operation === 'fire' && <RunDialog {...dialog} />}
      {operation === 'backfill' && <BackfillDialog {...dialog} />}
      {operation === 'cancel' && <CancelDialog {...dialog} />}
      {operation === 'delete' && <DeleteDialog {...dialog} />}
    </>
  );
}
