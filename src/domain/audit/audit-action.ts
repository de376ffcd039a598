/** What part of the history an entry belongs to: of one project, of sign-ins, or of nothing that has a list of its own. */
export type AuditLog = 'project' | 'access' | 'service';

/** What can happen to a project, in the words that clients know (contract-assets 7.9), and what it is about. */
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

/** What else is done with assets: the history of a project is not about it. */
export type ServiceAction = 'create' | 'update' | 'delete' | 'undelete' | 'purge';

export type AuditMetadata = Readonly<Record<string, unknown>>;

/** Something that happened to an asset. */
export interface AssetEvent {
  readonly action: ProjectAction | ServiceAction;
  /** What was before and what is after, under names that clients know where there are such. */
  readonly metadata?: AuditMetadata;
}

/** Something that happened to an account, or to a token or an application of its. */
export interface AccountEvent {
  readonly action: 'create' | 'update' | 'delete';
  /** Whose `account`, and what of it: never a secret. */
  readonly metadata: AuditMetadata & { readonly account: string };
}

/** The log that an action belongs to, and, of a project's, what it is about. */
export function placeOf(action: AssetEvent['action']): {
  log: AuditLog;
  subtype?: 'project' | 'permission';
} {
  if (!isProjectAction(action)) return { log: 'service' };
  return { log: 'project', subtype: PROJECT_ACTIONS[action] };
}

function isProjectAction(action: string): action is ProjectAction {
  return Object.hasOwn(PROJECT_ACTIONS, action);
}

/** A value before and after a change. */
export interface Replaced {
  readonly old: unknown;
  readonly new: unknown;
}

/** The members that differ between two objects, each as it was and as it is; null stands for one that is not there. */
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
