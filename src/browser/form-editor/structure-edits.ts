import type { Editor } from './editor';
import { ask, element } from './elements';
import { type FormContent, labelOf } from './form-content';
import { copyBlocks, moveBlocksBy, placeBehind, removeBlocks, rowsOfBlocks } from './block-edits';
import { tabSeparated } from './delimited';
import { addRow } from './form-edits';
import { isKnown, PasteDialog } from './paste-dialog';
import { ALL_TYPES } from './question-kinds';
import { placesReferringToRemoved, placesTornByMove } from './question-names';
import { pasteRows } from './row-paste';
import { readPastedRows, tableOfRows } from './row-table';
import { text } from '../texts';
import { chooseType } from './type-dialog';
import { confirmRemoval, tornPathsText } from './used-by';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const KEY_LENGTH = 9;

/** A key such as those of the service. */
export function makeKey(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(KEY_LENGTH));
  return Array.from(numbers, (number) => LETTERS[number % LETTERS.length]).join('');
}

/** Metadata has no label to be named after. */
const NAMED_BY_TYPE = new Set(['start', 'end', 'today', 'deviceid', 'username', 'audit']);

/** Changes of the structure, as buttons and keys ask for them. */
export class StructureEdits {
  constructor(
    private readonly editor: Editor,
    /** Puts the focus on the chosen question. */
    private readonly focusQuestion: () => void,
    private readonly say: (message: string) => void,
  ) {}

  async addQuestion(): Promise<void> {
    const type = await chooseType(text('addQuestion'), ALL_TYPES);
    if (type !== undefined) this.add(type);
  }

  /** Adds a row behind the chosen one; inside of it, if that is a group. */
  add(type: string): void {
    const kind = type.startsWith('begin_') ? type.slice('begin_'.length) : 'question';
    const name = NAMED_BY_TYPE.has(type) ? type : `${kind}_1`;
    const { content, index } = addRow(this.editor.content, this.editor.index, { type, name, makeKey });
    this.editor.autoNamed.add(content.survey[index]!.$kuid);
    this.editor.editAndSelect(content, index);
    this.focusQuestion();
  }

  move(step: -1 | 1): void {
    const { content, marked } = this.editor.state;
    const moved = moveBlocksBy(content, marked, step);
    this.editor.edit(moved);
    this.tellTorn(content, moved);
  }

  /** Names paths that lead elsewhere after a move. */
  tellTorn(before: FormContent, after: FormContent): void {
    this.say(tornPathsText(placesTornByMove(before, after), this.editor.state.language));
  }

  copy(): void {
    const { content, marked } = this.editor.state;
    if (marked.size === 0) return;
    const copied = copyBlocks(content, marked, makeKey);
    this.editor.editAndMark(copied.content, copied.keys);
  }

  /** Removes the chosen rows. Asks first if others refer to them. */
  async remove(): Promise<void> {
    const { content, marked, language } = this.editor.state;
    const block = rowsOfBlocks(content, marked);
    const [first] = block;
    if (first === undefined) return;
    const left = removeBlocks(content, marked);
    const title =
      marked.size > 1
        ? text('deleteRows', { count: marked.size })
        : text('deleteUsed', { name: labelOf(first, language) });
    if (!(await confirmRemoval(title, placesReferringToRemoved(content, left), language))) return;
    const index = content.survey.indexOf(first);
    // The row behind it, else the one before.
    const next = left.survey.findIndex(({ type }, at) => at >= index && !type.startsWith('end_'));
    const before = left.survey.findLastIndex(({ type }, at) => at < index && !type.startsWith('end_'));
    this.editor.editAndSelect(left, next >= 0 ? next : before);
  }

  /** The chosen rows with their header, for a spreadsheet. */
  rowsAsText(): string {
    const { content, marked } = this.editor.state;
    return tabSeparated(tableOfRows(content, rowsOfBlocks(content, marked)));
  }

  /** Puts the chosen rows on the clipboard; shows them where the browser has none for pages. */
  async copyRows(): Promise<void> {
    const rows = this.rowsAsText();
    try {
      await navigator.clipboard.writeText(rows);
    } catch {
      const shown = element('textarea', { rows: '8', readonly: true, 'aria-label': text('copyRows') });
      shown.value = rows;
      shown.addEventListener('focus', () => shown.select());
      await ask(text('copyRows'), [shown], [{ value: '', label: text('close') }]);
    }
  }

  /** Adds rows behind the chosen ones; inside of a group that is empty. Asks for columns that are not known. */
  async paste(rows: string): Promise<void> {
    const { content, marked, selected } = this.editor.state;
    const read = readPastedRows(content, rows);
    const table = read !== undefined && isKnown(read) ? read : await new PasteDialog(content).ask(rows);
    if (table === undefined) return;
    const at = placeBehind(content, marked);
    const { content: pasted, keys, count, leftOut } = pasteRows(content, table, { at, makeKey });
    this.editor.editAndMark(pasted, keys.length > 0 || selected === undefined ? keys : [selected]);
    this.say(text(leftOut > 0 ? 'pastedSome' : 'pastedAll', { count, leftOut }));
  }
}
