// The account menu: the user, their permissions, and sign-out.
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { session } from '../../api/session';
import { linkToHere } from '../../api/tenant';
import { removeDrafts } from '../../session/drafts';
import { useCaller } from '../../session/use-session';
import { IconPerson } from '../../ui/icons';
import classes from './account-menu.module.css';
import { accountStrings } from './strings';
import { TenantForm } from './tenant-form';

export function AccountMenu() {
  const who = useCaller();
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await session.end();
    client.clear();
    removeDrafts();
    await navigate({ to: '/sign-in' });
  };
  const copy = () => {
    void navigator.clipboard
      .writeText(linkToHere())
      .then(() => notifications.show({ message: accountStrings.copied }))
      .catch(() => notifications.show({ title: accountStrings.notCopied, message: accountStrings.notCopiedText, color: 'red' }));
  };
  const isOpen = who?.mode === 'open';
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={accountStrings.account}>
          <IconPerson />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{isOpen ? accountStrings.noKeys : (who?.actor ?? accountStrings.unknown)}</strong>
          <span>
            {isOpen ? accountStrings.noKeysText : `${who?.role ?? accountStrings.noRole} · ${who?.tenant ?? accountStrings.allTenants}`}
          </span>
        </div>
        {who?.reach === 'all' && <TenantForm />}
        <Menu.Divider />
        <Menu.Item onClick={copy}>{accountStrings.copyLink}</Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/settings' })}>{accountStrings.settings}</Menu.Item>
        {who && !isOpen && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void leave()}>{accountStrings.signOut}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
