import { Get, Query } from '@nestjs/common';
import { SuperuserOnly } from '../../authorization/policy';
import { AuditService } from '../../modules/audit/audit.service';
import { PageController } from '../page/page-controller';
import { readStart, type Sent } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentLog } from './log.page';

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
