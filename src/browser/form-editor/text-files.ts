import type { Editor } from './editor';
import { ask, element } from './elements';
import { csvOfTexts, decodeText, importTexts, separatorFor, type TextImport } from './text-csv';
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
    if (!(await confirmImport(result))) return;
    this.editor.edit(result.content);
    this.say(text('textsImported', { count: result.changed }));
  }
}

/** Shows what a file changes, and what of it does not belong to the form. */
async function confirmImport({ changed, unknownLines, unknownLanguages }: TextImport): Promise<boolean> {
  const answer = await ask(
    text('importTexts'),
    [
      element('p', {}, text('textsToChange', { count: changed })),
      ...listOf(text('unknownLanguages'), unknownLanguages),
      ...listOf(text('unknownLines', { count: unknownLines.length }), unknownLines),
    ],
    [
      ...(changed === 0 ? [] : [{ value: 'import', label: text('import'), style: '' }]),
      { value: '', label: changed === 0 ? text('close') : text('cancel') },
    ],
  );
  return answer === 'import';
}

function listOf(title: string, items: readonly string[]): HTMLElement[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, MAX_NAMED).map((item) => element('li', { dir: 'auto' }, item));
  const rest = items.length > MAX_NAMED ? element('li', {}, '…') : undefined;
  return [element('p', {}, title), element('ul', { class: 'ticks' }, ...shown, rest)];
}
