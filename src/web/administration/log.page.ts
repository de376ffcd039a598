import type { AuditEntry } from '../../modules/audit/audit.service';
import { emptyState, pager, type CountedWindow } from '../page/components';
import { entryTable } from '../settings/activity.page';
import { html } from '../page/html';
import type { Visitor } from '../page/visitor';
import { presentAdministrationPage } from './administration-page';

const LOG_PATH = '/administration/activity/';

export function presentLog(visitor: Visitor, entries: readonly AuditEntry[], window: CountedWindow) {
  const body =
    entries.length === 0
      ? emptyState({ title: 'No activity', text: 'Changes and sign-ins are listed here.' })
      : html`${entryTable(entries)} ${pager(LOG_PATH, {}, window)}`;
  return presentAdministrationPage(visitor, LOG_PATH, { title: 'Activity', body });
}
