import { type AnswerCounts, type NumberSummary, type Split } from '../../domain/report/answer-counts';
import type { ReportQuestion } from '../../domain/report/report-question';
import { labelOf, REST, type ValueTable, valueTable } from '../../domain/report/value-table';
import { barChart, legend } from '../chart/bar-chart';
import { columnChart } from '../chart/column-chart';
import { type Dot, dotMap } from '../chart/dot-map';
import { countText, dayText, numberText, shareText } from '../chart/spoken-number';
import { html, type Html } from '../page/html';
import { dataTable } from './data-table';
import { timeLineChart } from './time-line-chart';

/** A question with everything that is known of its answers. */
export interface SummedQuestion {
  /** Unlike any other on the page. */
  readonly id: string;
  readonly question: ReportQuestion;
  readonly counts: AnswerCounts;
  /** Its answers on the map; undefined for a question that asks for no place. */
  readonly places: readonly Dot[] | undefined;
  /** Submissions in the report. */
  readonly total: number;
  readonly split: Split | undefined;
}

const STATISTICS = [
  ['Median', 'median'],
  ['Mean', 'mean'],
  ['Mode', 'mode'],
  ['Deviation', 'stdev'],
] as const;
/** Nobody compares more bars than that; the table has them all. */
const MOST_BARS = 12;
const MOST_PLACES = 100;

/** What a question is called where nobody wrote a label. */
export function questionTitle({ label, name }: ReportQuestion): string {
  return label === undefined || label.trim() === '' ? name : label;
}

/** Whether there is more to tell of it than how many answered. */
export function isSummedUp({ question, places }: SummedQuestion): boolean {
  return question.kind !== 'count' || places !== undefined;
}

/** A question: what was asked, how many answered, a chart, and its numbers. */
export function questionSection(summed: SummedQuestion): Html {
  const { id, question, counts, total } = summed;
  return html`<section class="sheet question" aria-labelledby="${id}">
    <h2 id="${id}" dir="auto">${questionTitle(question)}</h2>
    <p class="soft">
      <code>${question.name}</code> · ${question.type.replaceAll('_', ' ')} · answered in
      ${countText(counts.provided)} of ${countText(total)} submissions (${shareText(counts.provided, total)})
    </p>
    ${counts.provided === 0 ? html`<p>Nobody has answered this.</p>` : answers(summed)}
  </section>`;
}

function answers(summed: SummedQuestion): Html {
  if (summed.places !== undefined) return places(summed, summed.places);
  switch (summed.question.kind) {
    case 'number':
    case 'whole':
      return numbers(summed);
    case 'choices':
    case 'value':
      return summed.question.type === 'date' ? dates(summed) : values(summed);
    case 'count':
      return html``;
  }
}

function values(summed: SummedQuestion): Html {
  const { id, question, total } = summed;
  const { columns, rows } = tableOf(summed);
  const table = valuesTable(summed, 'Answer', (label) => label);
  if (!isChart(question)) return html`${table}${onlyParted(summed)}`;
  const bars = rows
    .slice(0, MOST_BARS)
    .map(({ label, submissions, parts }) => ({ label, count: submissions, parts }));
  const [first] = bars;
  const most = first === undefined ? '' : `Most often: ${first.label}, ${countText(first.count)}.`;
  const texts = {
    id: `${id}-chart`,
    title: `Bars: ${questionTitle(question)}`,
    description: `${rows.length} answers. ${most}`,
  };
  return html`<div class="two">
    <figure>
      ${columns.length > 0 && legend(columns)} ${barChart(texts, bars, total)}
      ${
        rows.length > bars.length &&
        html`<figcaption class="hint">The ${bars.length} most frequent; the table has more.</figcaption>`
      }
      ${onlyParted(summed)}
    </figure>
    ${table}
  </div>`;
}

/** Texts that people write are as good as all different: a chart of them shows nothing. */
function isChart({ type, labels }: ReportQuestion): boolean {
  return type.startsWith('select_') || labels.size > 0;
}

