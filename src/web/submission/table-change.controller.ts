import { Body, HttpCode } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { readStatusChange } from '../../domain/submission/bulk-selection';
import {
  parseValidationStatusUid,
  type ValidationStatusUid,
} from '../../domain/submission/validation-status';
import { RepeatableBody } from '../../http/body/incoming-body';
import { DeletedSubmissionService } from '../../modules/submission/deleted/deleted-submission.service';
import { SubmissionRemovalService } from '../../modules/submission/edit/submission-removal.service';
import { ValidationStatusService } from '../../modules/submission/edit/validation-status.service';
import { handleForm, type Sent, textOf, PageController, PostForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { tablePath, withParameters } from './data-query';
import { boundedPayload, readBackPath, readShownSelection, readTableSelection } from './selection-form';
import { DataForms } from './form-columns';
import { presentRefusedChange, presentRemoval } from './deleted.page';
import { presentStatusQuestion } from './status-change.page';

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

  /** Asks first. The form of that page has the selection, so that submissions which arrive meanwhile stay. */
  @PostForm('status')
  @HttpCode(200)
  @Requires('validate_submissions', { see: 'view_submissions' })
  async askStatus(
    access: AssetAccess<'validate_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableBody() sent: Sent,
  ) {
    const [status, target] = [textOf(sent['status']), sent['target'] === 'all' ? 'all' : 'ids'];
    // The choosers of the table keep their choice.
    const back = withParameters(readBackPath(access.assetUid, sent), { status, target });
    const form = await this.forms.getDeployed(access);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(
      async () => {
        readStatus(sent);
        const selection = readTableSelection(form, sent, visitor.zone);
        const ids = await this.statuses.find(access, selection);
        return { payload: boundedPayload(selection, ids), count: ids.length };
      },
      {
        done: (question) => presentStatusQuestion(visitor, project, { ...question, status, back }),
        invalid: (errors) => presentRefusedChange(visitor, project, { errors, back }),
      },
    );
  }

  @PostForm('status/confirmed')
  @HttpCode(303)
  @Requires('validate_submissions', { see: 'view_submissions' })
  async setStatus(
    access: AssetAccess<'validate_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Body() sent: Sent,
  ) {
    const back = readBackPath(access.assetUid, sent);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(
      async () => {
        const uid = readStatus(sent);
        return this.statuses.setMany(visitor.actor, access, {
          selection: readShownSelection(sent['payload']),
          uid,
        });
      },
      {
        done: ({ change, updated }) => {
          const status = textOf(sent['status']);
          const done = { done: 'status', status, changed: String(updated), change: String(change ?? '') };
          return presentRedirect(withParameters(back, done));
        },
        invalid: (errors) => presentRefusedChange(visitor, project, { errors, back }),
      },
    );
  }

  @PostForm('status/undo')
  @HttpCode(303)
  @Requires('validate_submissions', { see: 'view_submissions' })
  async undoStatus(
    access: AssetAccess<'validate_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Body() sent: Sent,
  ) {
    const back = readBackPath(access.assetUid, sent);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(
      async () => this.statuses.undo(visitor.actor, access, readStatusChange(sent['change'])),
      {
        done: ({ updated, skipped }) => {
          const counts = { changed: String(updated), skipped: String(skipped) };
          return presentRedirect(withParameters(back, { done: 'status-undone', ...counts }));
        },
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
    @RepeatableBody() sent: Sent,
  ) {
    const back = readBackPath(access.assetUid, sent);
    const form = await this.forms.getDeployed(access);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(
      async () => {
        const selection = readTableSelection(form, sent, visitor.zone);
        const ids = await this.removal.find(access, selection);
        return { payload: boundedPayload(selection, ids), count: ids.length };
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
      async () => this.removal.removeMany(visitor.actor, access, readShownSelection(sent['payload'])),
      {
        done: () => presentRedirect(withParameters(tableOf(back, access.assetUid), { done: 'deleted' })),
        invalid: (errors) => presentRefusedChange(visitor, project, { errors, back }),
      },
    );
  }
}

/** @throws InvalidError for an unknown status */
function readStatus({ status }: Sent): ValidationStatusUid | null {
  return status === '' ? null : parseValidationStatusUid(status);
}

/** The table with the same filters: the page of a deleted submission is gone. */
function tableOf(back: string, assetUid: string): string {
  return tablePath(assetUid, new URLSearchParams(back.split('?')[1]));
}
