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
    rows: entries.map((entry) => [
      timeText(entry.dateCreated),
      entry.username === '' ? 'The service' : html`<span dir="auto">${entry.username}</span>`,
      actionText(entry.action),
      html`<span class="soft" dir="auto">${detailText(entry.metadata)}</span>`,
    ]),
  });
}

/** `update-name` as `Update name`. */
function actionText(action: string): string {
  const words = action.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function detailText(metadata: AuditEntry['metadata']): string {
  const shown = Object.entries(metadata).filter(([key]) => key !== 'log_subtype');
  const text = shown
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
  return text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH)}…` : text;
}
