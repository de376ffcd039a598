import { type PlainFields, plainFields } from '../asset/settings-rules';
import { diffPermissionSets, type PermissionSet } from '../permission/permission-set';
import type { Codename } from '../permission/codename';

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

export interface AuditedAsset extends PlainFields {
  readonly name: string;
  readonly assetType: string;
  readonly settings: AuditMetadata;
  readonly contentHash: string | undefined;
  /** Uid of the parent collection. */
  readonly parent: string | null;
  /** Undefined when only the form determines them. */
  readonly reportStyles?: object | undefined;
}

/** Audit event of archiving or unarchiving a deployment. */
export function activation(active: boolean): AssetEvent {
  return { action: active ? 'unarchive' : 'archive', metadata: { active: { old: !active, new: active } } };
}

/** `replace-form` when another form replaced the content. */
export type ContentAction = 'update-content' | 'replace-form';

/** Audit events of an asset update: one each for name, settings and content, one for everything else. */
export function assetEvents(
  before: AuditedAsset,
  after: AuditedAsset,
  contentAction: ContentAction,
): AssetEvent[] {
  const settings = replacedMembers(before.settings, after.settings);
  const others = replacedMembers(otherMembers(before), otherMembers(after));
  const events: AssetEvent[] = [];
  if (before.name !== after.name) {
    events.push({ action: 'update-name', metadata: { name: { old: before.name, new: after.name } } });
  }
  if (!isEmpty(settings)) events.push({ action: 'update-settings', metadata: { settings } });
  if (before.contentHash !== after.contentHash) {
    const hashes = { old: before.contentHash ?? null, new: after.contentHash };
    events.push({ action: contentAction, metadata: { content_hash: hashes } });
  }
  if (!isEmpty(others)) events.push({ action: 'update', metadata: others });
  return events;
}

/** Members without a specific action, by their wire keys. */
function otherMembers(asset: AuditedAsset) {
  const plain = Object.entries(plainFields(asset));
  return {
    asset_type: asset.assetType,
    parent: asset.parent,
    report_styles: asset.reportStyles,
    ...Object.fromEntries(plain.map(([name, value]) => [wireKey(name), value])),
  };
}

/** `map_styles` of `mapStyles`. */
function wireKey(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

/** Actions for granting and revoking permissions of AnonymousUser, where specific ones exist. */
const PUBLIC_ACTIONS: Partial<Record<Codename, readonly [granted: ProjectAction, revoked: ProjectAction]>> = {
  view_asset: ['share-form-publicly', 'unshare-form-publicly'],
  view_submissions: ['share-data-publicly', 'unshare-data-publicly'],
  add_submissions: ['allow-anonymous-submissions', 'disallow-anonymous-submissions'],
};

export interface PermissionChange {
  readonly username: string;
  readonly isAnonymous: boolean;
  readonly before: PermissionSet;
  readonly after: PermissionSet;
}

/** Audit events of a permission change; empty when nothing changed. */
export function permissionEvents(changed: PermissionChange): AssetEvent[] {
  const { add, remove, filtersChanged } = diffPermissionSets(changed.before, changed.after);
  if (add.length + remove.length === 0 && !filtersChanged) return [];
  const publicActions = (codename: Codename) => (changed.isAnonymous ? PUBLIC_ACTIONS[codename] : undefined);
  const publicEvents = (codenames: readonly Codename[], index: 0 | 1): AssetEvent[] =>
    codenames.flatMap((each) => publicActions(each)?.[index] ?? []).map((action) => ({ action }));
  const added = add.filter((each) => publicActions(each) === undefined);
  const removed = remove.filter((each) => publicActions(each) === undefined);
  const hasOtherChanges = added.length + removed.length > 0 || filtersChanged;
  const events = [...publicEvents(add, 0), ...publicEvents(remove, 1)];
  if (hasOtherChanges) {
    const permissions = permissionMetadata(changed, added, removed);
    events.push({ action: 'modify-user-permissions', metadata: { permissions } });
  }
  return events;
}

function permissionMetadata(
  { username, before, after }: PermissionChange,
  added: readonly Codename[],
  removed: readonly Codename[],
) {
  const isPartial = before.partialGrants !== null || after.partialGrants !== null;
  return {
    username,
    added,
    removed,
    ...(isPartial && { filters: { old: before.partialGrants, new: after.partialGrants } }),
  };
}
