import type { SubmissionCursor } from '../../domain/query/submission-cursor';
import { emptyState, notice, rangeText } from '../page/components';
import { labelledSelect } from '../page/form-field';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';
import { cursorPager } from './cursor-pager';
import type { Project } from '../project/project-head';
import { presentProjectPage, projectPath } from '../project/project-page';
import { filePath } from './answer-cell';
import { submissionPath } from './data-path';
import { dataParameters, type DataQuery } from './data-query';
import type { DataRow, RowFile } from './data-row';
import type { FormColumns } from './form-columns';
import { filterInputs, filterLink } from './kept-filters';
import type { PlacedQuestion } from './media-columns';

export interface GalleryPage {
  readonly form: FormColumns;
  readonly query: DataQuery;
  readonly questions: readonly PlacedQuestion[];
  /** Undefined: all questions. */
  readonly chosen: PlacedQuestion | undefined;
  readonly count: number;
  readonly nextCursor: SubmissionCursor | undefined;
  readonly pictures: readonly { readonly row: DataRow; readonly file: RowFile }[];
}

export function presentGallery(visitor: Visitor, project: Project, page: GalleryPage) {
  const { questions, pictures, count } = page;
  const parameters = dataParameters(page.query, page.form);
  const body =
    questions.length === 0
      ? emptyState({
          title: 'No pictures',
          text: 'The form has no question that is answered with a picture.',
        })
      : html`${choiceForm(project.uid, page)}
        ${
          count === 0
            ? emptyState({ title: 'No pictures', text: 'No submission has a picture here.' })
            : pictures.length === 0
              ? notice(
                  'The pictures of these submissions have not arrived. Devices may still be sending them.',
                )
              : html`<ul class="gallery">
                  ${pictures.map(({ row, file }) => figure(project.uid, row, file, parameters))}
                </ul>`
        }
        ${pages(project.uid, page)}`;
  return presentProjectPage(visitor, project, {
    tab: 'gallery',
    wide: true,
    body: html`<h2 class="visually-hidden">Pictures</h2>
      ${body}`,
  });
}

function figure(uid: string, { id, submittedAt }: DataRow, file: RowFile, parameters: URLSearchParams): Html {
  return html`<li>
    <a href="${filePath(uid, id, file)}"
      ><img src="${filePath(uid, id, file)}small/" alt="${file.name}" loading="lazy" decoding="async"
    /></a>
    <a href="${submissionPath(uid, id, parameters)}">Submission ${id}</a>
    <span class="hint">${submittedAt.slice(0, 10)}</span>
  </li>`;
}

function choiceForm(uid: string, { form, query, questions, chosen }: GalleryPage): Html {
  return html`<form
    class="search"
    method="get"
    action="${projectPath(uid, 'gallery/')}"
    aria-label="Pictures"
  >
    ${filterInputs(query, form)}
    ${labelledSelect(
      'question',
      'Question',
      [
        { value: '', label: 'All questions' },
        ...questions.map(({ question, label }) => ({ value: question.key, label })),
      ],
      chosen?.question.key ?? '',
    )}
    <button class="quiet">Show</button>
    ${filterLink(uid, query, form)}
  </form>`;
}

/** Pages have a number of submissions, each with all its pictures. */
function pages(uid: string, page: GalleryPage): Html {
  const { query, chosen, count, nextCursor } = page;
  if (nextCursor === undefined && query.start === 0) return html``;
  const text = `Submissions ${rangeText(query.start, query.limit, count)}`;
  return cursorPager(text, page, (parameters) => {
    if (chosen !== undefined) parameters.set('question', chosen.question.key);
    return `${projectPath(uid, 'gallery/')}?${parameters.toString()}`;
  });
}
