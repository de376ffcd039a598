import type { AuditEntry } from '../../modules/audit/audit.service';
import { emptyState, pager, recordTable, timeText } from '../page/components';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';
import type { Project } from '../project/project-head';
import { presentProjectPage } from '../project/project-page';
import { settingsPath } from './settings.page';

const MAX_DETAIL_LENGTH = 400;

export function presentActivity(
  visitor: Visitor,
  project: Project,
  entries: readonly AuditEntry[],
  window: { readonly start: number; readonly limit: number; readonly count: number },
) {
  const body = html`<p><a href="${settingsPath(project)}">Settings</a></p>
    ${
      entries.length === 0
        ? emptyState({ title: 'No activity', text: 'Changes of the project are listed here.' })
        : html`<div class="buttons">
              <a class="button quiet" href="/api/v2/assets/${project.uid}/history/export.csv"
                >Download as CSV</a
              >
            </div>
            ${entryTable(entries)} ${pager(settingsPath(project, 'activity/'), {}, window)}`
    }`;
  return presentProjectPage(visitor, project, { tab: 'settings', title: 'Activity', body });
}

export function entryTable(entries: readonly AuditEntry[]): Html {
  return recordTable({
    caption: 'Activity',
    columns: [{ name: 'Time' }, { name: 'Person' }, { name: 'Change' }, { name: 'Details', kind: 'whole' }],
    rows: entries.map((entry) => {
      const details = detailText(entry.metadata);
      return [
        timeText(entry.dateCreated),
        entry.username === '' ? 'The service' : html`<span dir="auto">${entry.username}</span>`,
        actionText(entry.action),
        details === '' ? '' : html`<span class="soft" dir="auto">${details}</span>`,
      ];
    }),
  });
}

/** Actions whose names on the wire are not those of the pages. */
const ACTIONS: Readonly<Record<string, string>> = {
  auth: 'sign in',
  'register-service': 'add webhook',
  'modify-service': 'change webhook',
  'delete-service': 'delete webhook',
  'modify-user-permissions': 'change permissions',
};

/** `update-name` as `Update name`. */
function actionText(action: string): string {
  const words = ACTIONS[action] ?? action.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Keys of every entry of a project, which say nothing about the change. */
const REPEATED: ReadonlySet<string> = new Set([
  'log_subtype',
  'project_owner',
  'latest_version_uid',
  'latest_deployed_version_uid',
]);

function detailText(metadata: AuditEntry['metadata']): string {
  const shown = Object.entries(metadata).filter(([key]) => !REPEATED.has(key));
  const text = shown
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
  return text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH)}…` : text;
}
