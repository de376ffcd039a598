import type { Editor, EditorState } from './editor';
import { button, element, setAttribute, setContent } from './elements';
import type { FormContent } from './form-content';
import { countMissing, isMissing, keyOfLine, linesOf, setLineText, type TextLine } from './form-texts';
import { LanguageEdits } from './language-edits';
import { wordOfColumn } from './question-kinds';
import { TextFiles } from './text-files';
import { text } from '../texts';

/** More are shown on demand: forms have thousands. */
const MAX_SHOWN = 100;

interface ShownLine {
  readonly node: HTMLTableRowElement;
  readonly name: HTMLElement;
  readonly column: HTMLElement;
  readonly inputs: readonly HTMLTextAreaElement[];
  line: TextLine;
}

/** All texts of the form as a table with a column for each language. */
export class TextsView {
  readonly node = element('section', {
    class: 'texts sheet',
    'aria-labelledby': 'texts-title',
    hidden: true,
  });
  private readonly title = element('h2', { id: 'texts-title', tabindex: '-1' }, text('texts'));
  private readonly head = element('thead');
  private readonly body = element('tbody');
  private readonly status = element('p', { role: 'status', class: 'soft' });
  private readonly search = element('input', { type: 'search', id: 'search-texts', autocomplete: 'off' });
  private readonly onlyMissing = element('input', { type: 'checkbox', id: 'only-missing' });
  private readonly more = button('', () => this.showAll(), { class: 'link' });
  private readonly languages: LanguageEdits;
  private shownLines: ShownLine[] = [];
  private limit = MAX_SHOWN;
  /** Keys of the lines that were found when the search began: one that is filled in stays. */
  private found: ReadonlySet<string> | undefined;
  private shown: FormContent | undefined;
  /** Languages that the columns were made for. */
  private built: FormContent['translations'] | undefined;
  private lineCount = 0;
  /** Keys of all lines since the search began: a text that is emptied stays. */
  private kept = new Set<string>();

  constructor(
    private readonly editor: Editor,
    formTitle: string,
    private readonly close: () => void,
  ) {
    this.languages = new LanguageEdits(editor);
    const files = new TextFiles(editor, formTitle, (message) => setContent(this.status, message));
    this.search.addEventListener('input', () => this.find());
    this.onlyMissing.addEventListener('change', () => this.find());
    this.body.addEventListener('focusout', () => editor.seal());
    this.node.append(
      element(
        'div',
        { class: 'question-head' },
        this.title,
        element('div', { class: 'tools' }, button(text('backToQuestions'), close)),
      ),
      element('p', { class: 'hint' }, text('textsHint')),
      element(
        'div',
        { class: 'buttons texts-bar' },
        element(
          'div',
          { class: 'texts-search' },
          element('label', { for: 'search-texts' }, text('searchTexts')),
          this.search,
        ),
        element('label', { class: 'choice' }, this.onlyMissing, ` ${text('onlyMissing')}`),
        button(text('addLanguage'), () => void this.languages.add()),
        button(text('downloadTexts'), () => files.download()),
        button(text('importTexts'), () => files.choose()),
      ),
      this.status,
      element('div', { class: 'table' }, element('table', {}, this.head, this.body)),
      this.more,
    );
  }

  open(): void {
    this.node.hidden = false;
    this.find();
    this.title.focus();
  }

  show({ content }: EditorState): void {
    if (this.node.hidden || content === this.shown) return;
    if (this.built !== content.translations) this.build(content.translations);
    this.shown = content;
    const lines = linesOf(content, this.kept);
    for (const line of lines) this.kept.add(keyOfLine(line));
    // Other lines than those that were found, such as after an undo.
    if (lines.length !== this.lineCount) this.found = this.foundIn(lines);
    this.lineCount = lines.length;
    this.languages.showMissing(countMissing(lines, content.translations.length));
    const { found } = this;
    const listed = found === undefined ? lines : lines.filter((line) => found.has(keyOfLine(line)));
    this.arrange(listed.slice(0, this.limit));
    this.more.hidden = listed.length <= this.limit;
    setContent(this.more, text('showAllTexts', { count: listed.length }));
    if (listed.length === 0) setContent(this.status, text('noTexts'));
  }

