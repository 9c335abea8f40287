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
      .then(() => notifications.show({ message: 'The link is copied, with the tenant in it' }))
      .catch(() => notifications.show({ title: 'Not copied', message: 'This browser allows it only over HTTPS or on this machine.', color: 'red' }));
  };
  const isOpen = who?.mode === 'open';
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Account">
          <IconPerson />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{isOpen ? 'No keys yet' : (who?.actor ?? 'Unknown')}</strong>
          <span>
            {isOpen ? 'Whoever reaches this machine may do everything.' : `${who?.role ?? 'nobody'} · ${who?.tenant ?? 'all tenants'}`}
          </span>
        </div>
        {who?.reach === 'all' && <TenantForm />}
        <Menu.Divider />
        <Menu.Item onClick={copy}>Copy a link to this page</Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/settings' })}>Settings</Menu.Item>
        {who && !isOpen && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void leave()}>Sign out</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
