import { Get, HttpCode, Param } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { RepeatableBody } from '../../http/body/incoming-body';
import { RepeatableQuery } from '../../http/negotiation/request';
import { NotFoundError, orNotFound } from '../../domain/errors';
import { PermissionService } from '../../modules/permission/permission.service';
import { DeletedSubmissionService } from '../../modules/submission/deleted/deleted-submission.service';
import { SubmissionCopyService } from '../../modules/submission/edit/submission-copy.service';
import { SubmissionHistoryService } from '../../modules/submission/read/submission-history.service';
import {
  MAX_NOTE_LENGTH,
  SubmissionNoteService,
} from '../../modules/submission/edit/submission-note.service';
import { SubmissionService } from '../../modules/submission/read/submission.service';
import { BrowserFiles } from '../page/browser-files';
import { presentRedirect } from '../page/page';
import {
  type FormErrors,
  handleForm,
  lineOf,
  PageController,
  PostForm,
  type Sent,
  textOf,
} from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { SubmissionAbilities } from './selection-form';
import { DataForms } from './form-columns';
import {
  submissionPath,
  dataPage,
  dataParameters,
  deletedPath,
  readDataQuery,
  tablePath,
} from './data-query';
import { readSubmissionRow } from '../../domain/submission/submission-json';
import { presentRefusedChange } from './deleted.page';
import { presentSubmission } from './submission.page';

const MAX_EDITS = 20;
const MAX_NOTES = 100;
const WHOLE = { query: undefined, projection: undefined };

interface Shown {
  readonly sent: Sent;
  /** Text of a refused note. */
  readonly note?: string;
  readonly errors?: FormErrors;
}

/** One submission. */
@PageController('projects/:uid/data/:id')
export class SubmissionPageController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly submissions: SubmissionService,
    private readonly history: SubmissionHistoryService,
    private readonly notes: SubmissionNoteService,
    private readonly permissions: PermissionService,
    private readonly abilities: SubmissionAbilities,
    private readonly copies: SubmissionCopyService,
    private readonly deleted: DeletedSubmissionService,
    private readonly files: BrowserFiles,
  ) {}

  @Get()
  @Requires('view_submissions', { see: 'view_asset' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableQuery() sent: Sent,
  ) {
    try {
      return await this.present(access, id, visitor, { sent });
    } catch (error) {
      // Entries of lists and logs link to submissions that may be deleted since.
      if (error instanceof NotFoundError && (await this.isDeleted(access, id, visitor)))
        return presentRedirect(deletedPath(access.assetUid, Number(id)));
      throw error;
    }
  }

  /** Whether it is deleted, and the visitor may restore it. */
  private async isDeleted(
    { assetUid }: AssetAccess<'view_submissions'>,
    id: string,
    { actor }: Visitor,
  ): Promise<boolean> {
    const access = await this.permissions.authorize(actor, assetUid, 'delete_submissions');
    return access !== undefined && /^\d{1,15}$/.test(id) && this.deleted.isDeleted(access, Number(id));
  }

  private async present(
    access: AssetAccess<'view_submissions'>,
    id: string,
    visitor: Visitor,
    { sent, note = '', errors }: Shown,
  ) {
    const { assetUid } = access;
    const form = await this.forms.getDeployed(access);
    const { json } = await this.submissions.get(access, id, WHOLE);
    const query = { ...readDataQuery(form, sent, visitor.zone), start: 0, after: undefined };
    const row = readSubmissionRow(json);
    const abilities = await this.abilities.of(visitor.actor, assetUid, id);
    const parameters = dataParameters(query, form).toString();
    const page = {
      form,
      row,
      context: {
        assetUid,
        language: query.language,
        pageLanguage: visitor.language,
        isWhole: true,
        parameters,
        editedPath: abilities.change ? submissionPath(assetUid, row.id, parameters) : undefined,
      },
      isFiltered: query.filters.size > 0,
      unsorted: query.sort === '' ? undefined : dataParameters(query, form, { sort: '' }).toString(),
      neighbours: await this.submissions.neighbours(access, row.id, dataPage(query, form)),
      edits: await this.history.edits(access, id, MAX_EDITS),
      notes: await this.notes.list(access, id, { limit: MAX_NOTES, start: 0 }),
      noteForm: abilities.validate
        ? { action: `${submissionPath(assetUid, row.id)}notes/`, text: note, errors }
        : undefined,
      abilities,
      errors,
      scripts: this.files.tags('submission'),
    };
    return presentSubmission(visitor, await this.projects.of(visitor.actor, access), page, sent);
  }

  @PostForm('notes')
  @HttpCode(303)
  @Requires('validate_submissions', { see: 'view_submissions' })
  async addNote(
    access: AssetAccess<'validate_submissions'>,
    @Param('id') id: string,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableBody() sent: Sent,
  ) {
    return handleForm(
      () => this.notes.add(visitor.actor, access, id, lineOf(sent, 'body', MAX_NOTE_LENGTH)),
      {
        done: () => presentRedirect(`${submissionPath(access.assetUid, Number(id))}?done=noted`),
        invalid: async (errors) => {
          const seen = await this.permissions.authorize(visitor.actor, access.assetUid, 'view_submissions');
          return this.present(orNotFound(seen), id, visitor, {
            sent: {},
            note: textOf(sent['body']),
            errors,
          });
        },
      },
    );
  }

  @PostForm('duplicate')
  @HttpCode(303)
  @Requires('change_submissions', { see: 'view_submissions' })
  async duplicate(
    access: AssetAccess<'change_submissions'>,
    @Param('id') id: string,
    @CurrentVisitor() visitor: Visitor,
  ) {
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(() => this.copies.duplicate(visitor.actor, access, id), {
      done: ({ json }) => {
        const copy = submissionPath(access.assetUid, readSubmissionRow(json).id);
        return presentRedirect(`${copy}?done=duplicated`);
      },
      invalid: (errors) => {
        const back = `${tablePath(access.assetUid)}${encodeURIComponent(id)}/`;
        return presentRefusedChange(visitor, project, { errors, back });
      },
    });
  }
}
