// Revokes a key permanently.
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type Key, keys } from '../../api/keys';
import { Confirm } from '../../ui/confirm';
import { strings } from './strings';

export function RevokeDialog({ apiKey, isOwn, onClose }: { apiKey: Key; isOwn: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const name = apiKey.note || apiKey.id;
  const done = () => {
    notifications.show({ title: name, message: strings.revoked });
    void client.invalidateQueries({ queryKey: ['keys'] });
    onClose();
  };
  return (
    <Confirm title={strings.revokeTitle(name)} verb={strings.revoke} isDangerous hasNote={false} act={() => keys.revoke(apiKey.id)} onDone={done} onClose={onClose}>
      {strings.revokeText} {isOwn && <strong>{strings.revokeOwnText}</strong>}
    </Confirm>
  );
}
