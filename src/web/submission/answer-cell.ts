import { geoTypeOf, readGeometry } from '../../domain/geo/geometry';
import { escapeAttribute } from '../../domain/text/xml-text';
import type { Language as PageLanguage } from '../../language/language';
import { t } from '../../language/message';
import { html, Html, type HtmlValue } from '../page/html';
import {
  type FormColumn,
  type Language,
  labelOf,
  type QuestionColumn,
  type RepeatColumn,
} from './form-columns';
import { submissionPath } from './data-query';
import type { SubmissionRow, RowFile, Answers } from '../../domain/submission/submission-json';

export interface CellContext {
  readonly assetUid: string;
  /** Of the labels. */
  readonly language: Language;
  /** Of the person who reads it. */
  readonly pageLanguage: PageLanguage;
  /** Whole texts and all repetitions, as on the page of one submission. */
  readonly isWhole?: boolean;
  /** Path after an answer was edited; without it: they can't be edited. */
  readonly editedPath?: string | undefined;
  /** Parameters of the table, for links to its submissions. */
  readonly parameters?: string;
}

/** Limits of a table; the page of the submission shows the rest. */
const MAX_CHARACTERS = 200;
const MAX_REPETITIONS = 20;

const NO_ANSWER: HtmlValue = '';

/** @param answers of the submission, or of one repetition */
export function answerCell(
  column: FormColumn,
  answers: Answers,
  row: SubmissionRow,
  context: CellContext,
): HtmlValue {
  const answer = answerOf(column, answers);
  if (answer === undefined) return NO_ANSWER;
  if (column.kind === 'repeat') return repetitions(column, answer, row, context);
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  switch (column.kind) {
    case 'choice':
    case 'choices':
      return clipped(choicesText(column, text, context), context);
    case 'image':
    case 'file':
      return fileCell(text, row, context);
    case 'time':
      return context.language === undefined ? text : readableTime(text);
    case 'place':
      return context.language === undefined ? clipped(text, context) : placeText(text, context);
    case 'text':
      if (column.type === 'time' && context.language !== undefined) return readableTimeOfDay(text);
      return clipped(text, context);
    case 'number':
    case 'date':
      return clipped(text, context);
  }
}

/** The answer under the first path that has one; a question may have had other paths in older versions. */
export function answerOf(
  { paths, repeatPaths = [] }: Pick<FormColumn, 'paths'> & Partial<Pick<QuestionColumn, 'repeatPaths'>>,
  answers: Answers,
): unknown {
  for (const path of paths) {
    // A question may be named like what every object has, such as `constructor`.
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (Array.isArray(answer) && repeatPaths.includes(path)) continue;
    if (answer !== undefined && answer !== null && answer !== '') return answer;
  }
  return undefined;
}

/** Repetitions of a repeat; an answer that is not a list counts as none. */
export function repetitionsOf(answer: unknown): readonly Answers[] {
  return Array.isArray(answer)
    ? (answer as unknown[]).filter((each): each is Answers => typeof each === 'object' && each !== null)
    : [];
}

function repetitions(
  column: RepeatColumn,
  answer: unknown,
  row: SubmissionRow,
  context: CellContext,
): HtmlValue {
  const all = repetitionsOf(answer);
  if (all.length === 0) return NO_ANSWER;
  const shown = all.slice(0, MAX_REPETITIONS);
  const { columns } = column;
  const headers = columns.map(
    (each) => `<th scope="col" dir="auto">${escapeAttribute(labelOf(each, context.language))}</th>`,
  );
  const rows = shown.map(
    (repetition) =>
      `<tr>${columns.map((each) => cell(answerCell(each, repetition, row, context), context)).join('')}</tr>`,
  );
  const more =
    all.length > shown.length &&
    html`<a href="${submissionPath(context.assetUid, row.id, context.parameters)}"
      >${t('{more} more', { more: all.length - shown.length })}</a
    >`;
  return new Html(
    `<details><summary>${all.length}</summary><table class="nested"><thead><tr>${headers.join('')}</tr></thead>` +
      `<tbody>${rows.join('')}</tbody></table>${html`${more}`.in(context.pageLanguage)}</details>`,
  );
}

