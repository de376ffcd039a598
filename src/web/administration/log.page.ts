import type { AuditEntry } from '../../modules/audit/audit.service';
import { emptyState, pager } from '../page/components';
import { entryTable } from '../settings/activity.page';
import { html } from '../page/html';
import { presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { administrationHead } from './administration-page';

const LOG_PATH = '/administration/activity/';

export function presentLog(
  visitor: Visitor,
  entries: readonly AuditEntry[],
  window: { readonly start: number; readonly limit: number; readonly count: number },
) {
  const body =
    entries.length === 0
      ? emptyState({ title: 'No activity', text: 'Changes and sign-ins are listed here.' })
      : html`${entryTable(entries)} ${pager(LOG_PATH, {}, window)}`;
  return presentHtmlPage(visitor, {
    title: 'Activity',
    body,
    section: 'administration',
    head: administrationHead(LOG_PATH),
  });
}
