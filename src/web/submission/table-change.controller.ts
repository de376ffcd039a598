import { Body, HttpCode } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { readSelection } from '../../domain/submission/bulk-selection';
import { parseValidationStatusUid } from '../../domain/submission/validation-status';
import { DeletedSubmissionService } from '../../modules/submission/deleted/deleted-submission.service';
import { SubmissionRemovalService } from '../../modules/submission/edit/submission-removal.service';
import { ValidationStatusService } from '../../modules/submission/edit/validation-status.service';
import { handleForm, type Sent, PageController, PostForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { tablePath } from './data-query';
import { DataForms, boundedSelection, readBackPath, readTableSelection } from './selection-form';
import { presentRefusedChange, presentRemoval } from './deleted.page';

/** Changes to one or many submissions of the table. */
@PageController('projects/:uid/data')
export class TableChangeController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly statuses: ValidationStatusService,
    private readonly removal: SubmissionRemovalService,
    private readonly deleted: DeletedSubmissionService,
  ) {}

  @PostForm('status')
  @HttpCode(303)
  @Requires('validate_submissions', { see: 'view_submissions' })
  async setStatus(
    access: AssetAccess<'validate_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Body() sent: Sent,
  ) {
    const back = readBackPath(access.assetUid, sent);
    const form = await this.forms.getDeployed(access);
    const { status } = sent;
    const uid = status === '' ? null : parseValidationStatusUid(status);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(
      async () =>
        this.statuses.setMany(visitor.actor, access, { selection: readTableSelection(form, sent), uid }),
      {
        done: () => presentRedirect(withDone(back, 'status')),
        invalid: (errors) => presentRefusedChange(visitor, project, { errors, back }),
      },
    );
  }

  /** Asks first. The form of that page has the selection, so that submissions which arrive meanwhile stay. */
  @PostForm('delete')
  @HttpCode(200)
  @Requires('delete_submissions', { see: 'view_submissions' })
  async askRemoval(
    access: AssetAccess<'delete_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Body() sent: Sent,
  ) {
    const back = readBackPath(access.assetUid, sent);
    const form = await this.forms.getDeployed(access);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(
      async () => {
        const selection = readTableSelection(form, sent);
        const ids = await this.removal.find(access, selection);
        const payload = JSON.stringify(boundedSelection(selection, ids.at(-1) ?? 0));
        return { payload, count: ids.length };
      },
      {
        done: (removal) =>
          presentRemoval(visitor, project, { ...removal, keptDays: this.deleted.keptDays, back }),
        invalid: (errors) => presentRefusedChange(visitor, project, { errors, back }),
      },
    );
  }

  @PostForm('delete/confirmed')
  @HttpCode(303)
  @Requires('delete_submissions', { see: 'view_submissions' })
  async remove(
    access: AssetAccess<'delete_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Body() sent: Sent,
  ) {
    const back = readBackPath(access.assetUid, sent);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(
      async () => this.removal.removeMany(visitor.actor, access, readSelection(sent['payload'])),
      {
        done: () => presentRedirect(withDone(tableOf(back, access.assetUid), 'deleted')),
        invalid: (errors) => presentRefusedChange(visitor, project, { errors, back }),
      },
    );
  }
}

function withDone(path: string, done: string): string {
  const [pathname = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('done', done);
  return `${pathname}?${parameters.toString()}`;
}

/** The table with the same filters: the page of a deleted submission is gone. */
function tableOf(back: string, assetUid: string): string {
  return tablePath(assetUid, new URLSearchParams(back.split('?')[1]));
}
