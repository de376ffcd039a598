import { ChoiceFileView } from './choice-file-view';
import { ChoicesView } from './choices-view';
import { ConditionQuestions } from './condition-questions';
import { ConditionView } from './condition-view';
import { nameOf } from './choice-edits';
import type { Editor, EditorState } from './editor';
import { button, element, setContent, signButton } from './elements';
import { type Field, selectField, textField } from './fields';
import { indexOfKey, isBegin, labelOf, textOf } from './form-content';
import type { FormFiles } from './form-files';
import { LISTS_OF_BLOCKS, listOfRow } from './form-nodes';
import { changeType, hasList, isTranslated, readsFile, rename, setCell, setText } from './form-edits';
import type { FormProblem } from './problems';
import { nameOfType, QUESTION_TYPES } from './question-kinds';
import { placesLeftByName } from './question-names';
import { columnsOf, EDITED_COLUMNS } from './type-columns';
import { freeName } from './references';
import { text } from '../texts';
import { chooseType } from './type-dialog';
import { confirmRename } from './used-by';

export interface QuestionActions {
  readonly move: (step: -1 | 1) => void;
  readonly copy: () => void;
  readonly remove: () => void;
  /** Shows the structure, on phones. */
  readonly close: () => void;
}

const XPATH = new Set(['relevant', 'constraint', 'calculation', 'choice_filter', 'repeat_count']);
const INTERNAL = new Set(['type', 'select_from_list_name', ...Object.values(LISTS_OF_BLOCKS)]);

/** The chosen question with a field for each column that the editor knows. */
export class QuestionView {
  readonly node = element('section', { class: 'question sheet', 'aria-labelledby': 'question-title' });
  private fields: Field[] = [];
  private readonly title = element('h2', { id: 'question-title', dir: 'auto', tabindex: '-1' });
  private readonly kind = element('p', { class: 'question-kind' });
  private readonly others = element('ul', { class: 'question-problems' });
  private readonly columns = element('div');
  private readonly questions: ConditionQuestions;
  /** Question and columns that the fields were made for. */
  private shape = '';

  constructor(
    private readonly editor: Editor,
    private readonly files: FormFiles,
    private readonly actions: QuestionActions,
  ) {
    this.questions = new ConditionQuestions(editor);
    this.node.addEventListener('focusout', () => editor.seal());
  }

  /** Puts the focus on the first field. */
  focus(): void {
    this.node.querySelector<HTMLElement>('.field input, .field textarea')?.focus();
  }

  focusTitle(): void {
    this.title.focus();
  }

  show(state: EditorState): void {
    const { row } = this.editor;
    if (row === undefined) {
      this.shape = '';
      this.node.replaceChildren(element('p', { class: 'soft' }, text('empty')));
      return;
    }
    const { $kuid, type } = row;
    const shape = JSON.stringify([
      $kuid,
      type,
      listOfRow(row),
      this.columnsShown(),
      state.content.translations,
    ]);
    if (shape !== this.shape) this.build();
    this.shape = shape;
    const label = labelOf(row, state.language);
    setContent(this.title, label === '' ? text('noLabel') : label);
    const problems = state.problems.byKey.get(row.$kuid) ?? [];
    const placed = new Set(this.fields.map(({ column }) => column));
    for (const field of this.fields) {
      field.refresh(
        state,
        problems.filter(({ column }) => column === field.column),
      );
    }
    this.showOthers(problems.filter(({ column }) => column === undefined || !placed.has(column)));
    this.showColumns();
  }

