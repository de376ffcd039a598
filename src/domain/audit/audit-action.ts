/** Log of an entry: project history, access log (sign-ins), or neither. */
export type AuditLog = 'project' | 'access' | 'service';

/** Actions of the project history as clients know them (contract-assets 7.9), with their `log_subtype`. */
const PROJECT_ACTIONS = {
  'update-name': 'project',
  'update-settings': 'project',
  'update-content': 'project',
  'replace-form': 'project',
  deploy: 'project',
  redeploy: 'project',
  archive: 'project',
  unarchive: 'project',
  'add-media': 'project',
  'delete-media': 'project',
  'modify-submission': 'project',
  'delete-submission': 'project',
  'restore-submission': 'project',
  'purge-submission': 'project',
  'modify-qa-data': 'project',
  'update-qa': 'project',
  'register-service': 'project',
  'modify-service': 'project',
  'delete-service': 'project',
  'enable-sharing': 'project',
  'modify-sharing': 'project',
  'disable-sharing': 'project',
  'connect-project': 'project',
  'modify-imported-fields': 'project',
  'disconnect-project': 'project',
  'modify-user-permissions': 'permission',
  'clone-permissions': 'permission',
  'share-form-publicly': 'permission',
  'unshare-form-publicly': 'permission',
  'share-data-publicly': 'permission',
  'unshare-data-publicly': 'permission',
  'allow-anonymous-submissions': 'permission',
  'disallow-anonymous-submissions': 'permission',
  export: 'project',
  transfer: 'permission',
} as const;

export type ProjectAction = keyof typeof PROJECT_ACTIONS;

/** Actions on assets that the project history omits. */
export type ServiceAction = 'create' | 'update' | 'delete' | 'undelete' | 'purge';

export type AuditMetadata = Readonly<Record<string, unknown>>;

export interface AssetEvent {
  readonly action: ProjectAction | ServiceAction;
  /** Old and new values, under wire keys where they exist. */
  readonly metadata?: AuditMetadata;
}

export interface AccountEvent {
  readonly action: 'create' | 'update' | 'delete';
  /** Never contains a secret. */
  readonly metadata: AuditMetadata & { readonly account: string };
}

/** Log and subtype of an action. */
export function classifyAction(action: AssetEvent['action']): {
  log: AuditLog;
  subtype?: 'project' | 'permission';
} {
  if (!isProjectAction(action)) return { log: 'service' };
  return { log: 'project', subtype: PROJECT_ACTIONS[action] };
}

function isProjectAction(action: string): action is ProjectAction {
  return Object.hasOwn(PROJECT_ACTIONS, action);
}

export interface Replaced {
  readonly old: unknown;
  readonly new: unknown;
}

/** Members that differ between two objects, with old and new value; null stands for absent. */
export function replacedMembers(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, Replaced> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(
    differing.map((name) => [name, { old: before[name] ?? null, new: after[name] ?? null }]),
  );
}

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
