import { EditorPage } from '../../support/editor-page';
import { eventually } from '../../support/eventually';

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

const FORM = {
  survey: [
    { type: 'text', name: 'a', label: 'A' },
    { type: 'text', name: 'b', label: 'B' },
    { type: 'begin_group', name: 'g', label: 'G' },
    { type: 'text', name: 'c', label: 'C', relevant: "${b} = 'x'" },
    { type: 'end_group' },
    { type: 'text', name: 'd', label: 'D' },
  ],
};

async function open(width?: number): Promise<string> {
  const uid = await editor.makeDraft(FORM);
  await editor.open(uid, width === undefined ? {} : { width });
  await editor.item('A').click();
  return uid;
}

const clipboard = (): Promise<string> => editor.page.evaluate<string>('navigator.clipboard.readText()');
const writeClipboard = (text: string): Promise<void> =>
  editor.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
const marked = (): Promise<string[]> =>
  editor.page.getByRole('treeitem', { selected: true }).locator('.row-label').allTextContents();
const names = async (uid: string): Promise<unknown[]> =>
  (await editor.contentOf(uid)).survey.map(({ name, type }) => name ?? type);

describe('many rows', () => {
  it('are chosen, moved and deleted by keys', async () => {
    const uid = await open();
    await editor.press('Shift+ArrowDown');
    expect(await marked()).toEqual(['A', 'B']);
    await editor.page.getByText('Chosen rows: 2').waitFor();
    await editor.press('Alt+ArrowDown', 'Alt+ArrowDown');
    expect(await editor.labels()).toEqual(['G', 'C', 'A', 'B', 'D']);
    expect(await marked()).toEqual(['A', 'B']);
    await editor.press('Shift+ArrowDown', 'Shift+ArrowUp', 'Shift+ArrowUp');
    expect(await marked()).toEqual(['A']);
    await editor.press('Control+a');
    expect(await marked()).toEqual(['G', 'C', 'A', 'B', 'D']);
    await editor.press('Escape');
    expect(await marked()).toEqual(['A']);
    await editor.save();
    expect(await names(uid)).toEqual(['g', 'c', 'a', 'b', 'end_group', 'd']);
    await editor.item('B').click();
    await editor.press('Shift+End', 'Delete');
    await editor.dialog().getByText('Delete 2 rows?').waitFor();
    await editor.dialog().getByRole('button', { name: 'Delete anyway' }).click();
    // The rows go once the dialog has closed.
    const rest = await eventually(
      () => editor.labels(),
      (labels) => labels.length < 5,
    );
    expect(rest).toEqual(['G', 'C', 'A']);
    await editor.press('Control+z');
    expect(await editor.labels()).toEqual(['G', 'C', 'A', 'B', 'D']);
  });

  it('are dragged together, and a row beside them alone', async () => {
    await open();
    await editor.item('D').click({ modifiers: ['Control'] });
    expect(await marked()).toEqual(['A', 'D']);
    const rows = editor.page.getByRole('tree').locator('li');
    await editor.item('D').dragTo(editor.item('C'), { targetPosition: { x: 40, y: 4 } });
    await rows.nth(1).getByText('G', { exact: true }).waitFor();
    expect(await editor.labels()).toEqual(['B', 'G', 'A', 'D', 'C']);
    expect(await marked()).toEqual(['A', 'D']);
    await editor.item('B').dragTo(editor.item('C'), { targetPosition: { x: 40, y: 40 } });
    await rows.nth(0).getByText('G', { exact: true }).waitFor();
    expect(await editor.labels()).toEqual(['G', 'A', 'D', 'C', 'B']);
  });
});

