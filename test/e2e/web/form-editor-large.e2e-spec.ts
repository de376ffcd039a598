import { EditorPage } from '../../support/editor-page';

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

/** Groups of ten questions. Every fourth question has choices, and the others conditions on those before. */
function formOf(questions: number): object {
  const survey: object[] = [];
  for (let at = 0; at < questions; at += 1) {
    if (at % 10 === 0) survey.push({ type: 'begin_group', name: `g${at}`, label: [`Group ${at}`, null] });
    const conditions = [0, 4, 8].filter((asked) => asked < at).map((asked) => `\${q${asked}} = 'yes'`);
    survey.push({
      type: at % 4 === 0 ? 'select_one' : 'text',
      ...(at % 4 === 0 && { select_from_list_name: 'yn' }),
      name: `q${at}`,
      label: [`Question ${at}`, `Frage ${at}`],
      relevant: conditions.join(' and '),
    });
    if (at % 10 === 9) survey.push({ type: 'end_group' });
  }
  const choices = ['yes', 'no'].map((name) => ({ list_name: 'yn', name, label: [name, null] }));
  return { survey, choices, translations: ['English (en)', 'German (de)'], translated: ['label'] };
}

/** Counts nodes that are added, with all in them, and removed, and texts and attributes that are written; the status follows a timer. */
const COUNT = `
  window.changes = 0;
  const size = (node) => 1 + (node.querySelectorAll?.('*').length ?? 0);
  window.observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (target.closest?.('.editor-status')) continue;
      window.changes += type === 'childList' ? removedNodes.length : 1;
      for (const node of addedNodes) window.changes += size(node);
    }
  });
  window.observer.observe(document.querySelector('#form-editor'), {
    subtree: true, childList: true, attributes: true, characterData: true,
  });`;

/** Changes of the page by an act. */
async function changesBy(act: () => Promise<unknown>): Promise<number> {
  await editor.page.evaluate('window.changes = 0; window.observer.takeRecords(); 0');
  await act();
  return editor.page.evaluate<number>('window.changes');
}

async function workIn(questions: number): Promise<Record<string, number>> {
  const uid = await editor.makeDraft(formOf(questions));
  // The check writes problems and its summary at times of its own.
  await editor.open(uid);
  await editor.page.route(/\/check\//, (route) => route.fulfill({ json: { problems: [], warnings: [] } }));
  await editor.item('Question 13 Text').click();
  await editor.page.getByText('No problems').waitFor();
  await editor.page.evaluate(COUNT);
  const label = editor.field('Label (English (en))');
  const xpath = editor.field('Condition as XPath');
  await label.focus();
  await editor.press('a');
  const work: Record<string, number> = {};
  work['label'] = await changesBy(() => editor.press('b'));
  await xpath.focus();
  await editor.press('End', 'ArrowLeft', 'c');
  work['condition'] = await changesBy(() => editor.press('d'));
  await editor.item('Question 12 Select one').click();
  await editor.field('Label (English (en)) of choice 1').focus();
  await editor.press('e');
  work['choice'] = await changesBy(() => editor.press('f'));
  await editor.item('Question 15 Text').click();
  work['move'] = await changesBy(() => editor.press('Alt+ArrowDown'));
  work['undo'] = await changesBy(() => editor.press('Control+z'));
  work['add'] = await changesBy(() => editor.button('Group').click());
  await editor.closePage();
  return work;
}

it('does the same work for a key in a form of a thousand questions as of twenty', async () => {
  const few = await workIn(20);
  const many = await workIn(1000);
  // The draft is saved at a time of its own, which writes an attribute or two.
  for (const [act, changes] of Object.entries(many)) {
    expect({ act, more: changes - few[act]! > 3, changes }).toEqual({ act, more: false, changes });
  }
  const counts = Object.values(many);
  expect(Math.min(...counts)).toBeGreaterThan(1);
  // A group that is added has fields of its own.
  expect(Math.max(...counts)).toBeLessThan(100);
});
