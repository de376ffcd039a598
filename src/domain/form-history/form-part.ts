import { type Field, isDisabled, isMetadata, joinPath, rowName, WITHOUT_NODE } from './version-schema';
import type { Content, SurveyRow } from '../content/content';
import { withOwnChoices } from '../content/own-choices';

/** Parameters before the marked words of an answer: word at flash, duration, words attempted, and seven that are reserved. */
export const LITERACY_PARAMETER_COUNT = 10;

/** True for a literacy test: a select_multiple of words with parameters. */
export function isLiteracyTest({ type, row: { appearance } }: Pick<Field, 'type' | 'row'>): boolean {
  if (type !== 'select_multiple') return false;
  return typeof appearance === 'string' && appearance.split(/\s+/).includes('literacy');
}

/** A question, or a group or repeat with its questions, which the library can keep. */
export interface FormPart {
  /** Names of its groups and its own, joined by "/". */
  readonly path: string;
  readonly assetType: 'question' | 'block';
  /** Number of groups and repeats around it. */
  readonly depth: number;
  /** In the first language that has one; its name otherwise. */
  readonly label: string;
}

export interface FormPartContent extends Pick<FormPart, 'assetType' | 'label'> {
  readonly content: Content;
}

interface Span extends FormPart {
  /** Indexes of the rows, both included. */
  readonly from: number;
  readonly to: number;
}

/** Parts of a form in its order. Groups that never end are left out: the form is unfinished. */
export function partsOf(content: Pick<Content, 'survey'>): FormPart[] {
  return spansOf(content).map(({ path, assetType, depth, label }) => ({ path, assetType, depth, label }));
}

/** The part with the choices that it uses, without settings; undefined if the form has no such part. */
export function partOf(content: Content, path: string): FormPartContent | undefined {
  const span = spansOf(content).find((each) => each.path === path);
  if (span === undefined) return undefined;
  const survey = content.survey.slice(span.from, span.to + 1);
  const { schema, translations, translated, choices } = content;
  const part = { schema, translations, translated, survey, settings: {}, ...(choices && { choices }) };
  return { assetType: span.assetType, label: span.label, content: withOwnChoices(part) };
}

function spansOf({ survey }: Pick<Content, 'survey'>): Span[] {
  const spans: (Span | undefined)[] = [];
  const open: { readonly path: string; readonly at: number; readonly begin: Span | undefined }[] = [];
  for (const [index, row] of survey.entries()) {
    if (row.type.startsWith('end_')) {
      const closed = open.pop();
      if (closed?.begin !== undefined) spans[closed.at] = { ...closed.begin, to: index };
      continue;
    }
    const name = rowName(row);
    const span = spanOf(row, open.at(-1)?.path, { index, depth: open.length });
    if (row.type.startsWith('begin_')) {
      open.push({ path: joinPath(open.at(-1)?.path, name ?? ''), at: spans.length, begin: span });
      spans.push(undefined);
    } else if (isQuestion(row)) spans.push(span);
  }
  return spans.filter((span) => span !== undefined);
}

function spanOf(
  row: SurveyRow,
  inside: string | undefined,
  { index, depth }: { readonly index: number; readonly depth: number },
): Span | undefined {
  const name = rowName(row);
  if (name === undefined || isDisabled(row)) return undefined;
  const label = row.label?.find((text) => text !== null && text !== '') ?? name;
  const assetType = row.type.startsWith('begin_') ? 'block' : 'question';
  return { path: joinPath(inside, name), assetType, depth, label, from: index, to: index };
}

/** Rows of a ranking or score stand in their block only. */
function isQuestion({ type }: SurveyRow): boolean {
  return !isMetadata(type) && !WITHOUT_NODE.has(type) && !type.includes('__');
}
