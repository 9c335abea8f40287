// Operations on a schedule. Operations the user may not perform are shown disabled; buttons show the required
// permission.
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schedule } from '../../../api/schedules';
import { useMay } from '../../../session/use-session';
import { GuardedButton } from '../../../ui/guarded-button';
import { IconBolt, IconDots, IconPause, IconPencil, IconPlay } from '../../../ui/icons';
import { BackfillDialog } from './backfill-dialog';
import { CancelDialog } from './cancel-dialog';
import { DeleteDialog } from './delete-dialog';
import { FireDialog } from './fire-dialog';
import { PauseDialog } from './pause-dialog';
import { ResumeDialog } from './resume-dialog';

type Asked = 'pause' | 'resume' | 'fire' | 'backfill' | 'cancel' | 'delete';
const DONE: Record<Asked, string> = {
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
  const [asked, ask] = useState<Asked>();
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayOperate = useMay({ role: 'operator' }).allowed;
  const mayBackfill = useMay({ permission: 'backfill' }).allowed;
  const mayEdit = useMay({ role: 'editor' }).allowed;
  const { id, status } = schedule;
  const done = () => {
    if (asked) notifications.show({ title: id, message: DONE[asked] });
    ask(undefined);
    for (const key of ['schedule', 'schedules', 'stats', 'occurrences']) void client.invalidateQueries({ queryKey: [key] });
    if (asked === 'delete') void navigate({ to: '/schedules' });
  };
  const dialog = { schedule, onDone: done, onClose: () => ask(undefined) };
  const isOver = status === 'canceled' || status === 'finished';
  return (
    <>
      {status === 'active' && (
        <GuardedButton need={{ role: 'operator' }} variant="default" leftSection={<IconPause />} onClick={() => ask('pause')}>
          Pause
        </GuardedButton>
      )}
      {(status === 'paused' || status === 'disabled') && (
        <GuardedButton need={{ role: 'operator' }} leftSection={<IconPlay />} onClick={() => ask('resume')}>
          Resume
        </GuardedButton>
      )}
      {!isOver && (
        <GuardedButton need={{ permission: 'fire' }} variant="default" leftSection={<IconBolt />} onClick={() => ask('fire')}>
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
          <Menu.Item disabled={!mayBackfill} onClick={() => ask('backfill')}>
            Backfill a range…
          </Menu.Item>
          <Menu.Item disabled={!mayOperate || isOver} onClick={() => ask('cancel')}>
            Cancel for good…
          </Menu.Item>
          <Menu.Item color="red" disabled={!mayEdit} onClick={() => ask('delete')}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'pause' && <PauseDialog {...dialog} />}
      {asked === 'resume' && <ResumeDialog {...dialog} />}
      {asked === 'fire' && <FireDialog {...dialog} />}
      {asked === 'backfill' && <BackfillDialog {...dialog} />}
      {asked === 'cancel' && <CancelDialog {...dialog} />}
      {asked === 'delete' && <DeleteDialog {...dialog} />}
    </>
  );
}
