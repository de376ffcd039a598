import { Get, HttpCode, Param } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { InvalidError, orNotFound } from '../../domain/errors';
import { type BulkSelection, readSelection, selectionDigest } from '../../domain/submission/bulk-selection';
import { RepeatableBody } from '../../http/body/incoming-body';
import { RepeatableQuery } from '../../http/negotiation/request';
import { DeletedSubmissionService } from '../../modules/submission/deleted/deleted-submission.service';
import { handleForm, type Sent, PageController, PostForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { DataForms } from './form-columns';
import { deletedPath, readDataQuery } from './data-query';
import { readSubmissionRow } from '../../domain/submission/submission-json';
import { NOTHING_SELECTED } from './selection-form';
import { presentDeleted, presentDeletedList, presentRefusedChange } from './deleted.page';

const PAGE_SIZE = 50;
const SEE = { see: 'view_submissions' } as const;

/** Deleted submissions, to look at and to restore. */
@PageController('projects/:uid/data/deleted')
export class DeletedPageController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly deleted: DeletedSubmissionService,
  ) {}

  @Get()
  @Requires('delete_submissions', SEE)
  async list(
    access: AssetAccess<'delete_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableQuery() sent: Sent,
  ) {
    const window = { limit: PAGE_SIZE, start: startOf(sent['start']) };
    const page = await this.deleted.list(access, window);
    const digest = selectionDigest(page.count > 1 ? await this.deleted.findAll(access) : []);
    const project = await this.projects.of(visitor.actor, access);
    return presentDeletedList(
      visitor,
      project,
      { ...page, ...window, digest, keptDays: this.deleted.keptDays },
      sent,
    );
  }

  @PostForm('restore')
  @HttpCode(303)
  @Requires('delete_submissions', SEE)
  async restore(
    access: AssetAccess<'delete_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableBody() sent: Sent,
  ) {
    const back = deletedPath(access.assetUid);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(async () => this.deleted.restore(visitor.actor, access, selectionOf(sent)), {
      done: ({ conflicts }) =>
        presentRedirect(`${back}?done=${conflicts.length > 0 ? 'some-restored' : 'restored'}`),
      invalid: (errors) => presentRefusedChange(visitor, project, { errors, back }),
    });
  }

  @Get(':deleted')
  @Requires('delete_submissions', SEE)
  async show(
    access: AssetAccess<'delete_submissions'>,
    @Param('deleted') id: string,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableQuery() sent: Sent,
  ) {
    const form = await this.forms.getDeployed(access);
    const { json } = await this.deleted.get(
      access,
      orNotFound(/^\d{1,15}$/.test(id) ? Number(id) : undefined),
    );
    const { submission, ...deletion } = JSON.parse(json) as {
      date_deleted: string;
      deleted_by: string | null;
      date_purged: string;
      submission: object;
    };
    const page = {
      form,
      // Files are out of reach until the submission is restored: their names are shown.
      row: readSubmissionRow(JSON.stringify({ ...submission, _attachments: [] })),
      language: readDataQuery(form, sent, visitor.zone).language,
      deletedAt: new Date(deletion.date_deleted),
      deletedBy: deletion.deleted_by,
      purgedAt: new Date(deletion.date_purged),
    };
    return presentDeleted(visitor, await this.projects.of(visitor.actor, access), page);
  }
}

/** @throws InvalidError without a selection */
function selectionOf({ target, ids, digest }: Sent): BulkSelection {
  if (target === 'all') return typeof digest === 'string' ? { kind: 'all', digest } : { kind: 'all' };
  if (ids === undefined) throw new InvalidError(NOTHING_SELECTED);
  return readSelection({ submission_ids: [ids].flat() });
}

function startOf(text: unknown): number {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