/** Markup of a cell, whose text has its own direction by CSS. A string: a table has thousands of cells. */
export function cell(
  content: HtmlValue,
  { pageLanguage }: Pick<CellContext, 'pageLanguage'>,
  isFigure = false,
): string {
  if (content === NO_ANSWER) return '<td></td>';
  const markup = typeof content === 'string' ? escapeAttribute(content) : html`${content}`.in(pageLanguage);
  return isFigure ? `<td class="figure">${markup}</td>` : `<td>${markup}</td>`;
}

/** A former version may have allowed several choices, or any text. */
function choicesText({ options }: QuestionColumn, text: string, { language }: CellContext): string {
  if (language === undefined) return text;
  const names = options.has(text) ? [text] : text.split(' ').filter((name) => name !== '');
  if (!names.some((name) => options.has(name))) return text;
  const labels = names.map((name) => {
    const option = options.get(name);
    return option === undefined ? name : labelOf(option, language);
  });
  return labels.join(', ');
}

/** `2026-03-01 08:14 +03:00`, as the device wrote it, in its own time zone. */
function readableTime(text: string): string {
  const [, day, time, zone] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]*)?(.*)$/.exec(text) ?? [];
  return day === undefined ? text : `${day} ${time!}${zoneText(zone!)}`;
}

/** `05:16 +03:00` of `05:16:00.000+03:00`. */
function readableTimeOfDay(text: string): string {
  const [, time, zone] = /^(\d\d:\d\d):\d\d[.\d]*([+\-Z][\d:]*)?$/.exec(text) ?? [];
  return time === undefined ? text : time + zoneText(zone ?? '');
}

function zoneText(zone: string): string {
  if (zone === '') return '';
  return zone === 'Z' ? ' UTC' : ` ${zone}`;
}

/** Latitude and longitude of a point; the number of points of a line or an area; else the text of a former version. */
function placeText(text: string, context: CellContext): HtmlValue {
  const geometry = readGeometry(geoTypeOf(text), text);
  if (geometry === undefined) return clipped(text, context);
  if (geometry.type !== 'Point') {
    const count = text.split(';').filter((point) => point.trim() !== '').length;
    return t('{count, plural, one {# point} other {# points}}', { count });
  }
  const [longitude, latitude] = geometry.coordinates;
  return `${latitude!.toFixed(5)}, ${longitude!.toFixed(5)}`;
}

function fileCell(name: string, row: SubmissionRow, context: CellContext): HtmlValue {
  const file = row.files.get(name);
  if (file === undefined || file.isDeleted) {
    return html`${clipped(name, context)}
      <span class="hint">${file ? t('deleted') : t('not received')}</span>`;
  }
  const path = filePath(context.assetUid, row.id, file);
  return html`<a class="file" href="${path}" ${file.isImage && photoOf(row, name)}
    >${file.isImage && thumbnail(path, name)}${clipped(name, context)}</a
  >`;
}

/** Attribute of a link to a picture, with its caption, by which the lightbox shows it. */
export function photoOf({ id }: Pick<SubmissionRow, 'id'>, name: string): Html {
  return html` data-photo="${t('{name} · Submission {id}', { name, id })}"`;
}

/** Pictures load when they are scrolled to. */
export function thumbnail(path: string, name: string): Html {
  return html`<img src="${path}small/" alt="" title="${name}" loading="lazy" decoding="async" />`;
}

export function filePath(assetUid: string, submissionId: number, { uid }: RowFile): string {
  return `/api/v2/assets/${assetUid}/data/${submissionId}/attachments/${uid}/`;
}

function clipped(text: string, { isWhole = false }: CellContext): string {
  return isWhole || text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}…`;
}
