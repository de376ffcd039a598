import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { downloadExport } from '../../factories/export.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import {
  answer,
  CALM,
  COUNT,
  MOOD,
  NOTE,
  RecordedInterviews,
  TOPICS,
  transcript,
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

describe('a supplement', () => {
  it('is empty until someone adds to it', async () => {
    const id = await said();
    expect(
      (
        await app
          .as('viewer')
          .get(url(`data/${id}/supplement/`))
          .expect(200)
      ).body,
    ).toEqual({});
    expect(await details(id)).toBeUndefined();
  });

  it('keeps every version, newest first', async () => {
    const id = await said();
    await patch('owner', id, transcript('Hallo')).expect(200);
    await patch('editor', id, transcript('Hello')).expect(200);
    const { body } = await patch('editor', id, transcript(null)).expect(200);
    const { _version, voice } = body as {
      _version: string;
      voice: { manual_transcription: { _versions: { _data: object; _uuid: string }[] } };
    };
    expect(_version).toBe('20250820');
    const versions = voice.manual_transcription._versions;
    expect(versions.map(({ _data }) => _data)).toEqual([
      { language: 'en', value: null },
      { language: 'en', value: 'Hello' },
      { language: 'en', value: 'Hallo' },
    ]);
    expect(new Set(versions.map(({ _uuid }) => _uuid)).size).toBe(3);
    expect(await details(id)).toEqual({});
    expect((await app.as('viewer').get(url(`data/${id}/supplement/`))).body).toEqual(body);
  });

  it('shows the current transcript, translations and answers in the data', async () => {
    const id = await said();
    await patch('owner', id, {
      voice: {
        manual_translation: { language: 'fr', value: 'Bonjour' },
        manual_transcription: { language: 'sw', locale: 'sw-TZ', value: 'Habari "ya" asubuhi' },
        manual_qual: { uuid: MOOD.uuid, value: CALM.uuid },
      },
    }).expect(200);
    const { body } = await patch('owner', id, answer(TOPICS, ['water', 'roads'])).expect(200);
    expect(await details(id)).toEqual({
      voice: {
        transcript: { value: 'Habari "ya" asubuhi', languageCode: 'sw', regionCode: 'sw-TZ' },
        translation: { fr: { value: 'Bonjour', languageCode: 'fr' } },
        qual: {
          [MOOD.uuid]: { ...MOOD, xpath: 'voice', value: CALM, verified: false, source: 'manual' },
          [TOPICS.uuid]: {
            ...TOPICS,
            xpath: 'voice',
            value: ['water', 'roads'],
            verified: false,
            source: 'manual',
          },
        },
      },
    });
    const { voice } = body as Record<string, Record<string, Record<string, { _versions: object[] }>>>;
    const made = (voice!['manual_transcription'] as unknown as { _versions: { _uuid: string }[] })
      ._versions[0]!;
    expect(voice!['manual_translation']!['fr']!._versions[0]).toMatchObject({
      _dependency: { _actionId: 'manual_transcription', _uuid: made._uuid },
    });
  });

  it('records who verified an answer, until it changes', async () => {
    const id = await said();
    await patch('owner', id, { voice: { manual_qual: { uuid: COUNT.uuid, verified: true } } }).expect(400);
    await patch('owner', id, answer(COUNT, 2)).expect(200);
    const verify = { voice: { manual_qual: { uuid: COUNT.uuid, verified: true } } };
    const { body } = await patch('editor', id, verify).expect(200);
    expect(body).toMatchObject({
      voice: {
        manual_qual: {
          [COUNT.uuid]: { _versions: [{ _data: { uuid: COUNT.uuid, value: 2 }, verified: true }] },
        },
      },
    });
    expect((await details(id))['voice']!['qual']).toMatchObject({ [COUNT.uuid]: { verified: true } });
    await patch('owner', id, answer(COUNT, 3)).expect(200);
    expect((await details(id))['voice']!['qual']).toMatchObject({
      [COUNT.uuid]: { value: 3, verified: false },
    });
  });

  it('survives an edit and a validation status, is copied with the submission and deleted with it', async () => {
    const id = await said();
    await patch('owner', id, transcript('Hello')).expect(200);
    const answers = '<name>Asha</name><voice>v.mp3</voice>';
    const edit = instanceXml(interviews.survey.uid, { uuid: randomUUID(), deprecates: id, answers });
    await submission(app.as('owner'), edit).expect(201);
    await app
      .as('owner')
      .patch(url(`data/${id}/validation_status/`))
      .send({ 'validation_status.uid': 'validation_status_approved' })
      .expect(200);
    const transcribed = { voice: { transcript: { value: 'Hello', languageCode: 'en', regionCode: null } } };
    expect(await details(id)).toEqual(transcribed);
    const { body: row } = await app.as('owner').get(url(`data/${id}/`));
    expect(row).toMatchObject({ _validation_status: { uid: 'validation_status_approved' } });

    const { body: copy } = await app
      .as('owner')
      .post(url(`data/${id}/duplicate/`))
      .expect(201);
    const copyId = String((copy as { _id: number })._id);
    expect(await details(copyId)).toEqual(transcribed);
    expect((await app.as('owner').get(url(`data/${copyId}/supplement/`))).body).toMatchObject({ voice: {} });

    const payload = { submission_ids: [Number(copyId)] };
    await app.as('owner').delete(url('data/bulk/')).send({ payload }).expect(200);
    await app
      .as('owner')
      .get(url(`data/${copyId}/supplement/`))
      .expect(404);
    await app
      .as('owner')
      .delete(url(`data/${id}/`))
      .expect(204);
    await app
      .as('owner')
      .get(url(`data/${id}/supplement/`))
      .expect(404);
  });

  it('can be searched for', async () => {
    const id = await said();
    await patch('owner', id, transcript('Der Brunnen ist trocken')).expect(200);
    await patch('owner', id, answer(TOPICS, ['drought'])).expect(200);
    const found = async (query: object): Promise<string[]> => {
      const { body } = await app
        .as('owner')
        .get(url('data/'))
        .query({ query: JSON.stringify(query) });
      return (body as { results: { _uuid: string }[] }).results.map(({ _uuid }) => _uuid);
    };
    const text = '_supplementalDetails.voice.transcript.value';
    expect(await found({ [text]: { $regex: 'brunnen', $options: 'i' } })).toEqual([id]);
    expect(await found({ [text]: 'Der Brunnen' })).toEqual([]);
    expect(await found({ '_supplementalDetails.voice.qual.none.value': { $exists: true } })).toEqual([]);
  });

  it('has columns in exports', async () => {
    const id = await said();
    await patch('owner', id, transcript('Hello; "all"')).expect(200);
    const exported = await downloadExport(app, interviews.survey.uid, {
      fields: [
        'name',
        '_supplementalDetails/voice/transcript_en',
        `_supplementalDetails/voice/${COUNT.uuid}`,
      ],
    });
    const [head, ...rows] = exported.toString().trim().split('\r\n');
    expect(head).toMatch(/^"Name";"Voice - transcript \(en\)";"Voice - Speakers";/);
    expect(rows.find((row) => row.includes(id))).toMatch(/^"Asha";"Hello; ""all""";"";/);
    const projected = await app
      .as('owner')
      .get(url('data/'))
      .query({ fields: '["_supplementalDetails"]', query: JSON.stringify({ _uuid: id }) });
    expect((projected.body as { results: object[] }).results[0]).toMatchObject({
      _supplementalDetails: { voice: { transcript: { value: 'Hello; "all"' } } },
    });
  });

  it('lists the tags in use', async () => {
    const id = await said();
    await patch('owner', id, answer(TOPICS, ['zebra', 'ants'])).expect(200);
    const tags = async (by: string): Promise<string[]> => {
      const { body } = await app
        .as(by)
        .get(url(`qual-questions/${TOPICS.uuid}/tags/`))
        .expect(200);
      return (body as { value: string }[]).map(({ value }) => value);
    };
    expect(await tags('some')).toEqual(expect.arrayContaining(['ants', 'zebra']));
    expect(await tags('viewer')).toEqual((await tags('viewer')).toSorted());
    await patch('owner', id, answer(TOPICS, [])).expect(200);
    expect(await tags('viewer')).not.toContain('zebra');
  });

  it('may be changed by those who may edit the submission', async () => {
    const asha = await said();
    const ben = await said('Ben');
    await patch('some', asha, transcript('Hello')).expect(200);
    await app
      .as('some')
      .get(url(`data/${asha}/supplement/`))
      .expect(200);
    for (const by of ['some', 'stranger', ANONYMOUS]) {
      await app
        .as(by)
        .get(url(`data/${ben}/supplement/`))
        .expect(404);
    }
    await patch('some', ben, transcript('Hello')).expect(403);
    await patch('viewer', ben, transcript('Hello')).expect(403);
    await patch('stranger', ben, transcript('Hello')).expect(404);
    await patch(ANONYMOUS, ben, transcript('Hello')).expect(404);
    await patch('owner', randomUUID(), transcript('Hello')).expect(404);
    expect(await details(ben)).toBeUndefined();
  });

  it.each<[string, object, RegExp]>([
    ['no version', { _version: undefined, ...transcript('a') }, /_version/],
    ['no change', {}, /between 1 and/],
    ['a machine', { voice: { automatic_google_transcription: { language: 'en' } } }, /needs a speech/],
    ['another action', { voice: { manual_singing: {} } }, /not a valid choice/],
    ['a question without features', { other: transcript('a').voice }, /not enabled/],
    ['a system key', { _date_modified: transcript('a').voice }, /path of a question/],
    ['a language that is not enabled', transcript('a', 'de'), /not enabled/],
    ['a number as text', { voice: { manual_transcription: { language: 'en', value: 5 } } }, /must be text/],
    ['a NUL character', transcript('a\u0000b'), /NUL/],
    ['nothing to delete', transcript(null), /nothing to delete/],
    [
      'no transcript to translate',
      { voice: { manual_translation: { language: 'fr', value: 'a' } } },
      /needs a transcript/,
    ],
    ['an unknown choice', answer(MOOD, randomUUID()), /uuid of a choice/],
    ['text for a number', answer(COUNT, 'two'), /whole number/],
    ['text for tags', answer(TOPICS, 'water'), /list of tags/],
    ['an answer to a note', answer(NOTE, 'a'), /no answer/],
    ['an unknown question', answer({ uuid: randomUUID() }, 'a'), /no such question/],
    ['a list', { voice: [] }, /must be an object/],
  ])('is rejected with a sentence: %s', async (_, changes, message) => {
    const id = await said();
    const { body } = await patch('owner', id, changes).expect(400);
    expect(JSON.stringify(body)).toMatch(message);
    expect(await details(id)).toBeUndefined();
  });

  it('translates typed answers without a transcript', async () => {
    const id = await said();
    await patch('owner', id, { name: { manual_translation: { language: 'fr', value: 'Acha' } } }).expect(200);
    expect(await details(id)).toEqual({
      name: { translation: { fr: { value: 'Acha', languageCode: 'fr' } } },
    });
  });

  it('takes large texts and concurrent changes', async () => {
    const id = await said();
    await patch('owner', id, transcript('word '.repeat(40_000))).expect(200);
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, number) => patch('owner', id, transcript(`${number}`))),
    );
    expect(sent.map(({ status }: Response) => status)).toEqual(Array(8).fill(200));
    const { body } = await app.as('owner').get(url(`data/${id}/supplement/`));
    const { voice } = body as { voice: { manual_transcription: { _versions: object[] } } };
    expect(voice.manual_transcription._versions).toHaveLength(9);
  });
});