  private build(): void {
    const row = this.editor.row!;
    // The focus stays in a field that is still there, such as after a column got its first text.
    const focused = this.node.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const isGroup = isBegin(row.type);
    this.kind.replaceChildren(
      element('span', {}, nameOfType(row.type)),
      isGroup
        ? ''
        : button(text('changeType'), () => void this.chooseType(), { class: 'link', id: 'change-type' }),
    );
    this.fields = this.columnsShown().flatMap((column) => this.fieldsOf(column));
    const listed = listOfRow(row);
    if (hasList(row.type) || (isGroup && listed !== undefined)) {
      const labels = this.fields.filter(({ column }) => column === 'label').length;
      const { list, column } = listed ?? { list: '', column: 'select_from_list_name' };
      this.fields.splice(labels + 1, 0, new ChoicesView(this.editor, list, column));
    }
    this.node.replaceChildren(
      button(text('backToStructure'), this.actions.close, { class: 'link back' }),
      element('div', { class: 'question-head' }, element('div', {}, this.title, this.kind), this.tools()),
      this.others,
      ...this.fields.map(({ node }) => node),
      this.columns,
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  private tools(): HTMLElement {
    const { move, copy, remove } = this.actions;
    return element(
      'div',
      { class: 'tools', role: 'group', 'aria-label': text('rowActions') },
      signButton('↑', text('moveUp'), () => move(-1)),
      signButton('↓', text('moveDown'), () => move(1)),
      button(text('copy'), copy),
      button(text('delete'), remove, { class: 'danger' }),
    );
  }

  private columnsShown(): readonly string[] {
    const row = this.editor.row!;
    const own = columnsOf(row.type);
    return EDITED_COLUMNS.filter(
      (column) => (own.includes(column) || column in row) && isEditable(row[column]),
    );
  }

  private fieldsOf(column: string): readonly Field[] {
    if (column === 'name') return [this.nameField()];
    if (column === 'required') return [this.requiredField()];
    if (column === 'file' && readsFile(this.editor.row!.type))
      return [new ChoiceFileView(this.editor, this.files)];
    const { content } = this.editor;
    if (isTranslated(content, column) || Array.isArray(this.editor.row?.[column])) {
      return content.translations.map((language, at) =>
        textField({
          id: `${column}-${at}`,
          label: language === null ? text(column) : text('inLanguage', { column: text(column), language }),
          column,
          isLong: true,
          valueIn: () => textOf(this.editor.row?.[column], at),
          onInput: (value) => this.writeText(column, at, value),
          ...(column === 'label' && at === 0 && { onCommit: (value: string) => this.nameByLabel(value) }),
        }),
      );
    }
    const isCode = XPATH.has(column);
    const field = textField({
      id: column,
      label: text(column),
      column,
      isCode,
      // A single line would lose its line breaks.
      isLong: isCode || plainText(this.editor.row?.[column]).includes('\n'),
      valueIn: () => plainText(this.editor.row?.[column]),
      onInput: (value) =>
        this.editor.edit(setCell(this.editor.content, this.editor.index, column, value), column),
    });
    return column === 'relevant' ? [new ConditionView(this.editor, this.questions, field)] : [field];
  }

  private nameField(): Field {
    return textField({
      id: 'name',
      label: text('name'),
      column: 'name',
      hint: text('nameHint'),
      isCode: true,
      valueIn: () => this.editor.row?.name ?? '',
      onCommit: (value, reset) => this.rename(value.trim(), reset),
    });
  }

  private rename(name: string, reset: () => void): void {
    const { content, index, state } = this.editor;
    const { $kuid, name: former = '' } = content.survey[index]!;
    const left = placesLeftByName(content, index, name);
    confirmRename({ name: former, left, language: state.language }, (isConfirmed) => {
      const at = indexOfKey(this.editor.content, $kuid);
      if (!isConfirmed || at < 0) return reset();
      this.editor.autoNamed.delete($kuid);
      this.editor.edit(rename(this.editor.content, at, name));
    });
  }

  private requiredField(): Field {
    return selectField({
      id: 'required',
      label: text('required'),
      column: 'required',
      optionsIn: () => {
        const required = this.editor.row?.['required'];
        const given = typeof required === 'string' ? [[required, required] as const] : [];
        return [['', text('no')], ['true', text('yes')], ...given];
      },
      valueIn: () => {
        const required = this.editor.row?.['required'];
        return typeof required === 'string' ? required : required === true ? 'true' : '';
      },
      onChange: (value) => {
        const required = value === 'true' ? true : value;
        this.editor.edit(setCell(this.editor.content, this.editor.index, 'required', required));
      },
    });
  }

  private writeText(column: string, language: number, value: string): void {
    const { content, index } = this.editor;
    this.editor.edit(setText(content, index, { column, language, text: value }), `${column} ${language}`);
  }

  /** Names a new question after its first label, until it is named by hand. */
  private nameByLabel(label: string): void {
    const { content, index, row, autoNamed } = this.editor;
    const name = nameOf(label);
    if (row === undefined || !autoNamed.has(row.$kuid) || name === '' || row.name === name) return;
    this.editor.edit(rename(content, index, freeName(content, name)));
  }

  private async chooseType(): Promise<void> {
    const key = this.editor.state.selected;
    const type = await chooseType(text('changeType'), QUESTION_TYPES);
    if (type === undefined || this.editor.state.selected !== key) return;
    this.editor.edit(changeType(this.editor.content, this.editor.index, type));
  }

  private showOthers(problems: readonly FormProblem[]): void {
    const shown = problems.map(({ column, message }) =>
      column === undefined ? message : `${column}: ${message}`,
    );
    setContent(this.others, '');
    this.others.append(...shown.map((message) => element('li', { class: 'wrong' }, message)));
  }

  /** Columns that stay as they are. */
  private showColumns(): void {
    const fields = new Set([...this.columnsShown(), ...INTERNAL]);
    const rest = Object.entries(this.editor.row!).filter(([key]) => !key.startsWith('$') && !fields.has(key));
    if (rest.length === 0) return this.columns.replaceChildren();
    this.columns.replaceChildren(
      element('h3', {}, text('otherColumns')),
      element(
        'dl',
        { class: 'other-columns' },
        ...rest.flatMap(([key, value]) => [
          element('dt', {}, key),
          element('dd', { dir: 'auto' }, typeof value === 'string' ? value : JSON.stringify(value)),
        ]),
      ),
    );
  }
}

/** Whether a field can show the cell: others, such as objects, stay as they are. */
function isEditable(cell: unknown): boolean {
  if (Array.isArray(cell)) return cell.every((each) => each === null || typeof each === 'string');
  return typeof cell !== 'object';
}

function plainText(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
