import {
  type AnswerCounts,
  type NumberSummary,
  type Split,
  labelOf,
  OTHERS,
  type ValueTable,
  valueTable,
} from '../../domain/report/value-table';
import type { ReportQuestion } from '../../domain/report/report-question';
import { barChart, legend } from '../chart/bar-chart';
import { columnChart, timeLineChart } from '../chart/column-chart';
import { type Dot, dotMap } from '../chart/dot-map';
import { html, type Html } from '../page/html';
import { countText, dayText, numberText, shareText } from '../page/format-text';

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
}

const STATISTICS = [
  ['Median', 'median'],
  ['Mean', 'mean'],
  ['Mode', 'mode'],
  ['Standard deviation', 'stdev'],
] as const;
const MAX_BARS = 12;
const MAX_LISTED_POINTS = 100;

export function questionTitle({ label, name }: ReportQuestion): string {
  return label === undefined || label.trim() === '' ? name : label;
}

/** False if only the number of answers is known. */
export function hasSummary({ question, points: locations }: QuestionSummary): boolean {
  return question.kind !== 'count' || locations !== undefined;
}

export function questionSection(summary: QuestionSummary): Html {
  const { id, question, counts, total } = summary;
  return html`<section class="sheet question" aria-labelledby="${id}">
    <h2 id="${id}" dir="auto">${questionTitle(question)}</h2>
    <p class="soft">
      <code>${question.name}</code> · ${question.type.replaceAll('_', ' ')} · answered in
      ${countText(counts.provided)} of ${countText(total)} submissions (${shareText(counts.provided, total)})
    </p>
    ${counts.provided === 0 ? html`<p>No answers.</p>` : answers(summary)}
  </section>`;
}

function answers(summary: QuestionSummary): Html {
  if (summary.points !== undefined) return points(summary, summary.points);
  switch (summary.question.kind) {
    case 'number':
    case 'whole':
      return numbers(summary);
    case 'choices':
    case 'value':
      return summary.question.type === 'date' ? dates(summary) : values(summary);
    case 'count':
      return html``;
  }
}

function values(summary: QuestionSummary): Html {
  const { id, question, total } = summary;
  const { columns, rows } = tableOf(summary);
  const table = valuesTable(summary, 'Answer', (label) => label);
  if (!hasChart(question)) return html`${table}${splitNote(summary)}`;
  const bars = rows
    .slice(0, MAX_BARS)
    .map(({ label, submissions, parts }) => ({ label, count: submissions, parts }));
  const [first] = bars;
  const mostFrequent = first === undefined ? '' : `Most frequent: ${first.label}, ${countText(first.count)}.`;
  const texts = {
    id: `${id}-chart`,
    title: `Bar chart: ${questionTitle(question)}`,
    description: `${rows.length} answers. ${mostFrequent}`,
  };
  return html`<div class="two">
    <figure>
      ${columns.length > 0 && legend(columns)} ${barChart(texts, bars, total)}
      ${
        rows.length > bars.length &&
        html`<figcaption class="hint">
          The ${bars.length} most frequent answers; the table lists more.
        </figcaption>`
      }
      ${splitNote(summary)}
    </figure>
    ${table}
  </div>`;
}

/** Free text rarely repeats, so that a chart shows nothing. */
function hasChart({ type, labels }: ReportQuestion): boolean {
  return type.startsWith('select_') || labels[Symbol.iterator]().next().done !== true;
}

function dates(summary: QuestionSummary): Html {
  const days = tableOf(summary)
    .rows.map(({ label, submissions }) => ({ day: label, submissions }))
    .filter(({ day, submissions }) => submissions > 0 && /^\d{4}-\d\d-\d\d$/.test(day));
  const table = valuesTable(summary, 'Date', dayText);
  if (days.length === 0) return table;
  return html`<div class="two">
    <figure>
      ${timeLineChart(`${summary.id}-chart`, questionTitle(summary.question), days)} ${splitNote(summary)}
    </figure>
    ${table}
  </div>`;
}

function tableOf({ question, counts, split }: QuestionSummary): ValueTable {
  const { columns, rows } = valueTable(question, counts, split);
  return { columns: columns.map((column) => (column === OTHERS ? 'Other' : column)), rows };
}

