import { makeDeployedAsset } from '../../factories/asset.factory';
import { EditorPage } from '../../support/editor-page';

/**
 * A person's task: collectors are asked for the breed of animals of households that have none. Ask that question only if
 * the household has animals, and more than two of them; test it in the preview; give the form to the collectors.
 */
let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

const CONTENT = {
  survey: [
    { type: 'select_one yn', name: 'has_animals', label: 'Are there animals?' },
    { type: 'integer', name: 'how_many', label: 'How many?' },
    { type: 'text', name: 'breed', label: 'Of which breed?' },
  ],
  choices: [
    { list_name: 'yn', name: 'yes', label: 'Yes' },
    { list_name: 'yn', name: 'no', label: 'No' },
  ],
};

it('adds a skip rule of two conditions, tries it in the preview and deploys it', async () => {
  const { uid } = await makeDeployedAsset(editor.app, { name: 'Animals', content: CONTENT });
  await editor.open(uid);
  await editor.item('Are there animals?').click();
  await editor.press('ArrowDown', 'ArrowDown', 'Enter');
  await editor.button('Add a condition').click();
  await editor.field('Question of condition 1').selectOption('Are there animals?');
  await editor.field('Value of condition 1').selectOption('Yes');
  await editor.button('Add a condition').click();
  await editor.field('Question of condition 2').selectOption('How many?');
  await editor.field('Comparison of condition 2').selectOption('is more than');
  await editor.field('Value of condition 2').fill('2');
  await editor.press('Tab');
  expect(await editor.field('Condition as XPath').inputValue()).toBe(
    "${has_animals} = 'yes' and ${how_many} > 2",
  );
  await editor.button('Preview').click();
  const preview = editor.page.frameLocator('iframe');
  await preview.getByText('Are there animals?').waitFor();
  expect(await preview.getByText('Of which breed?').count()).toBe(0);
  await preview.getByText('Yes', { exact: true }).click();
  await preview.getByLabel('How many?').fill('3');
  await preview.getByLabel('How many?').press('Tab');
  await preview.getByText('Of which breed?').waitFor();
  await editor.save();
  await editor.deploy();

  await editor.openWebForm(uid);
  await editor.page.getByText('No', { exact: true }).click();
  expect(await editor.page.getByText('Of which breed?').count()).toBe(0);
  await editor.page.getByText('Yes', { exact: true }).click();
  await editor.page.getByLabel('How many?').fill('5');
  await editor.page.getByLabel('How many?').press('Tab');
  await editor.page.getByLabel('Of which breed?').fill('Zebu');
  const submission = await editor.sendWebForm(uid);
  expect(submission).toMatchObject({ has_animals: 'yes', how_many: '5', breed: 'Zebu' });
});
