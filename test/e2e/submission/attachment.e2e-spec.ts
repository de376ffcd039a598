import { randomUUID } from 'node:crypto';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { ANSWERS, file, FILES, makeSurveyWithFiles, row, type Row, uidOf } from './survey-with-files';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'editor', 'some', 'viewer']) await app.addUser(username);
  survey = await makeSurveyWithFiles(app);
});
afterAll(() => app.stop());

const asset = (below: string): string => `/api/v2/assets/${survey.uid}/${below}`;

describe('an attachment by its question', () => {
  let uuid: string;
  const files = FILES();
  const get = (xpath: string, more = '') =>
    app.as('viewer').get(`${asset(`data/${uuid}/attachments/`)}?xpath=${encodeURIComponent(xpath)}${more}`);
  beforeAll(async () => {
    uuid = await submit(app, survey.uid, { answers: ANSWERS, files });
  });

  it.each([
    ['photo', 0],
    ['kid/face', 2],
    ['kid[1]/face', 2],
    ['kid[2]/face', 3],
  ])('is found by %s', async (xpath, index) => {
    const { body } = await get(xpath).expect(200).expect('Content-Type', 'image/jpeg');
    expect((body as Buffer).toString()).toBe(files[index]!.content);
  });

  it.each([
    ['name', 404],
    ['kid[3]/face', 400],
    ['nonsense', 400],
    ['///[', 400],
  ])('without a file at %s returns %i', async (xpath, status) => {
    await get(xpath).expect(status);
  });

  it.each([
    ['left open', 'photo', 404],
    ['left open in a repeat', 'kid[2]/face', 404],
    ['not sent', 'sound', 400],
    ['not sent in a repeat', 'kid[1]/face', 400],
  ])('of a question that was %s: %s: returns %i', async (_, xpath, status) => {
    const answers = '<name>Asha</name><photo/><kid><age>2</age></kid><kid><face/></kid>';
    const open = await submit(app, survey.uid, { answers });
    await app
      .as('viewer')
      .get(asset(`data/${open}/attachments/?xpath=${encodeURIComponent(xpath)}`))
      .expect(status);
  });

  it('requires a question and a submission', async () => {
    const open = await submit(app, survey.uid, { answers: '<name>Asha</name>' });
    const { body } = await app
      .as('viewer')
      .get(asset(`data/${open}/attachments/`))
      .expect(400);
    expect(body).toEqual({ detail: '`xpath` query parameter is required' });
    await app
      .as('viewer')
      .get(asset(`data/${randomUUID()}/attachments/?xpath=photo`))
      .expect(404);
  });

  it('is served as MP3 if it is one', async () => {
    const found = await row(app, survey, uuid);
    const path = asset(`data/${uuid}/attachments/`);
    await get('sound', '&format=mp3').expect(200).expect('Content-Type', 'audio/mpeg');
    await get('photo', '&format=mp3').expect(400);
    await app
      .as('viewer')
      .get(`${path}${uidOf(found, 's.mp3')}/?format=mp3`)
      .expect(200);
    const { body } = await app
      .as('viewer')
      .get(`${path}${uidOf(found, 'a.jpg')}/?format=mp3`)
      .expect(400);
    expect(body).toEqual({
      detail: expect.stringMatching(/^Conversion is not supported for image\/jpeg/) as string,
    });
  });
});

describe('an attachment of a question that only an older version had', () => {
  it('keeps its path, also if it arrives late', async () => {
    const form = (names: readonly string[]) => ({
      survey: names.map((name) => ({ type: 'image', name, label: name })),
    });
    const made = await makeDeployedAsset(app, { content: form(['photo', 'other']) });
    const path = `/api/v2/assets/${made.uid}/`;
    for (const names of [['other'], ['other', 'third']]) {
      await app
        .as('owner')
        .patch(path)
        .send({ content: form(names) })
        .expect(200);
      await app.as('owner').put(`${path}deployment/`).send({ active: true }).expect(200);
    }
    const answers = '<photo>p.jpg</photo><other>o.jpg</other><third>t.jpg</third>';
    const files = ['p.jpg', 'o.jpg', 't.jpg'].map((name) => file(name));
    const uuid = await submit(app, made.uid, { answers, files, version: made.version_id as string });
    const { body } = await app.as('owner').get(`${path}data/${uuid}/`).expect(200);
    const shown = (body as { _attachments: { question_xpath: string }[] })._attachments;
    expect(shown.map(({ question_xpath: at }) => at)).toEqual(['photo', 'other', 'third']);
    await app.as('owner').get(`${path}data/${uuid}/attachments/?xpath=photo`).expect(200);
  });
});

describe('the attachments of a submission', () => {
  it('keep their order of arrival through edits and in copies', async () => {
    const uuid = await submit(app, survey.uid, { answers: ANSWERS, files: FILES() });
    const expectedNames = FILES().map(({ name }) => name);
    const names = ({ _attachments }: Row) => _attachments.map(({ media_file_basename: name }) => name);
    expect(expectedNames).not.toEqual(expectedNames.toSorted());
    const ids = [(await row(app, survey, uuid))._id];
    const payload = { submission_ids: ids, data: { name: 'Ben' } };
    await app.as('owner').patch(asset('data/bulk/')).send({ payload }).expect(200);
    expect(names(await row(app, survey, uuid))).toEqual(expectedNames);
    const { body } = await app
      .as('owner')
      .post(asset(`data/${uuid}/duplicate/`))
      .expect(201);
    expect(names(body as Row)).toEqual(expectedNames);
  });
});
