import { groupTotals, labelOf, OTHERS, type ValueTable, valueTable } from '../../domain/report/value-table';
import type { ReportQuestion } from '../../domain/report/report-question';
import { barChart, legend } from '../chart/bar-chart';
import { timeLineChart } from '../chart/column-chart';
import { type Dot, dotMap } from '../chart/dot-map';
import { html, type Html } from '../page/html';
import { chartWithTable, dataTable } from './data-table';
import { numberAnswers } from './number-answers';
import { listedNote, type QuestionSummary, questionTitle, splitNote } from './question-summary';
import { countText, dayText, shareText } from '../../language/format';
import { type Text, t } from '../../language/message';

const MAX_BARS = 12;
const MAX_LISTED_POINTS = 100;

/** False if only the number of answers is known. */
export function hasSummary({ question, points: locations }: QuestionSummary): boolean {
  return question.kind !== 'count' || locations !== undefined;
}

export function questionSection(summary: QuestionSummary): Html {
  const { id, question, counts, total } = summary;
  return html`<section class="sheet question" aria-labelledby="${id}">
    <h2 id="${id}" dir="auto">${questionTitle(question)}</h2>
    <p class="soft">
      <code>${question.name}</code> · ${question.type.replaceAll('_', ' ')} ·
      ${t('answered in {answered} of {count, plural, other {# submissions}} ({share})', {
        answered: countText(counts.provided),
        count: total,
        share: shareText(counts.provided, total),
      })}
    </p>
    ${counts.provided === 0 ? html`<p>${t('No answers.')}</p>` : answers(summary)}
  </section>`;
}

function answers(summary: QuestionSummary): Html {
  if (summary.points !== undefined) return points(summary, summary.points);
  switch (summary.question.kind) {
    case 'number':
    case 'whole':
      return numberAnswers(summary);
    case 'choices':
    case 'value':
      return summary.question.type === 'date' ? dates(summary) : values(summary);
    case 'count':
      return html``;
  }
}

function values(summary: QuestionSummary): Html {
  const { id, question, total, split } = summary;
  const { columns, rows } = tableOf(summary);
  const table = valuesTable(summary, 'answer', question.type === 'time' ? clockText : (label) => label);
  if (!hasChart(question)) return html`${table}${splitNote(split)}`;
  const bars = rows
    .slice(0, MAX_BARS)
    .map(({ label, submissions, parts }) => ({ label, count: submissions, parts }));
  const [first] = bars;
  const texts = {
    id: `${id}-chart`,
    title: t('Bar chart: {title}', { title: questionTitle(question) }),
    description:
      first === undefined
        ? ''
        : t('{answers, plural, other {# answers}}. Most frequent: {label}, {count}.', {
            answers: rows.length,
            label: first.label,
            count: countText(first.count),
          }),
  };
  return chartWithTable(
    html`<figure>
      ${columns.length > 0 && legend(columns)} ${barChart(texts, bars, total)}
      ${
        rows.length > bars.length &&
        html`<figcaption class="hint">
          ${t('The {count} most frequent answers; the table lists more.', { count: bars.length })}
        </figcaption>`
      }
      ${splitNote(split)}
    </figure>`,
    table,
  );
}

/** A time without the fraction of a second and the zone of the device. */
function clockText(label: string): string {
  return label.replace(/^(\d\d:\d\d(:\d\d)?).*$/, '$1');
}

/** Free text rarely repeats, so that a chart shows nothing. */
function hasChart({ type, labels }: ReportQuestion): boolean {
  return type.startsWith('select_') || labels[Symbol.iterator]().next().done !== true;
}

function dates(summary: QuestionSummary): Html {
  const days = tableOf(summary)
    .rows.map(({ label, submissions }) => ({ day: label, submissions }))
    .filter(({ day, submissions }) => submissions > 0 && /^\d{4}-\d\d-\d\d$/.test(day));
  const table = valuesTable(summary, 'date', dayText);
  if (days.length === 0) return table;
  return chartWithTable(
    html`<figure>
      ${timeLineChart(`${summary.id}-chart`, questionTitle(summary.question), days)}
      ${listedNote(summary.counts)} ${splitNote(summary.split)}
    </figure>`,
    table,
  );
}

function tableOf({
  question,
  counts,
  split,
  order,
}: QuestionSummary): Pick<ValueTable, 'rows'> & { readonly columns: readonly Text[] } {
  const { columns, rows } = valueTable(question, counts, split);
  return {
    columns: columns.map(groupName),
    rows: order === 'form' && hasChart(question) ? rowsInFormOrder(question, rows) : rows,
  };
}

/** Rows have labels, by which they are found again. */
function rowsInFormOrder(question: ReportQuestion, rows: ValueTable['rows']): ValueTable['rows'] {
  const names = new Map(rows.map((row) => [row.label, row]));
  const labels = [...question.labels.keys()].map((name) => labelOf(question, name));
  const ordered = labels.flatMap((label) => names.get(label) ?? []);
  return [...new Set([...ordered, ...rows])];
}

const groupName = (label: string): Text => (label === OTHERS ? t('Other') : label);

function valuesTable(
  summary: QuestionSummary,
  kind: 'answer' | 'date',
  textOf: (label: string) => Text,
): Html {
  const { columns, rows } = tableOf(summary);
  const totals = summary.split === undefined ? [] : groupTotals(summary.split);
  const table = dataTable({
    caption: valuesCaption(kind, totals.length > 0),
    columns: [kind === 'date' ? t('Date') : t('Answer'), t('Submissions'), t('Share'), ...columns],
    rows: rows.map(({ label, submissions, parts }) => [
      textOf(label),
      countText(submissions),
      shareText(submissions, summary.total),
      ...parts.map((part, index) =>
        t('{count} ({share})', { count: countText(part), share: shareText(part, totals[index] ?? 0) }),
      ),
    ]),
  });
  return html`${table}${listedNote(summary.counts)}`;
}

function valuesCaption(kind: 'answer' | 'date', hasGroups: boolean): Text {
  if (kind === 'date')
    return hasGroups ? t('Submissions by date, with the share of each group') : t('Submissions by date');
  return hasGroups ? t('Submissions by answer, with the share of each group') : t('Submissions by answer');
}

function points({ id, question }: QuestionSummary, dots: readonly Dot[]): Html {
  if (dots.length === 0) return html`<p>${t('No answer has a valid location.')}</p>`;
  const answers = dots.reduce((sum, dot) => sum + dot.answers, 0);
  const title = questionTitle(question);
  const shown = dots.slice(0, MAX_LISTED_POINTS);
  return chartWithTable(
    html`<figure class="map-figure">
      ${dotMap(
        {
          id: `${id}-chart`,
          title: t('Map: {title}', { title }),
          description: t('{count, plural, other {# locations on a map, north up.}}', { count: answers }),
        },
        dots,
      )}
      <figcaption class="hint">
        ${
          dots.length < answers
            ? t('Each dot represents nearby answers; larger dots represent more.')
            : t('Each dot represents nearby answers.')
        }
      </figcaption>
    </figure>`,
    dataTable({
      caption:
        shown.length < dots.length
          ? t('The {count} locations with the most answers', { count: shown.length })
          : t('Locations'),
      columns: [t('Latitude, longitude'), t('Answers')],
      rows: shown.map((dot) => [
        `${dot.latitude.toFixed(4)}, ${dot.longitude.toFixed(4)}`,
        countText(dot.answers),
      ]),
    }),
  );
}
