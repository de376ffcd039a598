import type { Test } from 'supertest';
import type { AssetJson } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import {
  ANGRY,
  answer,
  CALM,
  COUNT,
  MOOD,
  NOTE,
  QUESTIONS,
  RecordedInterviews,
  TOPICS,
} from './recorded-interviews';

let app: TestApp;
let interviews: RecordedInterviews;

beforeAll(async () => {
  app = await startApp();
  interviews = await RecordedInterviews.make(app);
});
afterAll(() => app.stop());

const url = (path: string): string => interviews.url(path);
const patch = (by: string, id: string, changes: object): Test => interviews.patch(by, id, changes);
const details = (id: string) => interviews.details(id);
const said = (name?: string): Promise<string> => interviews.record(name);

describe('advanced features', () => {
  const uidOf = async (action: string): Promise<string> => {
    const { body } = await app.as('viewer').get(url('advanced-features/')).expect(200);
    return (body as { uid: string; action: string }[]).find((each) => each.action === action)!.uid;
  };

  it('are listed for those who see the form', async () => {
    const { body } = await app.as('viewer').get(url('advanced-features/')).expect(200);
    expect(body).toHaveLength(4);
    expect((body as object[])[3]).toMatchObject({
      question_xpath: 'voice',
      action: 'manual_qual',
      params: QUESTIONS,
    });
    const uid = await uidOf('manual_qual');
    expect(uid).toMatch(/^qaf\w{21}$/);
    const one = await app
      .as('viewer')
      .get(url(`advanced-features/${uid}/`))
      .expect(200);
    expect(one.body).toEqual((body as object[])[3]);
    await app.as('viewer').get(url('advanced-features/unknown/')).expect(404);
    for (const by of ['stranger', ANONYMOUS]) await app.as(by).get(url('advanced-features/')).expect(404);
  });

  it('show as columns in the asset', async () => {
    const { body } = await app.as('owner').get(url('')).expect(200);
    const { additional_fields: fields } = (body as AssetJson)['analysis_form_json'] as {
      additional_fields: { dtpath: string; type: string; language?: string; choices?: object[] }[];
    };
    expect(fields.map(({ dtpath }) => dtpath)).toEqual([
      'voice/transcript_en',
      'voice/transcript_sw',
      'voice/translation_fr',
      'name/translation_fr',
      ...[MOOD, TOPICS, COUNT].flatMap(({ uuid }) => [
        `voice/${uuid}`,
        `voice/${uuid}/source`,
        `voice/${uuid}/verified`,
      ]),
    ]);
    expect(fields[0]).toMatchObject({ type: 'transcript', language: 'en', source: 'voice' });
    expect(fields[4]).toMatchObject({ type: 'qualSelectOne', label: 'Mood', choices: [CALM, ANGRY] });
  });

  it('gain languages and lose none', async () => {
    const uid = await uidOf('manual_transcription');
    const send = (by: string) =>
      app
        .as(by)
        .patch(url(`advanced-features/${uid}/`))
        .send({ params: [{ language: 'ha' }] });
    for (const by of ['viewer', 'some']) await send(by).expect(403);
    for (const by of ['stranger', ANONYMOUS]) await send(by).expect(404);
    expect((await send('editor').expect(200)).body).toMatchObject({
      params: ['en', 'sw', 'ha'].map((language) => ({ language })),
    });
  });

  it('mark questions as deleted and rename them in the data', async () => {
    const id = await said();
    await patch('owner', id, answer(MOOD, ANGRY.uuid)).expect(200);
    await patch('owner', id, answer(COUNT, 4)).expect(200);
    const uid = await uidOf('manual_qual');
    const send = (params: object[]) =>
      app
        .as('owner')
        .patch(url(`advanced-features/${uid}/`))
        .send({ params });
    const renamed = { ...MOOD, labels: { _default: 'Temper' }, choices: [CALM, ANGRY] };
    const { body } = await send([renamed]).expect(200);
    expect(body).toMatchObject({
      params: [renamed, ...[TOPICS, NOTE, COUNT].map((each) => ({ ...each, options: { deleted: true } }))],
    });
    const shown = (await details(id))['voice']!['qual'] as Record<string, { labels: object }>;
    expect(Object.keys(shown)).toEqual([MOOD.uuid]);
    expect(shown[MOOD.uuid]!.labels).toEqual({ _default: 'Temper' });
    await patch('owner', id, answer(COUNT, 5)).expect(400);
    await send([{ ...MOOD, type: 'qualText' }]).expect(400);
    await send(QUESTIONS).expect(200);
    expect((await details(id))['voice']!['qual']).toMatchObject({ [COUNT.uuid]: { value: 4 } });
  });

  it.each<[string, object, RegExp]>([
    ['a machine', { action: 'automatic_google_translation' }, /needs a speech/],
    ['another action', { action: 'dance' }, /not a valid choice/],
    ['no action', { action: undefined }, /required/],
    ['twice the same', {}, /enabled for this question already/],
    ['no question', { question_xpath: '' }, /path of a question/],
    ['a language that is none', { params: [{ language: 'not a language' }] }, /language code/],
    ['no list', { params: 'en' }, /list of objects/],
    ['no label', { action: 'manual_qual', params: [{ ...TOPICS, labels: {} }] }, /_default/],
    ['an unknown type', { action: 'manual_qual', params: [{ ...TOPICS, type: 'qualDance' }] }, /not valid/],
    ['one uuid twice', { action: 'manual_qual', params: [TOPICS, TOPICS] }, /unique/],
  ])('are rejected with a sentence: %s', async (_, wrong, message) => {
    const body = {
      action: 'manual_transcription',
      question_xpath: 'voice',
      params: [{ language: 'en' }],
      ...wrong,
    };
    expect(JSON.stringify((await interviews.enable('owner', body).expect(400)).body)).toMatch(message);
  });

  it('have no bulk actions, which need a machine service', async () => {
    const bulk = url('advanced-features/bulk-actions/');
    expect((await app.as('viewer').get(bulk).expect(200)).body).toMatchObject({ count: 0, results: [] });
    await app.as('stranger').get(bulk).expect(404);
    const { body } = await app.as('editor').post(bulk).send({}).expect(400);
    expect(body).toMatchObject({
      detail: expect.stringContaining('speech or translation service') as string,
    });
    await app.as('viewer').post(bulk).send({}).expect(403);
  });
});
