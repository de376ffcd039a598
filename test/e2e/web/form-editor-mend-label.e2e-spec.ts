import { makeDeployedAsset } from '../../factories/asset.factory';
import { EditorPage } from '../../support/editor-page';

/**
 * A person's task: a collector reports a slip in the French text of a question of a deployed form. Mend it, and give the form
 * to the collectors again, without a spreadsheet.
 */
let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

it('mends a label in French and deploys the form again', async () => {
  const content = {
    survey: [
      {
        type: 'text',
        name: 'name',
        'label::English (en)': 'Your name?',
        'label::Français (fr)': 'Votre nom ?',
      },
      {
        type: 'integer',
        name: 'age',
        'label::English (en)': 'Your age?',
        'label::Français (fr)': 'Votre aje ?',
      },
    ],
  };
  const { uid } = await makeDeployedAsset(editor.app, { name: 'People', content });
  const before = await editor.contentOf(uid);
  await editor.open(uid, { path: `/projects/${uid}/form/` });
  await editor.page.getByRole('link', { name: 'Edit the form' }).click();
  await editor.page.locator('.editor-bar').getByLabel('Language').selectOption('Français (fr)');
  await editor.item('Votre aje ?').click();
  await editor.field('Label (Français (fr))').press('End');
  await editor.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace', 'g');
  expect(await editor.labels()).toEqual(['Votre nom ?', 'Votre age ?']);
  await editor.press('Control+s');
  await editor.page.getByText('Saved as a new version.').waitFor();
  await editor.page.getByRole('link', { name: 'Review the changes and deploy' }).click();
  await editor.page.getByText('Texts changed. Answers are not affected').waitFor();
  await editor.button('Deploy this version').click();
  await editor.page.getByText('The form was deployed').waitFor();

  await editor.openWebForm(uid);
  await editor.page.getByLabel('change language').locator('visible=true').click();
  await editor.page.getByRole('option', { name: 'Français (fr)' }).click();
  await editor.page.getByLabel('Votre age ?').waitFor();
  const expected = structuredClone(before);
  expected.survey[1]!['label'] = ['Your age?', 'Votre age ?'];
  expect(await editor.contentOf(uid)).toEqual(expected);
  expect(editor.violations).toEqual([]);
});
