import type { TaskList } from 'graphile-worker';

/** Names of queued jobs up to version 0.1.0, and their identifiers since. */
export const FORMER_JOB_NAMES: Readonly<Record<string, string>> = {
  import: 'imports.run',
  export: 'exports.run',
  'deliver hooks': 'hook-deliveries.dispatch',
  'expire offers that nobody answers': 'ownership-invites.expire',
  'fold the counts of days gone by': 'submission-counts.fold',
  'forget addresses of old sign-ins': 'known-addresses.prune',
  'forget ended OAuth2 grants': 'oauth-grants.delete-expired',
  'forget failed sign-ins': 'failed-sign-ins.prune',
  'forget old logs of hooks': 'hook-logs.prune',
  'forget sessions that are over': 'sessions.delete-expired',
  'forget what changed of assets': 'asset-changes.prune',
  'purge deleted assets': 'deleted-assets.purge',
  'remove exports of callers without an account': 'anonymous-exports.delete',
  'remove renditions of images that are gone': 'renditions.delete-orphans',
  'remove unused snapshots': 'snapshots.delete-unused',
  'sweep files without a row': 'storage.delete-orphans',
};

/** Adds the former names of these tasks, so that jobs queued by an older version run after an upgrade. */
export function withFormerNames(tasks: TaskList): TaskList {
  const aliases = Object.entries(FORMER_JOB_NAMES).flatMap(([former, name]) => {
    const task = tasks[name];
    return task === undefined ? [] : [[former, task] as const];
  });
  return { ...Object.fromEntries(aliases), ...tasks };
}
