import { Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Priority, Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { RepeatableQuery } from '../../http/negotiation/request';
import { DeletedSubmissionService } from '../../modules/submission/deleted/deleted-submission.service';
import { BrowserFiles } from '../page/browser-files';
import { doneNotice } from '../page/components';
import { handleForm, type Sent, PageController } from '../page/handle-form';
import { t } from '../../language/message';
import { html, richText } from '../page/html';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { SubmissionAbilities, manyActions } from './selection-form';
import { DataForms } from './form-columns';
import { deletedPath, tablePath, dataParameters, readDataQuery } from './data-query';
import { presentInvalidTable, presentTable, presentUndeployed, type TablePage } from './data-table.page';
import { keptColumns, withKeptColumns, TableRows } from './table-rows';
import { answersNotice } from './answer.page';
import { statusNotice } from './status-change.page';
import { AbortOnDisconnect } from '../../http/reply';

/** Table of submissions. */
@PageController('projects/:uid/data')
export class DataTableController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly table: TableRows,
    private readonly abilities: SubmissionAbilities,
    private readonly deleted: DeletedSubmissionService,
    private readonly files: BrowserFiles,
  ) {}

  @Get()
  @Priority('parsed')
  @Requires('view_submissions', { see: 'view_asset' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableQuery() sent: Sent,
    @Req() request: Request,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    const [project, form, abilities] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.of(access),
      this.abilities.of(visitor.actor, access.assetUid),
    ]);
    if (form === undefined) return presentUndeployed(visitor, project, 'data');
    const view = {
      assetUid: access.assetUid,
      form,
      query: readDataQuery(form, withKeptColumns(request, visitor.actor, sent), visitor.zone),
    };
    const cookies = keptColumns(request, visitor.actor, access.assetUid, { sent, query: view.query });
    const restorable =
      abilities.remove && this.deleted.keptDays > 0 ? deletedPath(access.assetUid) : undefined;
    const isSelectable = abilities.change || abilities.validate || abilities.remove;
    return handleForm(
      () => this.table.page(access, view, signal, { isSelectable, pageLanguage: visitor.language }),
      {
        done: (page) => {
          const last = lastPath(page);
          if (last !== undefined) return presentRedirect(last, cookies);
          return presentTable({ ...visitor, cookies: [...visitor.cookies, ...cookies] }, project, page, {
            scripts: this.files.tags('table'),
            message: html`${doneNotice(sent, doneTexts(restorable))}${answersNotice(sent)}${abilities.validate && statusNotice(visitor, view.assetUid, sent, tablePath(view.assetUid, dataParameters(view.query, form)))}`,
            restorable,
            isEditable: abilities.change,
            actions: manyActions(visitor, view, page.count, abilities, sent),
          });
        },
        invalid: (errors) => presentInvalidTable(visitor, project, errors),
      },
    );
  }
}

/** Path of the last page, in place of one after it. */
function lastPath({ assetUid, query, form, count, rowCount }: TablePage): string | undefined {
  if (rowCount > 0 || count === 0 || query.start === 0) return undefined;
  const start = Math.floor((count - 1) / query.limit) * query.limit;
  return tablePath(assetUid, dataParameters(query, form, { start: start === 0 ? '' : String(start) }));
}

/** @param restorable path of the deleted ones */
function doneTexts(restorable: string | undefined) {
  return {
    deleted:
      restorable === undefined
        ? t('Deleted.')
        : richText('Deleted. <a>Deleted submissions</a> can be restored for a time.', {
            a: (text) => html`<a href="${restorable}">${text}</a>`,
          }),
  };
}
