import { type FormContent, indexOfKey, outlineOf, type Row } from './form-content';
import { History } from './history';
import { NO_PROBLEMS, type RowProblems } from './problems';

/** State that the parts of the page show. */
export interface EditorState {
  readonly content: FormContent;
  /** Key of the chosen row. */
  readonly selected: string | undefined;
  /** Keys of all chosen rows, the one that is shown among them. */
  readonly marked: ReadonlySet<string>;
  /** Index of the language of the structure. */
  readonly language: number;
  readonly problems: RowProblems;
}

/** The form that is edited, with its history, and who shows it. */
export class Editor {
  private readonly history: History<FormContent>;
  private readonly listeners: ((state: EditorState) => void)[] = [];
  private selected: string | undefined;
  private marked: ReadonlySet<string> = new Set();
  /** Row that a range of chosen rows begins at. */
  private anchor: string | undefined;
  private language = 0;
  private problems: RowProblems = NO_PROBLEMS;
  private savedContent: FormContent;
  /** Rows added here whose names follow their labels until they are named by hand. */
  readonly autoNamed = new Set<string>();

  constructor(content: FormContent, stored = content) {
    this.history = new History(content);
    this.savedContent = stored;
    this.choose(outlineOf(content.survey)[0]?.row.$kuid);
  }

  get state(): EditorState {
    const { selected, marked, language, problems } = this;
    return { content: this.content, selected, marked, language, problems };
  }

  get content(): FormContent {
    return this.history.current;
  }

  get saved(): FormContent {
    return this.savedContent;
  }

  get isChanged(): boolean {
    return this.content !== this.savedContent;
  }

  get canUndo(): boolean {
    return this.history.canUndo;
  }

  get canRedo(): boolean {
    return this.history.canRedo;
  }

  /** Index of the chosen row; -1 without one. */
  get index(): number {
    return indexOfKey(this.content, this.selected);
  }

  get row(): Row | undefined {
    return this.content.survey[this.index];
  }

  onChange(listener: (state: EditorState) => void): void {
    this.listeners.push(listener);
  }

  /** @param field that is typed into: its edits are one step of undo */
  edit(content: FormContent, field?: string): void {
    if (content === this.content) return;
    this.history.push(content, field === undefined ? undefined : `${this.selected ?? ''} ${field}`);
    this.publish();
  }

  /** Ends the step of a field. */
  seal(): void {
    this.history.seal();
  }

  select(key: string | undefined): void {
    if (key === this.selected && this.marked.size <= 1) return;
    this.history.seal();
    this.choose(key);
    this.publish();
  }

  /** Chooses a row beside the others, or no longer. */
  toggle(key: string): void {
    const marked = new Set(this.marked);
    if (marked.size > 1 && marked.delete(key)) this.mark(marked, [...marked].at(-1));
    else this.mark(marked.add(key), key);
    this.anchor = this.selected;
  }

  /** Chooses all rows from the one that was chosen last to this one. */
  extend(key: string): void {
    const keys = outlineOf(this.content.survey).map(({ row }) => row.$kuid);
    const ends = [keys.indexOf(this.anchor ?? key), keys.indexOf(key)].sort((a, b) => a - b);
    this.mark(new Set(keys.slice(Math.max(0, ends[0]!), ends[1]! + 1)), key);
  }

  selectAll(): void {
    this.mark(new Set(outlineOf(this.content.survey).map(({ row }) => row.$kuid)), this.selected);
  }

  private mark(marked: ReadonlySet<string>, selected: string | undefined): void {
    this.history.seal();
    this.marked = marked;
    this.selected = selected;
    this.publish();
  }

  private choose(key: string | undefined): void {
    this.selected = key;
    this.anchor = key;
    this.marked = new Set(key === undefined ? [] : [key]);
  }

  /** Edits the form and chooses the row at an index of the new content. */
  editAndSelect(content: FormContent, index: number): void {
    this.history.push(content);
    this.choose(content.survey[index]?.$kuid);
    this.publish();
  }

  /** Edits the form and chooses rows of the new content. */
  editAndMark(content: FormContent, keys: readonly string[]): void {
    this.history.push(content);
    this.choose(keys[0]);
    this.marked = new Set(keys);
    this.publish();
  }

  undo(): void {
    this.history.undo();
    this.publish();
  }

  redo(): void {
    this.history.redo();
    this.publish();
  }

  showLanguage(language: number): void {
    this.language = language;
    this.publish();
  }

  showProblems(problems: RowProblems): void {
    this.problems = problems;
    this.publish();
  }

  markSaved(content: FormContent): void {
    this.savedContent = content;
    this.publish();
  }

  private publish(): void {
    if (this.selected === undefined || this.index < 0)
      this.choose(outlineOf(this.content.survey)[0]?.row.$kuid);
    if (this.marked.size > 1) {
      const keys = new Set(this.content.survey.map(({ $kuid }) => $kuid));
      if (![...this.marked].every((key) => keys.has(key))) this.choose(this.selected);
    }
    if (this.language >= this.content.translations.length) this.language = 0;
    for (const listener of this.listeners) listener(this.state);
  }
}
