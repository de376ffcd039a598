import {
  columnOf,
  defaultColumn,
  type FileColumn,
  fileOf,
  type FileProblem,
  type FileTable,
  problemsOfFile,
  usableColumns,
  withColumn,
} from './choice-file';
import type { Editor, EditorState } from './editor';
import { button, element, setContent } from './elements';
import { type Field, selectField } from './fields';
import type { FormFiles } from './form-files';
import { setCell } from './form-edits';
import type { FormProblem } from './problems';
import { text } from '../texts';

/** The file of a select among the media files of the form, with the columns of its values and labels. */
export class ChoiceFileView implements Field {
  readonly column = 'file';
  readonly node: HTMLElement;
  private readonly found = element('div', { role: 'status' });
  private readonly fields: readonly Field[];
  /** Messages on an upload, shown while its file is chosen. */
  private uploaded: { readonly file: string; readonly messages: readonly string[] } | undefined;
  private table: FileTable | FileProblem | undefined;
  private checked:
    | { readonly table: FileTable; readonly read: string; readonly problems: readonly FileProblem[] }
    | undefined;

  constructor(
    private readonly editor: Editor,
    private readonly files: FormFiles,
  ) {
    const file = selectField({
      id: 'file',
      label: text('file'),
      column: 'file',
      hint: text('fileHint'),
      optionsIn: () => this.offered(),
      valueIn: () => this.file,
      onChange: (name) => this.choose(name),
    });
    this.fields = [file, this.columnField('value'), this.columnField('label')];
    const [first, ...columns] = this.fields.map(({ node }) => node);
    const upload = button(text('uploadFile'), () => this.askForFile());
    this.node = element(
      'fieldset',
      { class: 'choices' },
      element('legend', {}, text('choices')),
      first,
      element('div', { class: 'buttons' }, upload),
      element('div', { class: 'file-columns' }, ...columns),
      this.found,
    );
  }

  refresh(state: EditorState, problems: readonly FormProblem[]): void {
    // Another question of the same shape may be shown when an answer arrives.
    const again = (): void => {
      if (this.node.isConnected) this.refresh(this.editor.state, []);
    };
    this.files.list(again);
    this.table = this.file === '' ? undefined : this.files.tableOf(this.file, again);
    this.fields.forEach((field, at) => field.refresh(state, at === 0 ? problems : []));
    const uploaded = this.uploaded?.file === this.file ? this.uploaded.messages : [];
    const messages = [...uploaded, ...this.problems().map(({ name, values }) => text(name, values))];
    if (this.found.textContent !== messages.join(''))
      this.found.replaceChildren(...messages.map((message) => element('p', { class: 'wrong' }, message)));
  }

  /** Problems of the file for the question, found anew only where it reads the file in another way. */
  private problems(): readonly FileProblem[] {
    const { table } = this;
    const { row } = this.editor;
    if (row === undefined || table === undefined) return [];
    if (!('columns' in table)) return [table];
    const read = JSON.stringify([this.file, row.type, row['parameters'], row['choice_filter']]);
    if (this.checked?.table !== table || this.checked.read !== read)
      this.checked = { table, read, problems: problemsOfFile(row, table) };
    return this.checked.problems;
  }

  private get file(): string {
    return this.editor.row === undefined ? '' : fileOf(this.editor.row);
  }

  private offered(): (readonly [string, string])[] {
    const names = this.files.names ?? [];
    const unknown = this.file === '' || names.includes(this.file) ? [] : [this.file];
    const none = this.file === '' ? [['', text('chooseFile')] as const] : [];
    return [...none, ...[...unknown, ...names].map((name) => [name, name] as const)];
  }

  private columnField(column: FileColumn): Field {
    return selectField({
      id: `file-${column}`,
      label: text(`${column}Column`),
      column: 'parameters',
      optionsIn: () => {
        const usual = defaultColumn(this.file, column);
        const { table } = this;
        const names = table !== undefined && 'columns' in table ? usableColumns(table) : [];
        const given = this.columnIn(column);
        const others = [...new Set([...names, ...(given === '' ? [] : [given])])].filter(
          (name) => name !== usual || name === given,
        );
        return [['', text('usualColumn', { column: usual })], ...others.map((name) => [name, name] as const)];
      },
      valueIn: () => this.columnIn(column),
      onChange: (name) => {
        const { content, index, row } = this.editor;
        const parameters = withColumn(row?.['parameters'], column, name);
        this.editor.edit(setCell(content, index, 'parameters', parameters));
      },
    });
  }

  private columnIn(column: FileColumn): string {
    return this.editor.row === undefined ? '' : columnOf(this.editor.row, column);
  }

  private choose(name: string): void {
    const { content, index } = this.editor;
    this.editor.edit(setCell(setCell(content, index, 'select_from_list_name', ''), index, 'file', name));
  }

  private askForFile(): void {
    const input = element('input', { type: 'file', accept: '.csv,.xml,.geojson' });
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file !== undefined) void this.upload(file);
    });
    input.click();
  }

  private async upload(file: File): Promise<void> {
    const key = this.editor.row?.$kuid;
    const isTaken = this.files.names?.includes(file.name) === true;
    setContent(this.found, text('uploadingFile'));
    const { refusal, warnings } = isTaken
      ? { refusal: text('fileTaken'), warnings: [] }
      : await this.files.add(file);
    if (this.editor.row?.$kuid !== key || !this.node.isConnected) return;
    const messages = refusal === undefined ? warnings : [`${text('fileRefused')} ${refusal}`];
    this.uploaded = { file: refusal === undefined ? file.name : this.file, messages };
    if (refusal === undefined) this.choose(file.name);
    this.refresh(this.editor.state, []);
  }
}
