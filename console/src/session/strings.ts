// Texts about missing permissions.

export const strings = {
  needsServer: 'Requires access to the whole server',
  needsPermission: (permission: string) => `Requires the permission “${permission}”`,
  needsRole: (role: string) => `Requires the role “${role}”`,
} as const;
