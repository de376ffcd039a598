import { EditorPage } from '../../support/editor-page';

const SURVEY = [
  { type: 'text', name: 'water', label: 'Is there water?' },
  { type: 'text', name: 'far', label: 'How far is it?' },
];

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

/** Id, label or text of the focused element; empty if the focus was lost. */
const focused = (): Promise<string> =>
  editor.page.evaluate<string>(`(() => {
    const { activeElement: it, body } = document;
    return it === body ? '' : it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent;
  })()`);

const pressUntil = async (key: string, name: string): Promise<void> => {
  for (let presses = 0; presses < 20 && (await focused()) !== name; presses += 1) await editor.press(key);
  expect(await focused()).toBe(name);
};

describe.each([1280, 800])('by keyboard alone at %d pixels', (width) => {
  it('keeps the focus when the type is changed', async () => {
    await editor.open(await editor.makeDraft({ survey: SURVEY }), { width });
    await editor.item('How far is it?').focus();
    await editor.press('ArrowDown', 'Enter');
    expect(await focused()).toBe('Label');
    await pressUntil('Shift+Tab', 'Change the type');
    await editor.press('Enter');
    await editor.page.keyboard.type('select_one');
    await editor.press('Enter');
    await editor.page.locator('dialog').waitFor({ state: 'detached' });
    await editor.field('Label of choice 1').or(editor.button('Add a choice')).first().waitFor();
    expect(await focused()).toBe('Change the type');
  });

  it('puts the focus on the title of the question when the focused control is undone', async () => {
    await editor.open(await editor.makeDraft({ survey: SURVEY }), { width });
    await editor.item('How far is it?').focus();
    await editor.press('ArrowDown', 'Enter');
    await pressUntil('Tab', 'Add a condition');
    await editor.press('Enter');
    expect(await focused()).toBe('Question of condition 1');
    await editor.press('Control+z');
    expect(await focused()).toBe('How far is it?');
    expect(await editor.button('Undo').isDisabled()).toBe(true);
  });

  it('puts the focus on the way back when there is nothing left to undo or redo', async () => {
    await editor.open(await editor.makeDraft({ survey: [{ type: 'text', name: 'a', label: 'A' }] }), {
      width,
    });
    await editor.button('Group').click();
    await editor.button('Undo').focus();
    await editor.press('Enter');
    expect(await focused()).toBe('Redo');
    await editor.press('Enter');
    expect(await focused()).toBe('Undo');
  });
});

it('takes over a name that is being typed before a key undoes or saves', async () => {
  const uid = await editor.makeDraft({ survey: SURVEY });
  await editor.open(uid);
  await editor.item('Is there water?').click();
  await editor.field('Label').fill('Is it near?');
  await editor.field('Name').fill('near');
  await editor.press('Control+z');
  expect(await editor.field('Name').inputValue()).toBe('water');
  expect(await editor.field('Label').inputValue()).toBe('Is it near?');
  await editor.field('Name').fill('nearby');
  await editor.press('Control+s');
  await editor.said('Saved as a new version.');
  const { survey } = await editor.contentOf(uid);
  expect(survey[0]).toMatchObject({ name: 'nearby', label: ['Is it near?'] });
});
