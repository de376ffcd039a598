import { placeBehind } from './block-edits';
import type { Editor } from './editor';
import { ask, askForText, element } from './elements';
import type { FormContent } from './form-content';
import type { LibraryApi } from './library-api';
import { chooseItem } from './library-dialog';
import { insertItem, itemOf, missingLanguages } from './library-items';
import { makeKey } from './structure-edits';
import { text } from '../texts';

const MAX_NAME_LENGTH = 255;

/** Saves chosen rows to the library, and inserts its questions and blocks. */
export class LibraryEdits {
  constructor(
    private readonly editor: Editor,
    private readonly api: LibraryApi,
    private readonly say: (message: string) => void,
  ) {}

  async save(): Promise<void> {
    const { content, marked, language } = this.editor.state;
    const item = itemOf(content, marked, language);
    if (item === undefined) return;
    const name = await askForText(text('saveItem'), {
      label: text('itemName'),
      hint: text('itemNameHint'),
      value: item.name.slice(0, MAX_NAME_LENGTH),
      confirm: text('saveItem'),
      cancel: text('cancel'),
      problemOf: (value) => {
        if (value.trim() === '') return text('itemNameEmpty');
        return value.length > MAX_NAME_LENGTH ? text('itemNameLong', { count: MAX_NAME_LENGTH }) : undefined;
      },
    });
    if (name === undefined) return;
    const refusal = await this.api.save({ ...item, name });
    this.say(refusal === undefined ? text('itemSaved', { name }) : `${text('itemNotSaved')} ${refusal}`);
  }

  /** Inserts an item behind the chosen rows; inside of a group that is empty. */
  async insert(): Promise<void> {
    const chosen = await chooseItem(this.api);
    if (chosen === undefined) return;
    const item = await this.api.load(chosen.uid);
    if (item === undefined || item.survey.length === 0) return this.say(text('itemNotLoaded'));
    const added = await this.languagesToAdd(item);
    if (added === undefined) return;
    const { content, marked } = this.editor.state;
    const at = placeBehind(content, marked);
    const { content: inserted, keys, renamedLists } = insertItem(content, item, { at, added, makeKey });
    this.editor.editAndMark(inserted, keys);
    const lists = renamedLists.map(([from, to]) => text('listInserted', { from, to }));
    this.say([text('itemInserted', { name: chosen.name }), ...lists].join(' '));
  }

  /** Asks about languages that the form lacks. @returns undefined if nothing is to be inserted */
  private async languagesToAdd(item: FormContent): Promise<readonly string[] | undefined> {
    const missing = missingLanguages(this.editor.content, item);
    if (missing.length === 0) return [];
    const answer = await ask(
      text('itemLanguages'),
      [
        element('p', {}, text('itemLanguagesText')),
        element('ul', { class: 'ticks' }, ...missing.map((name) => element('li', { dir: 'auto' }, name))),
      ],
      [
        { value: 'add', label: text('addLanguages'), style: '' },
        { value: 'leave', label: text('leaveTexts') },
        { value: '', label: text('cancel') },
      ],
    );
    return answer === undefined ? undefined : answer === 'add' ? missing : [];
  }
}
