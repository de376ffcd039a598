import type { Editor } from './editor';
import { ask, element } from './elements';
import { csvOfTexts, decodeText, importTexts, NO_LANGUAGE, separatorFor, type TextImport } from './text-csv';
import { fileName, saveFile } from '../save-file';
import { text } from '../texts';

const MAX_NAMED = 20;

/** Download and import of the texts as CSV. */
export class TextFiles {
  constructor(
    private readonly editor: Editor,
    private readonly formTitle: string,
    private readonly say: (message: string) => void,
  ) {}

  download(): void {
    const csv = csvOfTexts(this.editor.content, separatorFor());
    saveFile(new Blob([csv], { type: 'text/csv' }), `${fileName(this.formTitle, 'form')}-texts.csv`);
  }

  /** Asks for a file and imports it. */
  choose(): void {
    const input = element('input', { type: 'file', accept: '.csv,.txt,text/csv' });
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file !== undefined) void this.read(file);
    });
    input.click();
  }

  private async read(file: File): Promise<void> {
    const csv = decodeText(new Uint8Array(await file.arrayBuffer()));
    const result = csv === undefined ? undefined : importTexts(this.editor.content, csv);
    if (result === undefined) {
      const message = csv === undefined ? text('textsNotUtf8') : text('noTextsFile');
      await ask(text('importTexts'), [element('p', {}, message)], [{ value: '', label: text('close') }]);
      return;
    }
    const added = await confirmImport(result);
    if (added === undefined) return;
    const { content, changed } = added.length === 0 ? result : importTexts(this.editor.content, csv!, added)!;
    this.editor.edit(content);
    this.say(text('textsImported', { count: changed }));
  }
}

/**
 * Shows what a file changes, and what of it does not belong to the form.
 * @returns languages to add; undefined if nothing is to be imported
 */
async function confirmImport({
  changed,
  unknownLines,
  unknownLanguages,
}: TextImport): Promise<string[] | undefined> {
  const unknown = new Set(unknownLanguages);
  const unnamed = unknown.delete(NO_LANGUAGE) ? [element('p', {}, NO_LANGUAGE)] : [];
  const boxes = [...unknown].map((language) => ({ language, box: element('input', { type: 'checkbox' }) }));
  const choices = boxes.map(({ language, box }) =>
    element('label', { class: 'choice' }, box, ` ${text('addThisLanguage', { language })}`),
  );
  const answer = await ask(
    text('importTexts'),
    [
      element('p', {}, text('textsToChange', { count: changed })),
      ...(unknownLanguages.length === 0
        ? []
        : [element('p', {}, text('unknownLanguages')), ...unnamed, ...choices]),
      ...listOf(text('unknownLines', { count: unknownLines.length }), unknownLines),
    ],
    [
      ...(changed === 0 && boxes.length === 0 ? [] : [{ value: 'import', label: text('import'), style: '' }]),
      { value: '', label: changed === 0 && boxes.length === 0 ? text('close') : text('cancel') },
    ],
  );
  if (answer !== 'import') return undefined;
  return boxes.flatMap(({ language, box }) => (box.checked ? [language] : []));
}

function listOf(title: string, items: readonly string[]): HTMLElement[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, MAX_NAMED).map((item) => element('li', { dir: 'auto' }, item));
  const rest = items.length > MAX_NAMED ? element('li', {}, '…') : undefined;
  return [element('p', {}, title), element('ul', { class: 'ticks' }, ...shown, rest)];
}
