import { Get } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { RepeatableQuery } from '../../http/negotiation/query';
import { BrowserFiles } from '../page/browser-files';
import { doneNotice } from '../page/components';
import { handleForm } from '../page/handle-form';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { Sent } from '../page/sent-form';
import { Projects } from '../project/project-head';
import { DataForms } from './data-forms';
import { readDataQuery } from './data-query';
import { presentInvalidTable, presentTable, presentUndeployed } from './data-table.page';
import { manyActions } from './many-actions';
import { SubmissionAbilities } from './submission-abilities';
import { TableRows } from './table-rows';
import { AbortOnDisconnect } from '../../http/disconnect';

/** Table of submissions. */
@PageController('projects/:uid/data')
export class DataTableController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly table: TableRows,
    private readonly abilities: SubmissionAbilities,
    private readonly files: BrowserFiles,
  ) {}

  @Get()
  @Requires('view_submissions', { see: 'view_asset' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableQuery() sent: Sent,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    const [project, form, abilities] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.of(access),
      this.abilities.of(visitor.actor, access.assetUid),
    ]);
    if (form === undefined) return presentUndeployed(visitor, project, 'data');
    const view = { assetUid: access.assetUid, form, query: readDataQuery(form, sent) };
    const isSelectable = abilities.validate || abilities.remove;
    return handleForm(() => this.table.page(access, view, signal, { isSelectable }), {
      done: (page) =>
        presentTable(visitor, project, page, {
          scripts: this.files.tags('table'),
          message: doneNotice(sent, DONE),
          actions: manyActions(visitor, view, page.count, abilities),
        }),
      invalid: (errors) => presentInvalidTable(visitor, project, errors),
    });
  }
}

const DONE = { status: 'The status was set.', deleted: 'Deleted.' };
