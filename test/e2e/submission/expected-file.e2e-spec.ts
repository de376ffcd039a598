import { randomUUID } from 'node:crypto';
import { type AssetJson, makeAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { ANSWERS, file, FILES, makeSurveyWithFiles, row, uidOf } from './survey-with-files';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'editor', 'some', 'viewer', 'stranger']) await app.addUser(username);
  survey = await makeSurveyWithFiles(app);
});
afterAll(() => app.stop());

interface Expected {
  readonly question_xpath: string;
  readonly media_file_basename: string;
  readonly state: string;
  readonly uid: string | null;
  readonly download_url: string | null;
}

const files = (name: string, query = '') =>
  `/api/v2/assets/${survey.uid}/data/${encodeURIComponent(name)}/files/${query}`;
const list = async (name: string): Promise<Expected[]> =>
  (await app.as('viewer').get(files(name)).expect(200)).body.results as Expected[];
const states = (expected: readonly Expected[]) =>
  expected.map((each) => [each.question_xpath, each.media_file_basename, each.state]);

describe('the files named by the answers of a submission', () => {
  it('are listed while they arrive in several requests', async () => {
    const uuid = randomUUID();
    const xml = instanceXml(survey.uid, { uuid, answers: ANSWERS });
    const sent = FILES();
    const paths = ['photo', 'sound', 'kid[1]/face', 'kid[2]/face'];
    for (let arrived = 0; arrived <= sent.length; arrived += 1) {
      await submission(app.as('owner'), xml, sent.slice(0, arrived)).expect(201);
      expect(states(await list(uuid))).toEqual(
        sent.map(({ name }, index) => [paths[index], name, index < arrived ? 'received' : 'missing']),
      );
    }
    for (const [index, { uid, download_url: url }] of (await list(uuid)).entries()) {
      expect(uid).toMatch(/^att\w{21}$/);
      const { body } = await app.as('viewer').get(new URL(url!).pathname).responseType('blob').expect(200);
      expect((body as Buffer).toString()).toBe(sent[index]!.content);
    }
  });

  it('match the files by name; others are not listed', async () => {
    const answers = '<name>Asha</name><photo>\u00E9t\u00E9.jpg</photo><sound>none.mp3</sound>';
    const sent = [file('e\u0301te\u0301.jpg'), file('stray.pdf', 'application/pdf')];
    const uuid = await submit(app, survey.uid, { answers, files: sent });
    const [photo, sound] = await list(uuid);
    expect(photo).toMatchObject({ question_xpath: 'photo', state: 'received' });
    expect(sound).toEqual({
      question_xpath: 'sound',
      media_file_basename: 'none.mp3',
      state: 'missing',
      uid: null,
      download_url: null,
    });
    expect(await list(uuid)).toHaveLength(2);
    expect(await list(await submit(app, survey.uid, { answers: '<name>Asha</name>' }))).toEqual([]);
  });

  it('follow deletions and edits', async () => {
    const uuid = await submit(app, survey.uid, { answers: ANSWERS, files: FILES() });
    const uid = uidOf(await row(app, survey, uuid), 'a.jpg');
    await app.as('editor').delete(`/api/v2/assets/${survey.uid}/attachments/${uid}/`).expect(204);
    expect((await list(uuid))[0]).toMatchObject({ state: 'removed', uid, download_url: null });

    const answers = '<name>Asha</name><photo>later.jpg</photo><kid><face>k2.jpg</face></kid>';
    const edit = instanceXml(survey.uid, { uuid: randomUUID(), deprecates: uuid, answers });
    await submission(app.as('owner'), edit).expect(201);
    expect(states(await list(uuid))).toEqual([
      ['photo', 'later.jpg', 'missing'],
      ['kid[1]/face', 'k2.jpg', 'received'],
    ]);
    await submission(app.as('owner'), edit, [file('later.jpg')]).expect(201);
    expect((await list(`uuid:${uuid}`))[0]).toMatchObject({ state: 'received' });
  });

  it('are paginated, within a partial permission', async () => {
    const uuid = await submit(app, survey.uid, { answers: ANSWERS });
    const { body } = await app.as('some').get(files(uuid, '?limit=3&start=1')).expect(200);
    expect(body).toMatchObject({ count: 4, next: null });
    expect(states(body.results as Expected[]).map(([path]) => path)).toEqual([
      'sound',
      'kid[1]/face',
      'kid[2]/face',
    ]);
    const hidden = await submit(app, survey.uid, { answers: '<name>Ben</name><photo>b.jpg</photo>' });
    for (const by of ['some', 'stranger', ANONYMOUS]) await app.as(by).get(files(hidden)).expect(404);
    await app.as('owner').get(files('999999999')).expect(404);
    const { uid } = await makeAsset(app);
    await app.as('owner').get(`/api/v2/assets/${uid}/data/1/files/`).expect(400);
  });
});
