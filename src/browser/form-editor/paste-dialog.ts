import { parseColumnHeader } from '../../domain/content/standard/column-header';
import { button, element, setContent } from './elements';
import type { FormContent } from './form-content';
import { wordOfColumn } from './question-kinds';
import { EDITED_COLUMNS } from './type-columns';
import {
  isListed,
  type PastedColumn,
  type PastedTable,
  readPastedRows,
  type RowSheet,
  usualColumns,
} from './row-table';
import { text } from '../texts';

const MAX_SHOWN = 5;
const QUESTION_COLUMNS = ['type', ...EDITED_COLUMNS, 'guidance_hint', 'required_message'];
const CHOICE_COLUMNS = ['list_name', 'name', 'label'];

/** Whether all columns are known by their headers, so that nothing is to be asked. */
export function isKnown({ headers, columns, rows }: PastedTable): boolean {
  const isComplete = headers?.every((header, at) => header === '' || columns[at] !== undefined) === true;
  return isComplete && rows.length > 0;
}

/** Shows pasted rows, and asks for the columns that their cells belong to. */
export class PasteDialog {
  private readonly node = element('dialog', {
    class: 'sheet editor-dialog paste-dialog',
    'aria-labelledby': 'paste-title',
  });
  private readonly pasted = element('textarea', { id: 'pasted-rows', rows: '4', dir: 'auto', wrap: 'off' });
  private readonly sheet = element('select', { id: 'pasted-sheet' });
  private readonly columns = element('div', { class: 'table pasted-columns' });
  private readonly status = element('p', { role: 'status', class: 'hint' });
  private readonly confirm = button(text('pasteRows'), () => this.node.close('paste'), { class: '' });
  private readonly choice = element('div', {});
  private table: PastedTable | undefined;

  constructor(private readonly content: FormContent) {
    this.sheet.append(new Option(text('questions'), 'survey'), new Option(text('choices'), 'choices'));
    this.sheet.addEventListener('change', () => this.chooseSheet(this.sheet.value as RowSheet));
    this.pasted.addEventListener('input', () => this.read());
    this.choice.append(
      element('label', { for: 'pasted-sheet' }, text('pastedSheet')),
      this.sheet,
      this.columns,
    );
    this.node.append(
      element('h2', { id: 'paste-title' }, text('pasteRows')),
      element('label', { for: 'pasted-rows' }, text('pastedRows')),
      this.pasted,
      element('p', { class: 'hint' }, text('pastedRowsHint')),
      this.choice,
      this.status,
      element(
        'div',
        { class: 'buttons' },
        this.confirm,
        button(text('cancel'), () => this.node.close('')),
      ),
    );
  }

  /** @returns the rows with their columns; undefined if the dialog was closed */
  async ask(rows: string): Promise<PastedTable | undefined> {
    this.pasted.value = rows;
    this.read();
    document.body.append(this.node);
    this.node.showModal();
    await new Promise((done) => this.node.addEventListener('close', done, { once: true }));
    this.node.remove();
    return this.node.returnValue === 'paste' ? this.table : undefined;
  }

  private read(): void {
    this.table = readPastedRows(this.content, this.pasted.value);
    this.show();
  }

  private chooseSheet(sheet: RowSheet): void {
    const { table } = this;
    if (table === undefined) return;
    const columns = usualColumns(this.content, sheet, table.columns.length);
    this.table = { ...table, sheet, columns };
    this.show();
  }

  private show(): void {
    const { table } = this;
    this.choice.hidden = table === undefined;
    this.confirm.disabled = table === undefined || table.rows.length === 0;
    setContent(this.status, table === undefined ? '' : text('rowCount', { count: table.rows.length }));
    if (table === undefined) return;
    this.sheet.value = table.sheet;
    const heads = table.columns.map((_, at) => element('th', { scope: 'col' }, this.columnChoice(table, at)));
    const rows = table.rows
      .slice(0, MAX_SHOWN)
      .map((row) =>
        element('tr', {}, ...table.columns.map((_, at) => element('td', { dir: 'auto' }, row[at] ?? ''))),
      );
    const head = element('thead', {}, element('tr', {}, ...heads));
    this.columns.replaceChildren(element('table', {}, head, element('tbody', {}, ...rows)));
  }

  private columnChoice({ sheet, headers, columns }: PastedTable, at: number): HTMLElement {
    const header = headers?.[at] ?? '';
    const name = header === '' ? text('columnNumber', { number: at + 1 }) : header;
    const select = element('select', { 'aria-label': text('columnOf', { name }) });
    select.append(new Option(text('leaveOut'), ''));
    for (const offered of this.offered(sheet, header, columns[at])) {
      select.append(new Option(this.nameOf(offered), JSON.stringify(offered)));
    }
    select.value = columns[at] === undefined ? '' : JSON.stringify(columns[at]);
    select.addEventListener('change', () => {
      const chosen = select.value === '' ? undefined : (JSON.parse(select.value) as PastedColumn);
      const next = this.table!.columns.map((each, index) => (index === at ? chosen : each));
      this.table = { ...this.table!, columns: next };
    });
    const shown = header === '' ? undefined : element('span', { dir: 'auto', class: 'row-kind' }, header);
    return element('div', {}, shown, select);
  }

  private offered(sheet: RowSheet, header: string, chosen: PastedColumn | undefined): PastedColumn[] {
    const names = sheet === 'survey' ? QUESTION_COLUMNS : CHOICE_COLUMNS;
    const offered = names.flatMap((column): PastedColumn[] =>
      isListed(this.content, column)
        ? this.content.translations.map((_, language) => ({ column, language }))
        : [{ column }],
    );
    const own: PastedColumn | undefined =
      header === '' ? undefined : { column: parseColumnHeader(sheet, header).column };
    for (const more of [chosen, own]) {
      const isThere = offered.some((each) => each.column === more?.column && each.language === more.language);
      if (more !== undefined && !isThere) offered.push(more);
    }
    return offered;
  }

  private nameOf({ column, language }: PastedColumn): string {
    const word = wordOfColumn(column);
    const name = language === undefined ? null : (this.content.translations[language] ?? null);
    return name === null ? word : text('inLanguage', { column: word, language: name });
  }
}
