import type { ReportQuestion } from '../../domain/report/report-question';
import { type AnswerCounts, groupsOf, histogram, labelOf, type Split } from '../../domain/report/value-table';
import { countText, numberText } from '../../language/format';
import { type Text, t } from '../../language/message';
import { legend } from '../chart/bar-chart';
import { columnChart } from '../chart/column-chart';
import { html, type Html } from '../page/html';
import { chartWithTable, dataTable } from './data-table';
import { type QuestionSummary, questionTitle, splitNote } from './question-summary';

const statisticNames = () =>
  [
    [t('Minimum'), 'least'],
    [t('Maximum'), 'greatest'],
    [t('Median'), 'median'],
    [t('Mean'), 'mean'],
    [t('Mode'), 'mode'],
    [t('Standard deviation'), 'stdev'],
  ] as const;

/** A histogram of numbers, with their statistics. */
export function numberAnswers({ id, question, counts, split }: QuestionSummary): Html {
  const { columns, width, isByNumber } = histogram(question, counts.bins, split);
  const title = questionTitle(question);
  const isWhole = isByNumber || question.kind === 'whole';
  const [least, greatest] = [columns[0]!.from, columns.at(-1)!.from + width - (isWhole ? 1 : 0)];
  const nameOf = (from: number): Text =>
    isByNumber
      ? numberText(from)
      : t('{from} to {to}', {
          from: numberText(from),
          to: numberText(from + width - (isWhole ? 1 : 0)),
        });
  const range = { from: numberText(least), to: numberText(greatest), width: numberText(width) };
  const groups = split === undefined ? [] : groupLabels(split);
  return chartWithTable(
    html`<figure>
      ${groups.length > 0 && legend(groups)}
      ${columnChart(
        {
          id: `${id}-chart`,
          title: t('Histogram: {title}', { title }),
          description: isByNumber
            ? t('From {from} to {to}.', range)
            : t('From {from} to {to}, in intervals of {width}.', range),
        },
        {
          columns: columns.map(({ from, answers: count, parts }) => ({ name: nameOf(from), count, parts })),
          labels: isWhole
            ? columns.map(({ from }) => numberText(from))
            : [...columns.map(({ from }) => numberText(from)), numberText(greatest)],
          labelPlacement: isByNumber ? 'below' : 'between',
        },
      )}
      <figcaption class="hint">
        ${isByNumber ? t('Number of answers per number.') : t('Number of answers per interval.')}
      </figcaption>
      ${splitNote(split)}
    </figure>`,
    dataTable({
      caption: isByNumber ? t('Answers by number') : t('Answers by interval'),
      columns: [isByNumber ? t('Number') : t('Interval'), t('Answers'), ...groups],
      rows: columns.map(({ from, answers: count, parts }) => [
        nameOf(from),
        countText(count),
        ...parts.map(countText),
      ]),
    }),
    statistics(summaryOf(question), counts, split),
    split !== undefined,
  );
}

type Statistic = ReturnType<typeof statisticNames>[number];

/** Measured numbers hardly repeat, so that their mode is chance. */
function summaryOf({ kind }: ReportQuestion): readonly Statistic[] {
  return statisticNames().filter(([, key]) => key !== 'mode' || kind === 'whole');
}

function statistics(
  shown: readonly Statistic[],
  { numbers: summaries }: AnswerCounts,
  split: Split | undefined,
): Html {
  if (split === undefined) {
    return html`${summaries.map((summary) =>
      dataTable({
        caption: t('Statistics'),
        columns: [t('Statistic'), t('All answers')],
        rows: shown.map(([name, key]) => [name, statisticText(summary[key])]),
      }),
    )}`;
  }
  return dataTable({
    caption: t('Statistics'),
    columns: [questionTitle(split.question), ...shown.map(([name]) => name)],
    rows: split.answers.flatMap(({ value }) =>
      summaries
        .filter((each) => each.split === value)
        .map((summary): [Text, ...Text[]] => [
          labelOf(split.question, value),
          ...shown.map(([, key]) => statisticText(summary[key])),
        ]),
    ),
  });
}

function statisticText(value: number | null): Text {
  return value === null ? '–' : numberText(value);
}

function groupLabels(split: Split): Text[] {
  const { groups, hasOthers } = groupsOf(split);
  return [...groups.map((group) => labelOf(split.question, group)), ...(hasOthers ? [t('Other')] : [])];
}