function dates(summed: SummedQuestion): Html {
  const days = tableOf(summed)
    .rows.map(({ label, submissions }) => ({ day: label, submissions }))
    .filter(({ day, submissions }) => submissions > 0 && /^\d{4}-\d\d-\d\d$/.test(day));
  const table = valuesTable(summed, 'Date', dayText);
  if (days.length === 0) return table;
  return html`<div class="two">
    <figure>
      ${timeLineChart(`${summed.id}-chart`, questionTitle(summed.question), days)} ${onlyParted(summed)}
    </figure>
    ${table}
  </div>`;
}

function tableOf({ question, counts, split }: SummedQuestion): ValueTable {
  const { columns, rows } = valueTable(question, counts, split);
  return { columns: columns.map((column) => (column === REST ? 'All others' : column)), rows };
}

function valuesTable(summed: SummedQuestion, heading: string, textOf: (label: string) => string): Html {
  const { columns, rows } = tableOf(summed);
  return dataTable({
    caption: `Submissions by ${heading.toLowerCase()}`,
    columns: [heading, 'Submissions', 'Share', ...columns],
    rows: rows.map(({ label, submissions, parts }) => [
      textOf(label),
      countText(submissions),
      shareText(submissions, summed.total),
      ...parts.map(countText),
    ]),
  });
}

/** Who does not answer what parts the report is in none of its parts. */
function onlyParted({ split }: SummedQuestion): Html {
  if (split === undefined) return html``;
  return html`<p class="hint">
    Of the submissions that answer <q dir="auto">${questionTitle(split.question)}</q>.
  </p>`;
}

function numbers({ id, question, counts, split }: SummedQuestion): Html {
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
  const description = `From ${numberText(first.from)} to ${numberText(last.from + last.width)} in steps of ${numberText(first.width)}.`;
  return html`<div class="two">
      <figure>
        ${columnChart(
          { id: `${id}-chart`, title: `Histogram: ${title}`, description },
          {
            columns,
            labels: [...columns.map(({ from }) => numberText(from)), numberText(last.from + last.width)],
            labelsStand: 'between',
          },
        )}
        <figcaption class="hint">How many answers lie in each step.</figcaption>
      </figure>
      <div class="tables">
        ${split === undefined && statistics(counts.numbers)}
        ${dataTable({
          caption: 'Answers by step',
          columns: ['Step', 'Answers'],
          rows: columns.map(({ name, count }) => [name, countText(count)]),
        })}
      </div>
    </div>
    ${split !== undefined && partedStatistics(counts, split)}`;
}

/** One below the other, for there is not room for all of them side by side. */
function statistics(found: readonly NumberSummary[]): Html {
  return html`${found.map((summary) =>
    dataTable({
      caption: 'Statistics',
      columns: ['Of', 'All answers'],
      rows: STATISTICS.map(([name, key]) => [name, statisticText(summary[key])]),
    }),
  )}`;
}

function partedStatistics({ numbers: found }: AnswerCounts, split: Split): Html {
  return dataTable({
    caption: 'Statistics',
    columns: [questionTitle(split.question), ...STATISTICS.map(([name]) => name)],
    rows: split.answers.flatMap(({ value }) =>
      found
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

function places({ id, question }: SummedQuestion, dots: readonly Dot[]): Html {
  if (dots.length === 0) return html`<p>No answer is a point on the map.</p>`;
  const answers = dots.reduce((sum, dot) => sum + dot.answers, 0);
  const title = questionTitle(question);
  const shown = dots.slice(0, MOST_PLACES);
  return html`<div class="two">
    <figure>
      ${dotMap(
        {
          id: `${id}-chart`,
          title: `Map: ${title}`,
          description: `${countText(answers)} points over a net of latitude and longitude, north above.`,
        },
        dots,
      )}
      <figcaption class="hint">
        Each dot stands for the answers around it${dots.length < answers && html`; larger ones for more`}.
      </figcaption>
    </figure>
    ${dataTable({
      caption: shown.length < dots.length ? `The ${shown.length} places with most answers` : 'Places',
      columns: ['Latitude, longitude', 'Answers'],
      rows: shown.map((dot) => [
        `${dot.latitude.toFixed(4)}, ${dot.longitude.toFixed(4)}`,
        countText(dot.answers),
      ]),
    })}
  </div>`;
}
