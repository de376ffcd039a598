import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const WORDS = ['cat', 'dog', 'sun'].map((name) => ({ list_name: 'word', name, label: [name] }));
const QUESTION = { type: 'select_multiple', select_from_list_name: 'word', label: ['Read'] };
const CONTENT = {
  survey: [
    { ...QUESTION, name: 'reading', appearance: 'literacy' },
    { ...QUESTION, name: 'known' },
    { type: 'begin_repeat', name: 'pupil', label: ['Pupil'] },
    { ...QUESTION, name: 'pupil_reading', appearance: 'w1 literacy' },
    { type: 'end_repeat' },
  ],
  choices: WORDS,
  translations: [null],
};
const PARAMETERS = '2 60 3 null null null null null null null';

describe('the report of a literacy test', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { content: CONTENT }));
    for (const marked of [' cat', ' cat sun', '']) {
      const answer = `${PARAMETERS}${marked}`;
      await submit(app, uid, {
        answers:
          `<reading>${answer}</reading><known>cat dog</known>` +
          `<pupil><pupil_reading>${answer}</pupil_reading></pupil><pupil><pupil_reading>${answer}</pupil_reading></pupil>`,
      });
    }
  });
  afterAll(() => app.stop());

  it('counts the parameters as choices by the API, as KoboToolbox does', async () => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/reports/`).expect(200);
    const { list } = body as { list: { name: string; data: object }[] };
    const marked = {
      provided: 3,
      responses: ['null', '2', '3', '60', 'cat', 'sun'],
      frequencies: [21, 3, 3, 3, 2, 1],
    };
    expect(list.map(({ name, data }) => ({ name, data }))).toMatchObject([
      { name: 'reading', data: marked },
      { name: 'known', data: { provided: 3, responses: ['cat', 'dog'], frequencies: [3, 3] } },
      { name: 'pupil_reading', data: { provided: 3 } },
    ]);
  });

  it('counts the marked words alone on its page', async () => {
    const browser = await Browser.signedIn(app, 'owner');
    const { text } = await browser.get(`/projects/${uid}/reports/`).expect(200);
    expect(text).toContain('sun');
    expect(text).not.toContain('null');
  });
});