function valuesTable(summary: QuestionSummary, heading: string, textOf: (label: string) => string): Html {
  const { columns, rows } = tableOf(summary);
  return dataTable({
    caption: `Submissions by ${heading.toLowerCase()}`,
    columns: [heading, 'Submissions', 'Share', ...columns],
    rows: rows.map(({ label, submissions, parts }) => [
      textOf(label),
      countText(submissions),
      shareText(submissions, summary.total),
      ...parts.map(countText),
    ]),
  });
}

/** Submissions without an answer to the grouping question belong to no group. */
function splitNote({ split }: QuestionSummary): Html {
  if (split === undefined) return html``;
  return html`<p class="hint">
    Only submissions that answer <q dir="auto">${questionTitle(split.question)}</q>.
  </p>`;
}

function numbers({ id, question, counts, split }: QuestionSummary): Html {
  const { bins } = counts;
  const [first, last] = [bins[0]!, bins.at(-1)!];
  const title = questionTitle(question);
  const columns = Array.from(
    { length: Math.round((last.from - first.from) / first.width) + 1 },
    (_, index) => {
      const from = first.from + index * first.width;
      const found = bins.find((bin) => Math.abs(bin.from - from) < first.width / 2);
      return { name: binName(from, first.width), count: found?.answers ?? 0, from };
    },
  );
  const description = `From ${numberText(first.from)} to ${numberText(last.from + last.width)}, in intervals of ${numberText(first.width)}.`;
  return html`<div class="two">
      <figure>
        ${columnChart(
          { id: `${id}-chart`, title: `Histogram: ${title}`, description },
          {
            columns,
            labels: [...columns.map(({ from }) => numberText(from)), numberText(last.from + last.width)],
            labelPlacement: 'between',
          },
        )}
        <figcaption class="hint">Number of answers per interval.</figcaption>
      </figure>
      <div class="tables">
        ${split === undefined && statistics(counts.numbers)}
        ${dataTable({
          caption: 'Answers by interval',
          columns: ['Interval', 'Answers'],
          rows: columns.map(({ name, count }) => [name, countText(count)]),
        })}
      </div>
    </div>
    ${split !== undefined && groupedStatistics(counts, split)}`;
}

function statistics(summaries: readonly NumberSummary[]): Html {
  return html`${summaries.map((summary) =>
    dataTable({
      caption: 'Statistics',
      columns: ['Statistic', 'All answers'],
      rows: STATISTICS.map(([name, key]) => [name, statisticText(summary[key])]),
    }),
  )}`;
}

function groupedStatistics({ numbers: summaries }: AnswerCounts, split: Split): Html {
  return dataTable({
    caption: 'Statistics',
    columns: [questionTitle(split.question), ...STATISTICS.map(([name]) => name)],
    rows: split.answers.flatMap(({ value }) =>
      summaries
        .filter((each) => each.split === value)
        .map((summary): [string, ...string[]] => [
          labelOf(split.question, value),
          ...STATISTICS.map(([, key]) => statisticText(summary[key])),
        ]),
    ),
  });
}

function statisticText(value: number | null): string {
  return value === null ? '–' : numberText(value);
}

function binName(from: number, width: number): string {
  return `${numberText(from)} to ${numberText(from + width)}`;
}

function points({ id, question }: QuestionSummary, dots: readonly Dot[]): Html {
  if (dots.length === 0) return html`<p>No answer has a valid location.</p>`;
  const answers = dots.reduce((sum, dot) => sum + dot.answers, 0);
  const title = questionTitle(question);
  const shown = dots.slice(0, MAX_LISTED_POINTS);
  return html`<div class="two">
    <figure>
      ${dotMap(
        {
          id: `${id}-chart`,
          title: `Map: ${title}`,
          description: `${countText(answers)} locations on a grid of latitude and longitude, north up.`,
        },
        dots,
      )}
      <figcaption class="hint">
        Each dot represents nearby answers${dots.length < answers && html`; larger dots represent more`}.
      </figcaption>
    </figure>
    ${dataTable({
      caption:
        shown.length < dots.length ? `The ${shown.length} locations with the most answers` : 'Locations',
      columns: ['Latitude, longitude', 'Answers'],
      rows: shown.map((dot) => [
        `${dot.latitude.toFixed(4)}, ${dot.longitude.toFixed(4)}`,
        countText(dot.answers),
      ]),
    })}
  </div>`;
}

export interface DataTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [name: string, ...cells: readonly string[]])[];
}

/** The data of a chart, in a scrollable region. */
export function dataTable({ caption, columns, rows }: DataTable): Html {
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" dir="auto">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...cells]) =>
            html`<tr>
              <th scope="row" dir="auto">${name}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
