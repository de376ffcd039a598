import { type Html, html, type HtmlValue } from '../page/html';
import { answerOf, type CellContext, filePath, photoOf } from './answer-cell';
import type { SubmissionRow, Answers } from '../../domain/submission/submission-json';
import { encryptedText } from './data-table.page';
import { labelOf, type QuestionColumn } from './form-columns';

/** Picture, or player of a recording, with a link to the file. Nothing is loaded of a recording before it is played. */
export function mediaOf(
  question: QuestionColumn,
  answers: Answers,
  row: SubmissionRow,
  { assetUid, language }: CellContext,
): HtmlValue | undefined {
  const isFile = question.kind === 'image' || question.kind === 'file';
  const name = isFile ? answerOf(question, answers) : undefined;
  const file = typeof name === 'string' ? row.files.get(name) : undefined;
  if (file === undefined || file.isDeleted) return undefined;
  const path = filePath(assetUid, row.id, file);
  const label = labelOf(question, language);
  if (file.isImage) {
    return html`<a class="picture" href="${path}" ${photoOf(row, file.name)}
      ><img src="${path}medium/" alt="" loading="lazy" /><span>${file.name}</span></a
    >`;
  }
  const player = /^audio\//.test(file.mimetype)
    ? html`<audio src="${path}" aria-label="${label}" controls preload="none"></audio>`
    : /^video\//.test(file.mimetype)
      ? html`<video src="${path}" aria-label="${label}" controls preload="none"></video>`
      : undefined;
  return player === undefined
    ? undefined
    : html`<span class="picture">${player}<a href="${path}">${file.name}</a></span>`;
}

/** The files of an encrypted submission, in place of its answers. */
export function encryptedFiles(row: SubmissionRow, { assetUid }: CellContext): Html {
  return html`<p>${encryptedText()}</p>
    <ul>
      ${[...row.files.values()].map(
        (file) => html`<li><a href="${filePath(assetUid, row.id, file)}">${file.name}</a></li>`,
      )}
    </ul>`;
}
