import { parse } from 'node:querystring';
import { Get, HttpCode, Param } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import { DeniedError, InvalidError, NotFoundError, StaleStateError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { type BulkSelection, readBulkEdit, readSelection } from '../../domain/submission/bulk-selection';
import { RepeatableBody } from '../../http/body/incoming-body';
import { RepeatableQuery } from '../../http/negotiation/request';
import { Reply } from '../../http/reply';
import { PermissionService } from '../../modules/permission/permission.service';
import { BulkEditService } from '../../modules/submission/edit/bulk-edit.service';
import { SubmissionHistoryService } from '../../modules/submission/read/submission-history.service';
import { SubmissionService } from '../../modules/submission/read/submission.service';
import { UTC } from '../../domain/time-zone';
import {
  type FormErrors,
  handleForm,
  PageController,
  PostForm,
  type Sent,
  textOf,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { type AnswerForm, presentAnswerForm, presentManyAnswers, presentRefusedAnswers } from './answer.page';
import { answerPath, isEditable, readAnswer, storedAnswer } from './answer-field';
import { DataForms, type FormColumns, type QuestionColumn } from './form-columns';
import { readDataQuery, type TableView, withParameters } from './data-query';
import { type SubmissionRow, readSubmissionRow } from '../../domain/submission/submission-json';
import { presentRefusedChange } from './deleted.page';
import {
  boundedPayload,
  readBackPath,
  readShownSelection,
  readTableSelection,
  renewedPayload,
} from './selection-form';
import { rowFragment } from './table-rows';

type Access = AssetAccess<'change_submissions'>;

const SEE = { see: 'view_submissions' } as const;
const WHOLE = { query: undefined, projection: undefined };

/** Answers of one or many submissions, edited beside the table as by the API. */
@PageController('projects/:uid/data')
export class AnswerController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionService,
    private readonly history: SubmissionHistoryService,
    private readonly edits: BulkEditService,
  ) {}

  @Get(':id/answer')
  @Requires('change_submissions', SEE)
  async showAnswer(
    access: Access,
    @Param('id') id: string,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableQuery() sent: Sent,
  ) {
    const form = await this.forms.getDeployed(access);
    const question = questionOf(form, sent);
    const row = await this.rowOf(visitor, access, id);
    const project = await this.projects.of(visitor.actor, access);
    return presentAnswerForm(visitor, project, answerForm(access.assetUid, form, { question, row, sent }));
  }

  @PostForm(':id/answer')
  @HttpCode(303)
  @Requires('change_submissions', SEE)
  async setAnswer(
    access: Access,
    @Param('id') id: string,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableBody() sent: Sent,
  ) {
    const { assetUid } = access;
    const form = await this.forms.getDeployed(access);
    const question = questionOf(form, sent);
    const row = await this.rowOf(visitor, access, id);
    const before = lineFeeds(textOf(sent['before']));
    return handleForm(
      async () => {
        const answer = readAnswer(question, sent, storedAnswer(question, row.answers));
        const edit = answerEdit({ kind: 'ids', ids: [row.id] }, question, answer);
        const [result] = await this.edits.edit(visitor.actor, access, edit, ({ json }) => {
          const stored = storedAnswer(question, readSubmissionRow(json).answers);
          if (lineFeeds(stored) !== before && stored !== answer) throw new StaleStateError('');
        });
        if (result?.error !== undefined) throw new InvalidError(result.error);
      },
      {
        done: async () => {
          if (sent['view'] === undefined) {
            const done = { done: 'answers', changed: '1' };
            return presentRedirect(withParameters(readBackPath(assetUid, sent), done));
          }
          const view = tableView({ assetUid, form, zone: visitor.zone }, textOf(sent['view']));
          const changed = await this.rowOf(visitor, access, id).catch(noneIfHidden);
          const row = changed === undefined ? '' : rowFragment(changed, view, visitor.language);
          return new Reply(200, row, {
            'Content-Type': 'text/html; charset=utf-8',
            'Cache-Control': 'no-store',
          });
        },
        invalid: async (errors) => {
          const changed = await this.rowOf(visitor, access, id);
          const shown = answerForm(assetUid, form, { question, row: changed, sent });
          const project = await this.projects.of(visitor.actor, access);
          const value = [sent['answer'] ?? []].flat().map(textOf).join(' ');
          const told = errors.isStale ? await this.withEditor(visitor, access, id, errors) : errors;
          return presentAnswerForm(visitor, project, { ...shown, value }, told);
        },
      },
    );
  }

  /** Asks for the question and the answer. The form has the selection, so that submissions which arrive meanwhile stay. */
  @PostForm('edit')
  @HttpCode(200)
  @Requires('change_submissions', SEE)
  async askAnswers(access: Access, @CurrentVisitor() visitor: Visitor, @RepeatableBody() sent: Sent) {
    const back = readBackPath(access.assetUid, sent);
    const form = await this.forms.getDeployed(access);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(
      async () => {
        const chosen = sent['question'] === undefined ? undefined : questionOf(form, sent);
        const selection =
          sent['payload'] === undefined
            ? readTableSelection(form, sent, visitor.zone)
            : readSelection(sent['payload']);
        const ids = await this.edits.find(access, selection);
        const payload =
          sent['payload'] === undefined
            ? boundedPayload(selection, ids)
            : renewedPayload(textOf(sent['payload']), ids);
        return { payload, count: ids.length, question: chosen };
      },
      {
        done: (found) =>
          presentManyAnswers(visitor, project, {
            ...found,
            columns: form.columns,
            value: '',
            language: languageOf(form, back),
            back,
          }),
        invalid: (errors) => presentRefusedChange(visitor, project, { errors, back }),
      },
    );
  }

  @PostForm('edit/confirmed')
  @HttpCode(303)
  @Requires('change_submissions', SEE)
  async setAnswers(access: Access, @CurrentVisitor() visitor: Visitor, @RepeatableBody() sent: Sent) {
    const back = readBackPath(access.assetUid, sent);
    const form = await this.forms.getDeployed(access);
    const project = await this.projects.of(visitor.actor, access);
    const question = questionOf(form, sent);
    return handleForm(
      async () => {
        const answer = readAnswer(question, sent);
        return this.edits.edit(
          visitor.actor,
          access,
          answerEdit(readShownSelection(sent['payload']), question, answer),
        );
      },
      {
        done: (results) =>
          results.some(({ error }) => error !== undefined)
            ? presentRefusedAnswers(visitor, project, { results, back })
            : presentRedirect(withParameters(back, { done: 'answers', changed: String(results.length) })),
        invalid: (errors) => {
          if (errors.isStale) return presentRefusedChange(visitor, project, { errors, back });
          return presentManyAnswers(
            visitor,
            project,
            {
              payload: textOf(sent['payload']),
              count: Number(textOf(sent['count'])) || 1,
              columns: form.columns,
              question,
              value: [sent['answer'] ?? []].flat().map(textOf).join(' '),
              language: languageOf(form, back),
              back,
            },
            errors,
          );
        },
      },
    );
  }

  /** @throws NotFoundError, DeniedError outside the partial permission to change */
  private async rowOf({ actor }: Visitor, access: Access, id: string): Promise<SubmissionRow> {
    const viewing = await this.permissions.authorize(actor, access.assetUid, 'view_submissions');
    if (viewing === undefined) throw new NotFoundError();
    const { json } = await this.submissions.get(viewing, id, WHOLE);
    if (access.filter !== undefined && !(await this.submissions.isCovered(access, id)))
      throw new DeniedError();
    return readSubmissionRow(json);
  }

  /** The error with the name of who made the newer edit, and when. */
  private async withEditor(
    { actor }: Visitor,
    access: Access,
    id: string,
    errors: FormErrors,
  ): Promise<FormErrors> {
    const viewing = await this.permissions.authorize(actor, access.assetUid, 'view_submissions');
    const edit = viewing && (await this.history.edits(viewing, id, 1)).items[0];
    if (edit === undefined)
      return {
        ...errors,
        message: 'Somebody changed this answer, after you opened it. Nothing was saved.',
      };
    const time = edit.editedAt.toISOString().slice(11, 16);
    const message =
      edit.editedBy === null
        ? `Somebody without an account changed this answer at ${time} UTC, after you opened it. Nothing was saved.`
        : `${edit.editedBy} changed this answer at ${time} UTC, after you opened it. Nothing was saved.`;
    return { ...errors, message };
  }
}

