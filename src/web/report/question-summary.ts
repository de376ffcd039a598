import { withoutHidingElement } from '../../domain/content/kobo/block';
import type { ReportQuestion } from '../../domain/report/report-question';
import { type AnswerCounts, isLimited, MAX_LISTED_VALUES, type Split } from '../../domain/report/value-table';
import { t } from '../../language/message';
import type { Dot } from '../chart/dot-map';
import { html, type Html, richText } from '../page/html';
import type { AnswerOrder } from './report-address';

export interface QuestionSummary {
  /** Unique on the page. */
  readonly id: string;
  readonly question: ReportQuestion;
  readonly counts: AnswerCounts;
  /** Answers on the map; undefined unless it is a geo question. */
  readonly points: readonly Dot[] | undefined;
  /** Submissions in the report. */
  readonly total: number;
  readonly split: Split | undefined;
  readonly order: AnswerOrder;
}

export function questionTitle({ label, name }: ReportQuestion): string {
  return label === undefined || label.trim() === '' ? name : withoutHidingElement(label);
}

/** Submissions without an answer to the grouping question belong to no group. */
export function splitNote(split: Split | undefined): Html {
  if (split === undefined) return html``;
  return html`<p class="hint">
    ${richText('Only submissions that answer <q>{question}</q>.', { q: (text) => html`<q dir="auto">${text}</q>` }, { question: questionTitle(split.question) })}
  </p>`;
}

/** A list without the rare answers must not look complete. */
export function listedNote(counts: Pick<AnswerCounts, 'values'>): Html {
  if (!isLimited(counts)) return html``;
  return html`<p class="hint">
    ${t('The {count} most frequent answers are listed.', { count: MAX_LISTED_VALUES })}
  </p>`;
}
