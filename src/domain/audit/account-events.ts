import { type AccountEvent, replacedMembers } from './audit-action';

interface AuditedAccount {
  readonly username: string;
  readonly isActive: boolean;
  readonly isSuperuser: boolean;
  readonly email: string;
}

/** Audit event of an account update; undefined when nothing changed. Never contains the password. */
export function accountChanged(
  { username, isActive, isSuperuser, email }: AuditedAccount,
  change: {
    readonly isActive?: boolean | undefined;
    readonly isSuperuser?: boolean | undefined;
    readonly email?: string | undefined;
  },
  hasNewPassword: boolean,
): AccountEvent | undefined {
  const members = replacedMembers(
    { is_active: isActive, is_superuser: isSuperuser, email },
    {
      is_active: change.isActive ?? isActive,
      is_superuser: change.isSuperuser ?? isSuperuser,
      email: change.email ?? email,
    },
  );
  if (Object.keys(members).length === 0 && !hasNewPassword) return undefined;
  const metadata = { account: username, ...members, ...(hasNewPassword && { password: 'changed' }) };
  return { action: 'update', metadata };
}
