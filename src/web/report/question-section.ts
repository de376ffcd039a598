import {
  type AnswerCounts,
  type Split,
  groupsOf,
  groupTotals,
  histogram,
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
import { dataTable } from './data-table';
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
  ['Minimum', 'least'],
  ['Maximum', 'greatest'],
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
  const { id, question, total, split } = summary;
  const { columns, rows } = tableOf(summary);
  const table = valuesTable(summary, 'Answer', question.type === 'time' ? clockText : (label) => label);
  if (!hasChart(question)) return html`${table}${splitNote(split)}`;
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
  return answersBesideChart(
    split,
    html`<figure>
      ${columns.length > 0 && legend(columns)} ${barChart(texts, bars, total)}
      ${
        rows.length > bars.length &&
        html`<figcaption class="hint">
          The ${bars.length} most frequent answers; the table lists more.
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
  const table = valuesTable(summary, 'Date', dayText);
  if (days.length === 0) return table;
  return answersBesideChart(
    summary.split,
    html`<figure>
      ${timeLineChart(`${summary.id}-chart`, questionTitle(summary.question), days)}
      ${splitNote(summary.split)}
    </figure>`,
    table,
  );
}

function tableOf({ question, counts, split }: QuestionSummary): ValueTable {
  const { columns, rows } = valueTable(question, counts, split);
  return { columns: columns.map(groupName), rows };
}

const groupName = (label: string): string => (label === OTHERS ? 'Other' : label);

function groupLabels(split: Split): string[] {
  const { groups, hasOthers } = groupsOf(split);
  return [...groups.map((group) => labelOf(split.question, group)), ...(hasOthers ? ['Other'] : [])];
}

function valuesTable(summary: QuestionSummary, heading: string, textOf: (label: string) => string): Html {
  const { columns, rows } = tableOf(summary);
  const totals = summary.split === undefined ? [] : groupTotals(summary.split);
  return dataTable({
    caption: `Submissions by ${heading.toLowerCase()}${totals.length > 0 ? ', with the share of each group' : ''}`,
    columns: [heading, 'Submissions', 'Share', ...columns],
    rows: rows.map(({ label, submissions, parts }) => [
      textOf(label),
      countText(submissions),
      shareText(submissions, summary.total),
      ...parts.map((part, index) => `${countText(part)} (${shareText(part, totals[index] ?? 0)})`),
    ]),
  });
}

/** Submissions without an answer to the grouping question belong to no group. */
function splitNote(split: Split | undefined): Html {
  if (split === undefined) return html``;
  return html`<p class="hint">
    Only submissions that answer <q dir="auto">${questionTitle(split.question)}</q>.
  </p>`;
}

function numbers({ id, question, counts, split }: QuestionSummary): Html {
  const { columns, width, isByNumber } = histogram(question, counts.bins, split);
  const title = questionTitle(question);
  const isWhole = isByNumber || question.kind === 'whole';
  const [least, greatest] = [columns[0]!.from, columns.at(-1)!.from + width - (isWhole ? 1 : 0)];
  const nameOf = (from: number): string =>
    isByNumber ? numberText(from) : `${numberText(from)} to ${numberText(from + width - (isWhole ? 1 : 0))}`;
  const unit = isByNumber ? 'number' : 'interval';
  const groups = split === undefined ? [] : groupLabels(split);
  return answersBesideChart(
    split,
    html`<figure>
      ${groups.length > 0 && legend(groups)}
      ${columnChart(
        {
          id: `${id}-chart`,
          title: `Histogram: ${title}`,
          description: `From ${numberText(least)} to ${numberText(greatest)}${isByNumber ? '' : `, in intervals of ${numberText(width)}`}.`,
        },
        {
          columns: columns.map(({ from, answers: count, parts }) => ({ name: nameOf(from), count, parts })),
          labels: isWhole
            ? columns.map(({ from }) => numberText(from))
            : [...columns.map(({ from }) => numberText(from)), numberText(greatest)],
          labelPlacement: isByNumber ? 'below' : 'between',
        },
      )}
      <figcaption class="hint">Number of answers per ${unit}.</figcaption>
      ${splitNote(split)}
    </figure>`,
    html`<div class="tables">
      ${statistics(summaryOf(question), counts, split)}
      ${dataTable({
        caption: `Answers by ${unit}`,
        columns: [isByNumber ? 'Number' : 'Interval', 'Answers', ...groups],
        rows: columns.map(({ from, answers: count, parts }) => [
          nameOf(from),
          countText(count),
          ...parts.map(countText),
        ]),
      })}
    </div>`,
  );
}

/** Beside each other; with groups, the table has many columns and stands below. */
function answersBesideChart(split: Split | undefined, chart: Html, table: Html): Html {
  return html`<div class="${split === undefined ? 'two' : 'stack'}">${chart} ${table}</div>`;
}

type Statistic = (typeof STATISTICS)[number];

/** Measured numbers hardly repeat, so that their mode is chance. */
function summaryOf({ kind }: ReportQuestion): readonly Statistic[] {
  return STATISTICS.filter(([, key]) => key !== 'mode' || kind === 'whole');
}

function statistics(
  shown: readonly Statistic[],
  { numbers: summaries }: AnswerCounts,
  split: Split | undefined,
): Html {
  if (split === undefined) {
    return html`${summaries.map((summary) =>
      dataTable({
        caption: 'Statistics',
        columns: ['Statistic', 'All answers'],
        rows: shown.map(([name, key]) => [name, statisticText(summary[key])]),
      }),
    )}`;
  }
  return dataTable({
    caption: 'Statistics',
    columns: [questionTitle(split.question), ...shown.map(([name]) => name)],
    rows: split.answers.flatMap(({ value }) =>
      summaries
        .filter((each) => each.split === value)
        .map((summary): [string, ...string[]] => [
          labelOf(split.question, value),
          ...shown.map(([, key]) => statisticText(summary[key])),
        ]),
    ),
  });
}

function statisticText(value: number | null): string {
  return value === null ? '–' : numberText(value);
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
