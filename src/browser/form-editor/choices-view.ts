import {
  addChoices,
  choicesOf,
  listNames,
  moveChoice,
  nameOf,
  readLines,
  removeChoice,
  setChoiceLabel,
} from './choice-edits';
import { placesWithChoice, renameChoice } from './choice-names';
import type { Editor, EditorState } from './editor';
import { button, element, setAttribute, setContent, signButton } from './elements';
import type { Field } from './fields';
import { labelOf, textOf } from './form-content';
import { setCell } from './form-edits';
import { listOfRow } from './form-nodes';
import type { FormProblem } from './problems';
import { text } from '../texts';
import { confirmRemoval, confirmRename } from './used-by';

/** More are shown on demand: lists of places have thousands. */
const MAX_SHOWN = 100;

interface Line {
  readonly node: HTMLElement;
  readonly name: HTMLInputElement;
  readonly labels: readonly HTMLTextAreaElement[];
  readonly wrong: HTMLElement;
}

/** The list of choices of a question: names, labels, order. */
export class ChoicesView implements Field {
  readonly node = element('fieldset', { class: 'choices' });
  private readonly rows = element('ol', { class: 'choice-list' });
  private readonly wrong = element('p', { class: 'wrong' });
  private readonly shared = element('p', { class: 'hint' });
  private readonly more = button('', () => this.showAll(), { class: 'link' });
  private readonly pasted = element('textarea', { id: 'pasted-choices', rows: '4', dir: 'auto' });
  private readonly lists = element('datalist', { id: 'choice-lists' });
  private readonly listName = element('input', {
    id: 'choice-list',
    class: 'code',
    dir: 'ltr',
    autocomplete: 'off',
    list: 'choice-lists',
  });
  private lines: Line[] = [];
  private limit = MAX_SHOWN;

  constructor(
    private readonly editor: Editor,
    private readonly list: string,
    /** Column of the row that names the list. */
    readonly column: string,
  ) {
    this.listName.addEventListener('change', () => this.chooseList(this.listName.value.trim()));
    const paste = element(
      'details',
      { class: 'paste' },
      element('summary', {}, text('pasteChoices')),
      element('label', { for: 'pasted-choices' }, text('pastedLines')),
      this.pasted,
      element('p', { class: 'hint' }, text('pasteHint')),
      button(text('addLines'), () => this.addPasted()),
    );
    this.node.append(
      element('legend', {}, text('choices')),
      this.wrong,
      this.rows,
      this.more,
      element(
        'div',
        { class: 'buttons' },
        button(text('addChoice'), () => this.add()),
      ),
      paste,
      element('label', { for: 'choice-list' }, text('listName')),
      this.listName,
      this.lists,
      this.shared,
    );
  }

  refresh(state: EditorState, problems: readonly FormProblem[]): void {
    const { content } = state;
    const listed = choicesOf(content, this.list);
    const shown = listed.slice(0, this.limit);
    while (this.lines.length > shown.length) this.lines.pop()!.node.remove();
    while (this.lines.length < shown.length) {
      const line = this.makeLine(this.lines.length);
      this.lines.push(line);
      this.rows.append(line.node);
    }
    shown.forEach(({ choice, index }, at) => {
      const { name, labels, wrong } = this.lines[at]!;
      setValue(name, choice.name ?? '');
      labels.forEach((label, language) => setValue(label, textOf(choice['label'], language)));
      const found = (state.problems.byChoice.get(index) ?? []).map(({ message }) => message).join(' ');
      setContent(wrong, found);
      setAttribute(name, 'aria-invalid', found === '' ? undefined : 'true');
    });
    setAttribute(this.more, 'hidden', listed.length <= this.limit ? '' : undefined);
    setContent(this.more, text('showAllChoices', { count: listed.length }));
    setContent(this.wrong, problems.map(({ message }) => message).join(' '));
    setValue(this.listName, this.list);
    const users = content.survey.filter((row) => listOfRow(row)?.list === this.list).length;
    setContent(this.shared, users > 1 ? text('sharedList', { count: users }) : '');
    const names = listNames(content);
    if (this.lists.children.length !== names.length)
      this.lists.replaceChildren(...names.map((name) => new Option(name, name)));
  }

