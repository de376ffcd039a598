import { Get, Query } from '@nestjs/common';
import { SuperuserOnly } from '../../authorization/policy';
import { AuditService, type AuditEntry } from '../../modules/audit/audit.service';
import { PageController, readStart, type Sent } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { emptyState, pager, type CountedWindow } from '../page/components';
import { entryTable } from '../settings/activity.controller';
import { html } from '../page/html';
import { presentAdministrationPage } from './administration-page';
import { t } from '../../language/message';

const LOG_PATH = '/administration/activity/';

function presentLog(visitor: Visitor, entries: readonly AuditEntry[], window: CountedWindow) {
  const body =
    entries.length === 0
      ? emptyState({ title: t('No activity'), text: t('Changes and sign-ins are listed here.') })
      : html`${entryTable(entries, { showsProjects: true })} ${pager(LOG_PATH, {}, window)}`;
  return presentAdministrationPage(visitor, LOG_PATH, { title: t('Activity'), body });
}

const ENTRIES_PER_PAGE = 50;

/** Audit log of the service, for superusers. */
@PageController('administration/activity')
export class LogController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @SuperuserOnly()
  async list(@CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    const window = { start: readStart(query), limit: ENTRIES_PER_PAGE };
    const { items, count } = await this.audit.list({}, undefined, window);
    return presentLog(visitor, items, { ...window, count });
  }
}