describe('rows of a spreadsheet', () => {
  it('are those that were copied, and are pasted with names of their own', async () => {
    const uid = await open();
    await editor.item('B').click();
    await editor.press('Shift+ArrowDown', 'Control+c');
    expect(await clipboard()).toBe(
      [
        'type\tname\tlabel\trelevant',
        'text\tb\tB\t',
        'begin_group\tg\tG\t',
        "text\tc\tC\t${b} = 'x'",
        'end_group\t\t\t',
      ].join('\r\n'),
    );
    await editor.item('D').click();
    await editor.press('Control+v');
    await editor.page.getByText('Pasted rows: 4.').waitFor();
    expect(await editor.labels()).toEqual(['A', 'B', 'G', 'C', 'D', 'B', 'G', 'C']);
    expect(await marked()).toEqual(['B', 'G']);
    await editor.press('Control+x');
    expect(await editor.labels()).toEqual(['A', 'B', 'G', 'C', 'D']);
    await editor.press('Control+z');
    await editor.save();
    const { survey } = await editor.contentOf(uid);
    expect(survey.map(({ name, type }) => name ?? type)).toEqual([
      'a',
      'b',
      'g',
      'c',
      'end_group',
      'd',
      'b_2',
      'g_2',
      'c_2',
      'end_group',
    ]);
    expect(survey[8]!['relevant']).toBe("${b_2} = 'x'");
  });

  it('are copied, cut and pasted by events of the body, to which Firefox sends them', async () => {
    await open();
    const send = (kind: string, rows = ''): Promise<string> =>
      editor.page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(rows)});
        document.body.dispatchEvent(new ClipboardEvent('${kind}', { bubbles: true, cancelable: true, clipboardData }));
        return clipboardData.getData('text/plain');
      })()`);
    const rows = await send('copy');
    expect(rows).toBe('type\tname\tlabel\r\ntext\ta\tA');
    await send('paste', rows);
    await editor.page.getByText('Pasted rows: 1.').waitFor();
    expect(await editor.labels()).toEqual(['A', 'A', 'B', 'G', 'C', 'D']);
    expect(await send('cut')).toBe('type\tname\tlabel\r\ntext\ta_2\tA');
    expect(await editor.labels()).toEqual(['A', 'B', 'G', 'C', 'D']);
    await editor.field('Label').focus();
    expect(await send('copy')).toBe('');
  });

  it('are copied by a button', async () => {
    await open();
    await editor.button('Copy rows').click();
    expect(await clipboard()).toBe('type\tname\tlabel\r\ntext\ta\tA');
  });

  it('are pasted without a header after a choice of their columns', async () => {
    const uid = await open();
    await writeClipboard('select_one yn\twater\tIs there water?\tAsk kindly\nend_group\nnote\tbye\tBye\t');
    await editor.press('Control+v');
    const dialog = editor.dialog();
    await dialog.getByText('Rows: 3').waitFor();
    await editor.field('Use of column 4').selectOption('Hint');
    expect(await editor.flaws()).toEqual([]);
    await dialog.getByRole('button', { name: 'Paste rows' }).click();
    await editor.page.getByText('Pasted rows: 3.').waitFor();
    await editor.save();
    expect(await names(uid)).toEqual(['a', 'water', 'bye', 'b', 'g', 'c', 'end_group', 'd']);
    expect((await editor.contentOf(uid)).survey[1]).toMatchObject({
      type: 'select_one',
      select_from_list_name: 'yn',
      label: ['Is there water?'],
      hint: ['Ask kindly'],
    });
    expect(editor.violations).toEqual([]);
  });

  it.each([1280, 800])('have a dialog without flaws in a window of %i', async (width) => {
    await open(width);
    const back = editor.button('Back to the structure');
    if (await back.isVisible()) await back.click();
    await editor.press('Shift+End');
    expect(await editor.flaws()).toEqual([]);
    await editor.button('Paste rows').click();
    await editor
      .field('Rows copied from a spreadsheet')
      .fill('type\tname\tlabel\ttype of well\ntext\tx\tX\tdug');
    expect(await editor.flaws()).toEqual([]);
  });
});
