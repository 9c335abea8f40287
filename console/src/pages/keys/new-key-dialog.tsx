// Shows a new key for copying. The key cannot be shown again.
import { Button, CopyButton, Group, Modal, Stack } from '@mantine/core';
import type { KeyWithSecret } from '../../api/keys';
import { IconCopy } from '../../ui/icons';
import classes from './keys-page.module.css';
import { strings } from './strings';

export function NewKeyDialog({ shown, onClose }: { shown: KeyWithSecret; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={strings.copyTitle} size="lg" closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md">
        <p>{strings.copyText}</p>
        <code className={classes.secret}>{shown.key}</code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={shown.key}>
            {({ copied, copy }) => (
              <Button variant={copied ? 'default' : 'filled'} leftSection={<IconCopy />} onClick={copy}>
                {copied ? strings.copied : strings.copy}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {strings.copyDone}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
