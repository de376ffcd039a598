import { type AccountEvent, replacedMembers } from './audit-action';

/** What of an account is told when it changes. */
interface TellableAccount {
  readonly username: string;
  readonly isActive: boolean;
  readonly isSuperuser: boolean;
  readonly email: string;
}

/** What a change of an account is told as; undefined for one that changes nothing. A password is never told. */
export function accountChanged(
  { username, isActive, isSuperuser, email }: TellableAccount,
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
