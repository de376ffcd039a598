/** Editor of a form: structure, chosen question, preview; saves content by the API. */
import './form-editor.css';
import { FormApi, type StoredForm } from './api';
import { Checking } from './checking';
import { type Draft, DraftStore, isContent, isSameContent, timeText } from './draft';
import { Editor } from './editor';
import { ask, button, element, setContent } from './elements';
import { FormFiles } from './form-files';
import { growTexts } from './growing-text';
import { LibraryApi } from './library-api';
import { LibraryEdits } from './library-edits';
import { Preview } from './preview';
import { QuestionView } from './question-view';
import { Saving } from './saving';
import { makeKey, StructureEdits } from './structure-edits';
import { StructureView } from './structure-view';
import { text } from '../texts';
import { TextsView } from './texts-view';
import { Toolbar } from './toolbar';

const root = document.querySelector<HTMLElement>('#form-editor');
if (root !== null) void start(root);

async function start(page: HTMLElement): Promise<void> {
  const { uid = '', form: formPath = '', title = '' } = page.dataset;
  const api = new FormApi(uid, title, makeKey);
  const drafts = new DraftStore(uid);
  try {
    const [stored, loaded] = await Promise.all([api.load(), api.loadDraft()]);
    const found = loaded.kind === 'loaded' ? loaded.draft : undefined;
    const draft = await chosenDraft(stored, found, drafts);
    const files = new FormFiles(api, uid);
    open(page, { api, files, drafts, stored, found, draft, formPath, title });
  } catch {
    page.replaceChildren(element('p', { class: 'alarm', role: 'alert' }, text('notLoaded')));
  }
}

/** Of the drafts of the service and of this browser, the one to show: the one that followed the other, else that which is chosen. */
async function chosenDraft(
  { content }: StoredForm,
  found: Draft | undefined,
  drafts: DraftStore,
): Promise<Draft | undefined> {
  const remote = found !== undefined && isContent(found.content) ? found : undefined;
  const local = drafts.read();
  const isNew = (draft: Draft | undefined): draft is Draft =>
    draft !== undefined && !isSameContent(draft.content, content);
  if (!isNew(local) || (remote !== undefined && isSameContent(local.content, remote.content))) {
    drafts.remove();
    return isNew(remote) ? remote : undefined;
  }
  if (!isNew(remote) || local.revision === remote.revision) return local;
  const [newer, older] = local.at > remote.at ? [local, remote] : [remote, local];
  const labelOf = (draft: Draft): string =>
    text(draft === local ? 'takeLocal' : 'takeOther', { time: timeText(draft.at) });
  const answer = await ask(
    text('twoDrafts'),
    [element('p', {}, text('twoDraftsText'))],
    [
      { value: 'newer', label: labelOf(newer), style: '' },
      { value: 'older', label: labelOf(older) },
    ],
  );
  return answer === 'older' ? older : newer;
}

interface Opened {
  readonly api: FormApi;
  readonly files: FormFiles;
  readonly drafts: DraftStore;
  readonly stored: StoredForm;
  /** Draft of the service. */
  readonly found: Draft | undefined;
  /** Shown in place of the stored form. */
  readonly draft: Draft | undefined;
  readonly formPath: string;
  readonly title: string;
}

