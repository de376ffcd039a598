import type { Editor } from './editor';
import { ask, askForText, button, element, setContent } from './elements';
import {
  addLanguage,
  linesOf,
  problemOfLanguage,
  removeLanguage,
  renameLanguage,
  type LanguageProblem,
} from './form-texts';
import { text } from '../texts';

const PROBLEMS: Readonly<Record<LanguageProblem, string>> = {
  empty: 'languageEmpty',
  taken: 'languageTaken',
};

/** Languages of the form: heads of the columns, and dialogs that add, rename and remove them. */
export class LanguageEdits {
  private marks: readonly HTMLElement[] = [];

  constructor(private readonly editor: Editor) {}

  nameOf(language: number): string {
    return this.editor.content.translations[language] ?? text('unnamedLanguage');
  }

  headers(translations: readonly (string | null)[]): HTMLElement[] {
    this.marks = translations.map(() => element('span', { class: 'missing-count' }));
    return translations.map((_, at) => {
      const language = this.nameOf(at);
      const rename = button(text('rename'), () => void this.rename(at), {
        class: 'link',
        'aria-label': text('renameLanguage', { language }),
      });
      const remove = button(text('remove'), () => void this.remove(at), {
        class: 'link',
        'aria-label': text('removeLanguage', { language }),
      });
      return element(
        'th',
        { scope: 'col' },
        element('span', { dir: 'auto', class: 'language' }, language),
        this.marks[at],
        element('span', { class: 'language-tools' }, rename, translations.length > 1 ? remove : undefined),
      );
    });
  }

  /** @param counts by language */
  showMissing(counts: readonly number[]): void {
    counts.forEach((count, at) =>
      setContent(this.marks[at]!, count === 0 ? '' : text('missingCount', { count })),
    );
  }

  async add(): Promise<void> {
    const name = await this.askForName(text('addLanguage'), text('addLanguage'));
    if (name !== undefined) this.editor.edit(addLanguage(this.editor.content, name));
  }

  private async rename(at: number): Promise<void> {
    const title = text('renameLanguage', { language: this.nameOf(at) });
    const name = await this.askForName(title, text('rename'), at);
    if (name !== undefined) this.editor.edit(renameLanguage(this.editor.content, at, name));
  }

  private askForName(title: string, confirm: string, at?: number): Promise<string | undefined> {
    return askForText(title, {
      label: text('languageName'),
      hint: text('languageHint'),
      value: (at === undefined ? undefined : this.editor.content.translations[at]) ?? '',
      confirm,
      cancel: text('cancel'),
      problemOf: (value) => {
        const problem = problemOfLanguage(this.editor.content, value, at);
        return problem && text(PROBLEMS[problem]);
      },
    });
  }

  private async remove(at: number): Promise<void> {
    const { content } = this.editor;
    const language = this.nameOf(at);
    const count = linesOf(content).filter(({ texts }) => texts[at] !== '').length;
    const answer = await ask(
      text('removeLanguage', { language }),
      [element('p', {}, text('removeLanguageText', { count }))],
      [
        { value: 'remove', label: text('remove'), style: 'danger' },
        { value: '', label: text('cancel') },
      ],
    );
    if (answer === 'remove') this.editor.edit(removeLanguage(content, at));
  }
}