  private find(): void {
    this.kept = new Set();
    const lines = linesOf(this.editor.content);
    this.found = this.foundIn(lines);
    this.lineCount = lines.length;
    this.limit = MAX_SHOWN;
    this.shown = undefined;
    setContent(this.status, '');
    this.show(this.editor.state);
  }

  private foundIn(lines: readonly TextLine[]): ReadonlySet<string> | undefined {
    const wanted = this.search.value.trim().toLowerCase();
    const { checked } = this.onlyMissing;
    if (wanted === '' && !checked) return undefined;
    const has = (line: TextLine): boolean =>
      [line.name, line.list, ...line.texts].some((each) => each.toLowerCase().includes(wanted));
    const lacks = (line: TextLine): boolean => line.texts.some((_, language) => isMissing(line, language));
    return new Set(lines.filter((line) => has(line) && (!checked || lacks(line))).map(keyOfLine));
  }

  private build(translations: FormContent['translations']): void {
    this.built = translations;
    const row = element('tr', {}, element('th', { scope: 'col' }, text('textColumn')));
    row.append(...this.languages.headers(translations));
    this.head.replaceChildren(row);
    this.body.replaceChildren();
    this.shownLines = [];
  }

  private arrange(lines: readonly TextLine[]): void {
    while (this.shownLines.length > lines.length) this.shownLines.pop()!.node.remove();
    lines.forEach((line, at) => {
      const shown = this.shownLines[at] ?? this.addLine(line);
      shown.line = line;
      this.fill(shown);
    });
  }

  private fill({ name, column, inputs, line }: ShownLine): void {
    const place = line.list === '' ? line.name : `${line.list} · ${line.name}`;
    const word = wordOfColumn(line.column);
    setContent(name, place);
    setContent(column, word);
    inputs.forEach((input, language) => {
      const value = line.texts[language]!;
      if (input.value !== value) input.value = value;
      const isLacking = isMissing(line, language);
      setAttribute(input, 'placeholder', isLacking ? text('missing') : undefined);
      setAttribute(input, 'class', isLacking ? 'missing' : undefined);
      const named = { column: word, name: place, language: this.languages.nameOf(language) };
      setAttribute(input, 'aria-label', text('textOf', named));
    });
  }

  private addLine(line: TextLine): ShownLine {
    const name = element('span', { class: 'code', dir: 'ltr' });
    const column = element('span', { class: 'row-kind' });
    const at = this.shownLines.length;
    const inputs = this.editor.content.translations.map((_, language) => {
      const input = element('textarea', { rows: '1', dir: 'auto', autocomplete: 'off' });
      input.addEventListener('input', () => this.write(shown.line, language, input.value));
      input.addEventListener('keydown', (event) => this.onKey(event, at, language));
      return input;
    });
    const node = element(
      'tr',
      {},
      element('th', { scope: 'row' }, name, column),
      ...inputs.map((input) => element('td', {}, input)),
    );
    const shown: ShownLine = { node, name, column, inputs, line };
    this.shownLines.push(shown);
    this.body.append(node);
    return shown;
  }

  private write(line: TextLine, language: number, value: string): void {
    const content = setLineText(this.editor.content, line, language, value);
    this.editor.edit(content, `text ${keyOfLine(line)} ${language}`);
  }

  /** Enter goes to the next line, as in a spreadsheet. */
  private onKey(event: KeyboardEvent, at: number, language: number): void {
    if (event.key === 'Escape') return this.close();
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.shownLines[at + 1]?.inputs[language]?.focus();
  }

  private showAll(): void {
    this.limit = Infinity;
    this.shown = undefined;
    this.show(this.editor.state);
  }
}
