import { crossTable, type CrossTable, hasSeveralAnswers } from '../../domain/report/cross-table';
import type { ReportQuestion } from '../../domain/report/report-question';
import { isLimited } from '../../domain/report/value-table';
import type { ChartedReport } from '../../modules/report/report.service';
import { emptyState } from '../page/components';
import { type Option, labelledSelect } from '../page/form-field';
import { countText, shareText } from '../../language/format';
import { type Text, t } from '../../language/message';
import { html, type Html } from '../page/html';
import { dataTable } from './data-table';
import { listedNote, questionTitle } from './question-summary';
import type { CrossChoice, Shares } from './report-address';

const shareNames = (): Readonly<Record<Shares, Text>> => ({
  count: t('Numbers of submissions'),
  row: t('Percentages of each row'),
  column: t('Percentages of each column'),
});

function caption(shares: Shares, rows: string, columns: string): Text {
  switch (shares) {
    case 'count':
      return t('Numbers of submissions: {rows} by {columns}', { rows, columns });
    case 'row':
      return t('Percentages of each row: {rows} by {columns}', { rows, columns });
    case 'column':
      return t('Percentages of each column: {rows} by {columns}', { rows, columns });
  }
}

/** Questions that can be the rows of a cross-table: choices. */
export function crossRows(questions: readonly ReportQuestion[]): ReportQuestion[] {
  return questions.filter(({ type }) => type.startsWith('select_'));
}

/** Two questions, and what the cells show. */
export function crossForm(choice: CrossChoice, { options }: ChartedReport, hidden: Html): Html {
  const { rows, columns, shares } = choice;
  const optionsOf = (questions: readonly ReportQuestion[]): Option[] => [
    { value: '', label: t('Choose a question') },
    ...questions.map((each) => ({ value: each.name, label: questionTitle(each) })),
  ];
  return html`<form class="sheet filters" method="get" aria-label="${t('Cross-table')}">
    ${hidden} ${labelledSelect('rows', t('Rows'), optionsOf(crossRows(options.questions)), rows)}
    ${labelledSelect('columns', t('Columns'), optionsOf(options.splits), columns)}
    ${labelledSelect(
      'shares',
      t('Cells'),
      Object.entries(shareNames()).map(([value, label]) => ({ value, label })),
      shares,
    )}
    <div class="buttons"><button>${t('Show')}</button></div>
  </form>`;
}

export function crossSection({ shares }: CrossChoice, { questions, split }: ChartedReport): Html {
  const [first] = questions;
  if (first === undefined || split === undefined)
    return emptyState({
      title: t('Two questions side by side'),
      text: t('Choose the question of the rows and the question of the columns, two different ones.'),
    });
  const table = crossTable(first.question, first.counts, split);
  const [rows, columns] = [questionTitle(first.question), questionTitle(split.question)];
  return html`<section class="sheet question" aria-labelledby="cross">
    <h2 id="cross" dir="auto">${rows} × ${columns}</h2>
    ${answeredText(first, table.total)}
    ${
      table.rows.length === 0
        ? html`<p>${t('No submission answers both.')}</p>`
        : dataTable({
            caption: caption(shares, rows, columns),
            columns: [rows, ...table.columns.map(({ label }) => label), t('Total')],
            rows: [...table.rows.map((row) => crossRow(row, table, shares)), totals(table, shares)],
          })
    }
    ${listedNote(first.counts)}
  </section>`;
}

/** The total counts the listed answers only, unless it counts those to the question of the columns. */
function answeredText({ question, counts }: ChartedReport['questions'][number], total: number): Html {
  const isMultiple = hasSeveralAnswers(question);
  if (isLimited(counts) && !isMultiple) return html``;
  return html`<p class="soft">
    ${
      isMultiple
        ? t('{count, plural, other {# submissions that answer the question of the columns.}}', {
            count: total,
          })
        : t('{count, plural, other {# submissions that answer both questions.}}', { count: total })
    }
  </p>`;
}

function crossRow(
  { label, cells, total }: CrossTable['rows'][number],
  { columns, total: all }: CrossTable,
  shares: Shares,
): [Text, ...Text[]] {
  if (shares === 'count') return [label, ...cells.map(countText), countText(total)];
  if (shares === 'row') return [label, ...cells.map((cell) => shareText(cell, total)), countText(total)];
  return [
    label,
    ...cells.map((cell, index) => shareText(cell, columns[index]!.total)),
    shareText(total, all),
  ];
}

function totals({ columns, total }: CrossTable, shares: Shares): [Text, ...Text[]] {
  const cells = columns.map((column) =>
    shares === 'row' ? shareText(column.total, total) : countText(column.total),
  );
  return [t('Total'), ...cells, countText(total)];
}