function answerForm(
  assetUid: string,
  form: FormColumns,
  { question, row, sent }: { question: QuestionColumn; row: SubmissionRow; sent: Sent },
): AnswerForm {
  const back = readBackPath(assetUid, sent);
  const stored = storedAnswer(question, row.answers);
  return { id: row.id, question, language: languageOf(form, back), stored, value: stored, back };
}

/** @throws NotFoundError for a question that can't be edited in a field */
function questionOf(form: FormColumns, sent: Sent): QuestionColumn {
  const column = form.columns.find(({ key }) => key === sent['question']);
  if (column === undefined || !isEditable(column)) throw new NotFoundError();
  return column;
}

/** The answer may have moved the row out of what the visitor sees. */
function noneIfHidden(error: unknown): undefined {
  if (!(error instanceof NotFoundError || error instanceof DeniedError)) throw error;
}

/** Browsers send the lines of hidden fields, too, with CR LF. */
function lineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/**
 * Sets each answer at its path in the submission: an older version may have had it in another group. Submissions that have
 * the answer already get no edit: history and webhooks would have a change that is none.
 */
function answerEdit(selection: BulkSelection, question: QuestionColumn, answer: string) {
  const answersAt = (path: string) => readBulkEdit({ confirm: true, data: { [path]: answer } }).answers;
  // Refuses an unreadable answer before the first submission.
  answersAt(question.key);
  return {
    selection,
    answers: ({ json, versionUid }: { readonly json: string; readonly versionUid: string | null }) => {
      const { answers } = readSubmissionRow(json);
      const path = answerPath(question, answers, versionUid);
      return storedAnswer(question, answers) === answer ? undefined : answersAt(path);
    },
  };
}

function tableView(
  { assetUid, form, zone }: Pick<TableView, 'assetUid' | 'form'> & Pick<Visitor, 'zone'>,
  parameters: string,
): TableView {
  return { assetUid, form, query: readDataQuery(form, parse(parameters), zone) };
}

/** Language of the labels on the page that the visitor comes from. */
function languageOf(form: FormColumns, back: string) {
  return readDataQuery(form, parse(back.split('?')[1] ?? ''), UTC).language;
}