function open(page: HTMLElement, { api, files, drafts, formPath, title, ...opened }: Opened): void {
  const { stored, draft } = opened;
  const editor = new Editor(draft?.content ?? stored.content, stored.content);
  /** On phones, one part is shown at a time. */
  const showPart = (part: 'structure' | 'question'): void => {
    page.dataset['part'] = part;
  };
  const focusQuestion = (): void => {
    showPart('question');
    question.focus();
  };
  const pasted = element('p', { role: 'status', class: 'hint' });
  const say = (message: string): void => setContent(pasted, message);
  const edits = new StructureEdits(editor, focusQuestion, say);
  const library = new LibraryEdits(editor, new LibraryApi(api), say);
  const showStructure = (): void => {
    showPart('structure');
    structure.focus();
  };
  const question = new QuestionView(editor, files, {
    move: (step) => edits.move(step),
    copy: () => edits.copy(),
    remove: () => void edits.remove().then(() => structure.focus()),
    close: showStructure,
  });
  const structure = new StructureView(editor, {
    move: (step) => edits.move(step),
    moved: (before, after) => edits.tellTorn(before, after),
    remove: () => void edits.remove().then(() => structure.focus()),
    open: (takesFocus) => (takesFocus ? focusQuestion() : showPart('question')),
    copied: () => edits.rowsAsText(),
    paste: (rows) => void edits.paste(rows).then(() => structure.focus()),
  });
  const preview = new Preview(editor, api, (isOpen) => page.classList.toggle('with-preview', isOpen));
  const texts = new TextsView(editor, title, () => showTexts(false));
  /** The table of texts takes the place of the other parts. */
  const showTexts = (isOpen: boolean): void => {
    if (isOpen === !texts.node.hidden) return;
    parts.hidden = isOpen;
    texts.node.hidden = !isOpen;
    toolbar.markTexts(isOpen);
    if (isOpen) texts.open();
    else showStructure();
  };
  const toolbar = new Toolbar(editor, {
    save: () => void saving.save(),
    preview: () => {
      showTexts(false);
      void preview.show();
    },
    texts: () => showTexts(texts.node.hidden),
    open: () => {
      showTexts(false);
      focusQuestion();
    },
  });
  const add = element(
    'div',
    { class: 'buttons add', role: 'group', 'aria-label': text('add') },
    button(text('addQuestion'), () => void edits.addQuestion(), { class: '' }),
    button(text('type.begin_group'), () => edits.add('begin_group')),
    button(text('type.begin_repeat'), () => edits.add('begin_repeat')),
    button(text('copyRows'), () => void edits.copyRows().then(() => structure.focus())),
    button(text('pasteRows'), () => void edits.paste('').then(() => structure.focus())),
    button(text('insertItem'), () => void library.insert().then(() => structure.focus())),
    button(text('saveItem'), () => void library.save()),
  );
  const marked = element('p', { role: 'status', class: 'hint' });
  const left = element(
    'section',
    { class: 'structure-part sheet', 'aria-label': text('structure') },
    add,
    marked,
    pasted,
    structure.node,
  );
  editor.onChange((state) => {
    const { size } = state.marked;
    setContent(marked, size > 1 ? text('markedRows', { count: size }) : '');
    structure.show(state);
    question.show(state);
    texts.show(state);
    toolbar.show(state);
  });
  const parts = element('div', { class: 'parts' }, left, question.node, preview.node);
  page.replaceChildren(toolbar.node, parts, texts.node);
  const saving = new Saving(editor, api, drafts, formPath, opened, toolbar.status);
  showPart('structure');
  const { state } = editor;
  structure.show(state);
  question.show(state);
  toolbar.show(state);
  new Checking(editor, api);
  commitBeforeLeaving();
  growTexts(page);
  bindKeys(
    editor,
    () => void saving.save(),
    () => question.focusTitle(),
  );
}

/** A name that is being typed goes into the draft, which is sent when the page is left. */
function commitBeforeLeaving(): void {
  addEventListener('pagehide', commitField, { capture: true });
}

/** @param restoreFocus called when a step removed the focused control: the next Tab would start at the top of the page */
function bindKeys(editor: Editor, save: () => void, restoreFocus: () => void): void {
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isAsking()) return;
    const key = event.key.toLowerCase();
    const hadFocus = document.activeElement !== document.body;
    if (['s', 'z', 'y'].includes(key)) commitField();
    // A new name may lead to a question, which is answered first.
    if (isAsking()) return event.preventDefault();
    if (key === 's') save();
    else if (key === 'z' && !event.shiftKey) editor.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) editor.redo();
    else return;
    event.preventDefault();
    if (hadFocus && document.activeElement === document.body) restoreFocus();
  });
}

const isAsking = (): boolean => document.querySelector('dialog[open]') !== null;

/** Takes over what was typed into a field that is read when it is left, such as a name. */
function commitField(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !activeElement.matches('input, textarea')) return;
  activeElement.blur();
  activeElement.focus();
}
