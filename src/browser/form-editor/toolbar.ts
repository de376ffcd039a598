import type { Editor, EditorState } from './editor';
import { button, element, setContent, signButton } from './elements';
import { labelOf } from './form-content';
import { listOfRow } from './form-nodes';
import { text } from '../texts';

export interface ToolbarActions {
  readonly save: () => void;
  readonly preview: () => void;
  readonly texts: () => void;
  /** Shows the question of a problem. */
  readonly open: () => void;
}

/** Undo, language, problems, preview and saving. */
export class Toolbar {
  readonly node = element('div', { class: 'editor-bar' });
  readonly status = element('p', { class: 'editor-status', role: 'status' });
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly save: HTMLButtonElement;
  private readonly texts: HTMLButtonElement;
  private readonly summary = element('summary');
  private readonly list = element('ul', { class: 'plain problem-list' });
  private readonly details = element('details', { class: 'problems' }, this.summary, this.list);
  private readonly language = element('select', { id: 'structure-language' });
  private readonly languages = element(
    'div',
    {},
    element('label', { for: 'structure-language', class: 'visually-hidden' }, text('language')),
    this.language,
  );
  private shown: EditorState | undefined;

  constructor(
    private readonly editor: Editor,
    private readonly actions: ToolbarActions,
  ) {
    this.language.addEventListener('change', () => editor.showLanguage(Number(this.language.value)));
    this.undo = signButton('↶', text('undo'), () => editor.undo());
    this.redo = signButton('↷', text('redo'), () => editor.redo());
    this.texts = button(text('texts'), actions.texts, { 'aria-pressed': 'false' });
    this.save = button(text('save'), actions.save, { class: '' });
    this.node.append(
      element('div', { class: 'tools' }, this.undo, this.redo),
      this.languages,
      this.details,
      this.status,
      this.texts,
      button(text('preview'), actions.preview),
      this.save,
    );
  }

  show(state: EditorState): void {
    const { editor } = this;
    const focused = [this.undo, this.redo].find((each) => each === document.activeElement);
    this.undo.disabled = !editor.canUndo;
    this.redo.disabled = !editor.canRedo;
    // A disabled button loses the focus: it goes to the way back.
    if (focused?.disabled === true) (focused === this.undo ? this.redo : this.undo).focus();
    this.save.disabled = !editor.isChanged;
    if (this.shown?.content.translations !== state.content.translations) this.offerLanguages(state);
    if (this.shown?.problems !== state.problems || this.shown.language !== state.language)
      this.showProblems(state);
    this.shown = state;
  }

  /** Whether the table of texts is open. */
  markTexts(isOpen: boolean): void {
    this.texts.setAttribute('aria-pressed', String(isOpen));
  }

  private offerLanguages({ content: { translations }, language }: EditorState): void {
    this.languages.hidden = translations.length < 2;
    this.language.replaceChildren(
      ...translations.map((name, at) => new Option(name ?? text('unnamedLanguage'), String(at))),
    );
    this.language.value = String(language);
  }

  private showProblems({ content, problems, language }: EditorState): void {
    const { byKey, byChoice, others, warnings, count, isCurrent } = problems;
    const doubts =
      warnings.length === 0 ? text('noProblems') : text('warningCount', { count: warnings.length });
    const summary = count > 0 ? text('problemCount', { count }) : doubts;
    setContent(this.summary, isCurrent ? summary : text('notCurrent', { summary }));
    this.details.classList.toggle('bad', count > 0);
    const ofRows = content.survey.flatMap((row) =>
      (byKey.get(row.$kuid) ?? []).map(({ message }) =>
        this.item(`${labelOf(row, language)}: ${message}`, () => row.$kuid),
      ),
    );
    const ofChoices = [...byChoice].flatMap(([index, found]) => {
      const choice = content.choices?.[index];
      const user = content.survey.find((row) => listOfRow(row)?.list === choice?.list_name);
      const label = choice === undefined ? '' : labelOf(choice, language);
      return found.map(({ message }) => this.item(`${label}: ${message}`, () => user?.$kuid));
    });
    const rest = [...others.map(({ sheet, message }) => `${sheet}: ${message}`), ...warnings];
    this.list.replaceChildren(
      ...ofRows,
      ...ofChoices,
      ...rest.map((message) => element('li', { dir: 'auto' }, message)),
    );
  }

  private item(message: string, keyOf: () => string | undefined): HTMLElement {
    const open = (): void => {
      this.details.open = false;
      this.editor.select(keyOf());
      this.actions.open();
    };
    return element('li', { dir: 'auto' }, button(message, open, { class: 'link' }));
  }
}