  private makeLine(at: number): Line {
    const { translations } = this.editor.content;
    const number = at + 1;
    const inputs = translations.map((language, index) => {
      const label =
        language === null ? text('label') : text('inLanguage', { column: text('label'), language });
      // A label may have several lines.
      const input = element('textarea', {
        'aria-label': text('ofChoice', { column: label, number }),
        placeholder: label,
        dir: 'auto',
        autocomplete: 'off',
        rows: '1',
      });
      input.addEventListener('input', () => this.writeLabel(at, index, input.value));
      if (index === 0) input.addEventListener('change', () => this.nameByLabel(at, input.value));
      input.addEventListener('keydown', (event) => this.onKey(event, at));
      return input;
    });
    const name = element('input', {
      'aria-label': text('ofChoice', { column: text('name'), number }),
      placeholder: text('name'),
      class: 'code',
      dir: 'ltr',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    name.addEventListener('change', () => this.rename(at, name));
    const wrong = element('p', { class: 'wrong' });
    const tools = element(
      'div',
      { class: 'tools' },
      signButton('↑', text('moveChoiceUp', { number }), () => this.move(at, -1)),
      signButton('↓', text('moveChoiceDown', { number }), () => this.move(at, 1)),
      signButton('✕', text('removeChoice', { number }), () => void this.remove(at)),
    );
    const node = element('li', {}, element('div', { class: 'texts' }, ...inputs), name, tools, wrong);
    return { node, name, labels: inputs, wrong };
  }

  private indexAt(at: number): number {
    return choicesOf(this.editor.content, this.list)[at]!.index;
  }

  private writeLabel(at: number, language: number, value: string): void {
    const index = this.indexAt(at);
    const content = setChoiceLabel(this.editor.content, index, { language, text: value });
    this.editor.edit(content, `choice ${index} ${language}`);
  }

  /** Names a choice after its label while it has the name that it was added with. */
  private nameByLabel(at: number, label: string): void {
    const listed = choicesOf(this.editor.content, this.list);
    const { choice, index } = listed[at]!;
    const name = nameOf(label);
    const isTaken = listed.some(({ choice: each }) => each.name === name);
    if (!/^choice_\d+$/.test(choice.name ?? '') || name === '' || isTaken) return;
    this.editor.edit(renameChoice(this.editor.content, index, name));
  }

  private rename(at: number, input: HTMLInputElement): void {
    const { content, state } = this.editor;
    const index = this.indexAt(at);
    const choice = content.choices![index]!;
    const name = input.value.trim();
    const left = placesWithChoice(content, index, name);
    confirmRename({ name: choice.name ?? '', left, language: state.language }, (isConfirmed) => {
      const now = this.editor.content.choices?.indexOf(choice) ?? -1;
      if (isConfirmed && now >= 0) this.editor.edit(renameChoice(this.editor.content, now, name));
      else input.value = input.dataset['shown'] ?? '';
    });
  }

  private onKey(event: KeyboardEvent, at: number): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) this.add();
    else if (step !== undefined && event.altKey) this.move(at, step);
    else return;
    event.preventDefault();
  }

  private add(): void {
    this.limit = Infinity;
    // A label that is being typed names its choice first.
    (document.activeElement as HTMLElement | null)?.blur();
    this.editor.edit(addChoices(this.editor.content, this.list, [{ name: '', labels: [] }]));
    this.lines.at(-1)?.labels[0]?.focus();
  }

  private addPasted(): void {
    const lines = readLines(this.pasted.value);
    if (lines.length === 0) return;
    this.pasted.value = '';
    this.editor.edit(addChoices(this.editor.content, this.list, lines));
  }

  private move(at: number, step: -1 | 1): void {
    this.editor.edit(moveChoice(this.editor.content, this.indexAt(at), step));
    const line = this.lines[at + step];
    if (line === undefined) return;
    const from = this.lines[at]!;
    const inputs = [...from.node.querySelectorAll<HTMLElement>('input, textarea, button')];
    const place = inputs.indexOf(document.activeElement as HTMLElement);
    if (place >= 0) line.node.querySelectorAll<HTMLElement>('input, textarea, button')[place]?.focus();
  }

  private async remove(at: number): Promise<void> {
    const { content, state } = this.editor;
    const index = this.indexAt(at);
    const choice = content.choices![index]!;
    const title = text('deleteUsed', { name: labelOf(choice, state.language) });
    if (!(await confirmRemoval(title, placesWithChoice(content, index), state.language))) return;
    const now = this.editor.content.choices?.indexOf(choice) ?? -1;
    if (now >= 0) this.editor.edit(removeChoice(this.editor.content, now));
    (this.lines[Math.min(at, this.lines.length - 1)]?.labels[0] ?? this.listName).focus();
  }

  private showAll(): void {
    this.limit = Infinity;
    this.refresh(this.editor.state, []);
  }

  private chooseList(list: string): void {
    const { content, index } = this.editor;
    if (list !== '') this.editor.edit(setCell(content, index, this.column, list));
  }
}

function setValue(input: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const isTyped = document.activeElement === input && input.dataset['shown'] === value;
  if (input.dataset['shown'] !== value) input.dataset['shown'] = value;
  if (!isTyped && input.value !== value) input.value = value;
}
