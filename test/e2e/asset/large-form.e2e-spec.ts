import { runFormTask, type FormTask } from '../../../src/workers/form-engine/form-tasks';
import { makeAsset } from '../../factories/asset.factory';
import { importFile } from '../../factories/import.factory';
import { largeContent } from '../../factories/large-form';
import { workbook } from '../../factories/workbook.factory';
import { startApp, type TestApp } from '../../support/app';

/** Worker threads run built files, so that this counts only the form work on the event loop. */
jest.mock('../../../src/workers/form-engine/form-tasks', () => {
  const actual = jest.requireActual<{ runFormTask: typeof runFormTask }>(
    '../../../src/workers/form-engine/form-tasks',
  );
  return { ...actual, runFormTask: jest.fn(actual.runFormTask) };
});
const onTheLoop = jest.mocked(runFormTask);
const doneOnTheLoop = (): FormTask['name'][] => onTheLoop.mock.calls.map(([{ name }]) => name);

describe('a large form', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeAsset(app, { content: largeContent() }));
  });
  afterAll(() => app.stop());
  beforeEach(() => onTheLoop.mockClear());

  const owner = () => app.as('owner');
  const path = (): string => `/api/v2/assets/${uid}`;

  it('is created, changed and previewed off the event loop, in every format', async () => {
    const content = largeContent();
    const { uid: made } = await makeAsset(app, { content });
    await owner().patch(`/api/v2/assets/${made}/`).send({ content }).expect(200);
    await owner()
      .patch(`/api/v2/assets/${made}/`)
      .send({ content: JSON.stringify(content) })
      .expect(200);
    await owner().patch(`/api/v2/assets/${made}/`).field('content', JSON.stringify(content)).expect(200);
    const { body } = await owner().post('/api/v2/asset_snapshots/').send({ source: content }).expect(201);
    expect(body.source.survey).toHaveLength(300);
    expect(doneOnTheLoop()).toEqual([]);
  });

  it('keeps its languages when a change names none', async () => {
    const { uid: made, content } = await makeAsset(app, { content: largeContent() });
    const { survey, choices } = content as { survey: object[]; choices: object[] };
    const { body } = await owner()
      .patch(`/api/v2/assets/${made}/`)
      .send({ content: { survey, choices } })
      .expect(200);
    expect(body.content.translations).toEqual(content.translations);
    expect(doneOnTheLoop()).toEqual([]);
  });

  it('is deployed and redeployed off the event loop', async () => {
    const { body } = await owner().post(`${path()}/deployment/`).expect(201);
    expect(body).toMatchObject({ active: true, asset: { deployment__active: true } });
    await owner().patch(`${path()}/deployment/`).expect(200);
    const { text } = await owner().get(`/forms/${uid}/form.xml`).expect(200);
    expect(text).toContain('ماذا عن 299؟');
    expect(doneOnTheLoop()).toEqual([]);
  });

  it('is rendered and previewed off the event loop', async () => {
    const { body } = await owner().get(`${path()}/content/`).expect(200);
    expect(body.data.survey).toHaveLength(300);
    for (const rendition of ['.xls', '.xml', '.ssjson', '/valid_content/', '/table_view/']) {
      await owner().get(`${path()}${rendition}`).expect(200);
    }
    const snapshot = await owner()
      .post('/api/v2/asset_snapshots/')
      .send({ asset: `${path()}/` })
      .expect(201);
    expect(snapshot.body.source.survey).toHaveLength(300);
    expect(doneOnTheLoop()).toEqual([]);
  });

  it('is not parsed when only its name changes', async () => {
    const { body: before } = await owner().get(`${path()}/`).expect(200);
    const { body } = await owner().patch(`${path()}/`).send({ name: 'Renamed' }).expect(200);
    expect(body).toMatchObject({
      name: 'Renamed',
      content: before.content,
      report_styles: before.report_styles,
    });
    expect(body.version_count).toBe(before.version_count + 1);
    expect(doneOnTheLoop()).toEqual([]);
  });

  it('is rejected with the same message as a small one', async () => {
    const content = largeContent();
    const broken = {
      ...content,
      survey: [...content.survey, { type: 'text', name: 'last', relevant: '${nowhere} = 1' }],
    };
    const { uid: refused } = await makeAsset(app, { content: broken });
    onTheLoop.mockClear();
    const { body } = await owner().post(`/api/v2/assets/${refused}/deployment/`).expect(400);
    expect(body.error).toContain('survey, row 302, column relevant: ');
    expect(body.detail).toBe(body.error);
    const snapshot = await owner()
      .post('/api/v2/asset_snapshots/')
      .send({ asset: `/api/v2/assets/${refused}/` })
      .expect(400);
    expect(snapshot.body).toMatchObject({ status: 'failure', error_type: 'PyXFormError' });
    expect(doneOnTheLoop()).toEqual([]);
  });

  it('is read off the event loop, like every file', async () => {
    const rows = [
      ['type', 'name', 'label'],
      ['text', 'well', 'Which well?'],
      ['textt', 'depth', 'How deep?'],
    ];
    const { messages } = await importFile(app, workbook({ survey: rows }));
    expect(messages.error).toContain('survey, row 3, column type: ');
    expect(doneOnTheLoop()).toEqual([]);
  });
});
