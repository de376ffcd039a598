import { t } from '../../language/message';
import { Get } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { RepeatableQuery } from '../../http/negotiation/request';
import { SubmissionFormatService } from '../../modules/submission/stream/submission-format.service';
import { BrowserFiles } from '../page/browser-files';
import { handleForm, type Sent, PageController } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { lightboxTexts } from '../page/script-texts';
import { Projects, type Project, presentProjectPage, projectPath } from '../project/project-head';
import {
  DataForms,
  answeredQuery,
  questionsOfKind,
  type PlacedQuestion,
  type FormColumns,
} from './form-columns';
import {
  dataPage,
  readDataQuery,
  submissionPath,
  dataParameters,
  type DataQuery,
  filterInputs,
  filterLink,
} from './data-query';
import { presentInvalidTable, presentUndeployed } from './data-table.page';
import { cursorPager } from './table-toolbar';
import { readSubmissionRow, type SubmissionRow, type RowFile } from '../../domain/submission/submission-json';
import { AbortOnDisconnect } from '../../http/reply';
import type { SubmissionCursor } from '../../domain/query/submission-order';
import { emptyState, notice, rangeText } from '../page/components';
import { labelledSelect } from '../page/form-field';
import { html, type Html } from '../page/html';
import { filePath, photoOf } from './answer-cell';

/** Submissions of a page, each with its pictures. */
const SUBMISSIONS = 25;

/** Pictures of a project. */
@PageController('projects/:uid/gallery')
export class GalleryController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly submissions: SubmissionFormatService,
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
    const [project, form] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.of(access),
    ]);
    if (form === undefined) return presentUndeployed(visitor, project, 'gallery');
    const query = { ...readDataQuery(form, sent, visitor.zone), limit: SUBMISSIONS };
    const questions = questionsOfKind(form.columns, 'image', query.language);
    const chosen = questions.find(({ question }) => question.key === sent['question']);
    const page = { form, query, questions, chosen, scripts: this.files.tags('lightbox') };
    return handleForm(() => this.find(access, page, signal), {
      done: (found) => presentGallery(visitor, project, { ...page, ...found }),
      invalid: (errors) => presentInvalidTable(visitor, project, errors),
    });
  }

  private async find(
    access: AssetAccess<'view_submissions'>,
    { query, questions, chosen, form }: Pick<GalleryPage, 'query' | 'questions' | 'chosen' | 'form'>,
    signal: AbortSignal,
  ): Promise<Pick<GalleryPage, 'count' | 'nextCursor' | 'pictures'>> {
    if (questions.length === 0) return { count: 0, nextCursor: undefined, pictures: [] };
    const shown = chosen === undefined ? questions : [chosen];
    const paths = new Set(shown.flatMap(({ question }) => question.paths));
    const page = dataPage({ ...query, query: answeredQuery(query.query, shown) }, form);
    const { count, nextCursor, chunks } = await this.submissions.rows(access, page, signal);
    const pictures: GalleryPage['pictures'][number][] = [];
    for await (const chunk of chunks()) {
      for (const json of chunk) {
        const row = readSubmissionRow(json);
        for (const file of row.files.values()) {
          if (file.isImage && !file.isDeleted && paths.has(file.question)) pictures.push({ row, file });
        }
      }
    }
    return { count, nextCursor, pictures };
  }
}

interface GalleryPage {
  readonly scripts: Html;
  readonly form: FormColumns;
  readonly query: DataQuery;
  readonly questions: readonly PlacedQuestion[];
  /** Undefined: all questions. */
  readonly chosen: PlacedQuestion | undefined;
  readonly count: number;
  readonly nextCursor: SubmissionCursor | undefined;
  readonly pictures: readonly { readonly row: SubmissionRow; readonly file: RowFile }[];
}

function presentGallery(visitor: Visitor, project: Project, page: GalleryPage) {
  const { questions, pictures, count } = page;
  const parameters = dataParameters(page.query, page.form);
  const body =
    questions.length === 0
      ? emptyState({
          title: t('No pictures'),
          text: t('The form has no question that is answered with a picture.'),
        })
      : html`${choiceForm(project.uid, page)}
        ${
          count === 0
            ? emptyState({ title: t('No pictures'), text: t('No submission has a picture here.') })
            : pictures.length === 0
              ? notice(
                  t('The pictures of these submissions have not arrived. Devices may still be sending them.'),
                )
              : html`<ul class="gallery">
                  ${pictures.map(({ row, file }) => figure(project.uid, row, file, parameters))}
                </ul>`
        }
        ${pages(project.uid, page)}`;
  return presentProjectPage(visitor, project, {
    tab: 'gallery',
    wide: true,
    scripts: page.scripts,
    scriptTexts: lightboxTexts(),
    body: html`<h2 class="visually-hidden">${t('Pictures')}</h2>
      ${body}`,
  });
}

function figure(uid: string, row: SubmissionRow, file: RowFile, parameters: URLSearchParams): Html {
  const { id, submittedAt } = row;
  return html`<li>
    <a href="${filePath(uid, id, file)}" ${photoOf(row, file.name)}
      ><img src="${filePath(uid, id, file)}small/" alt="${file.name}" loading="lazy" decoding="async"
    /></a>
    <a href="${submissionPath(uid, id, parameters)}">${t('Submission {id}', { id })}</a>
    <span class="hint">${submittedAt.slice(0, 10)}</span>
  </li>`;
}

function choiceForm(uid: string, { form, query, questions, chosen }: GalleryPage): Html {
  return html`<form
    class="search"
    method="get"
    action="${projectPath(uid, 'gallery/')}"
    aria-label="${t('Pictures')}"
  >
    ${filterInputs(query, form)}
    ${labelledSelect(
      'question',
      t('Question'),
      [
        { value: '', label: t('All questions') },
        ...questions.map(({ question, label }) => ({ value: question.key, label })),
      ],
      chosen?.question.key ?? '',
    )}
    <button class="quiet">${t('Show')}</button>
    ${filterLink(uid, query, form)}
  </form>`;
}

/** Pages have a number of submissions, each with all its pictures. */
function pages(uid: string, page: GalleryPage): Html {
  const { query, chosen, count, nextCursor } = page;
  if (nextCursor === undefined && query.start === 0) return html``;
  const text = t('Submissions {range}', { range: rangeText(query.start, query.limit, count) });
  return cursorPager(text, page, (parameters) => {
    if (chosen !== undefined) parameters.set('question', chosen.question.key);
    return `${projectPath(uid, 'gallery/')}?${parameters.toString()}`;
  });
}
