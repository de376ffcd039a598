import { randomUUID } from 'node:crypto';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, type SentFile, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { changesOf } from '../../support/recorded-changes';
import { headersOfSender, FORM_READERS } from '../../support/form-readers';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'enumerator', 'editor']) await app.addUser(username);
  survey = await makeDeployedAsset(app);
  await grant(app, survey.uid, 'enumerator', ['add_submissions']);
  await grant(app, survey.uid, 'editor', ['change_submissions']);
});
afterAll(() => app.stop());

const photo = (name: string, content = `bytes of ${name}`): SentFile => ({ name, content });

const NO_FILES: readonly SentFile[] = [];

interface Row extends Record<string, unknown> {
  readonly _id: number;
  readonly _attachments: { media_file_basename: string; question_xpath: string; download_url: string }[];
}

async function row(uuid: string): Promise<Row> {
  return (await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(200)).body as Row;
}

/** Sends an edit. @returns the response, whatever its status */
function edit(
  deprecates: string,
  {
    by = 'owner',
    answers = '<person><name>Edited</name></person>',
    uuid = randomUUID(),
    files = NO_FILES,
    path = '/submission',
    headers = {},
  } = {},
) {
  const xml = instanceXml(survey.uid, { uuid, answers, deprecates });
  return submission(app.as(by), xml, files, path).set(headers);
}

const editOn =
  (headers: object): typeof edit =>
  (deprecates, values) =>
    edit(deprecates, { headers, ...values });

const historyOf = (id: number) =>
  app.rows<{ uuid: string; xml: string; replaced_by: string | null }>(
    'SELECT uuid, xml, replaced_by FROM submission_history WHERE submission_id = $1 ORDER BY date_replaced, uuid',
    [id],
  );

describe.each(FORM_READERS)('an edit on the %s', (pathName, headers) => {
  const edit = editOn(headers);

  it('replaces what it deprecates and keeps submitter, time and validation status', async () => {
    const first = await submit(app, survey.uid, { by: 'enumerator' });
    const before = await row(first);
    const [second, third] = [randomUUID(), randomUUID()];
    await edit(first, { by: 'editor', uuid: second }).expect(201);
    await edit(second, { uuid: third, answers: '<consent>yes</consent><place>1 2 0 0</place>' }).expect(201);
    const after = await row(first);
    expect(after).toEqual({
      _id: before._id,
      consent: 'yes',
      place: '1 2 0 0',
      'meta/instanceID': `uuid:${third}`,
      'meta/deprecatedID': `uuid:${second}`,
      'meta/rootUuid': `uuid:${first}`,
      _xform_id_string: survey.uid,
      _uuid: third,
      _attachments: [],
      _status: 'submitted_via_web',
      _geolocation: [1, 2],
      _submission_time: before['_submission_time'],
      _validation_status: {},
      _submitted_by: 'enumerator',
      _date_modified: expect.any(String),
    });
    expect(after['_date_modified']! > before['_date_modified']!).toBe(true);
    expect(await row(third)).toEqual(after);
    expect((await historyOf(after._id)).map(({ uuid, replaced_by }) => [uuid, replaced_by])).toEqual([
      [first, 'editor'],
      [second, 'owner'],
    ]);
    expect((await historyOf(after._id))[0]!.xml).toBe(instanceXml(survey.uid, { uuid: first }));
    expect(await changesOf(app, after._id)).toEqual(['created', 'edited', 'edited']);
  });

  it('keeps each earlier document byte for byte, in order, in pages', async () => {
    const uuids = Array.from({ length: 6 }, () => randomUUID());
    const documents = uuids.map((uuid, n) => {
      const answers = `<person><name>turn ${n} – é 漢字 &amp; &lt;b&gt; ${'x'.repeat(n * 500)}</name></person>\n\t<!-- ${n} -->`;
      return instanceXml(survey.uid, { uuid, answers, ...(n > 0 && { deprecates: uuids[n - 1]! }) });
    });
    for (const xml of documents) await submission(app.as('owner'), xml).expect(201);
    const { _id: id } = await row(uuids[0]!);
    const seen: { _uuid: string; xml: string }[] = [];
    let next: string | null = `/api/v2/assets/${survey.uid}/data/${id}/history/?limit=2`;
    while (next !== null) {
      const { body } = (await app.as('owner').get(next).expect(200)) as {
        body: { next: string | null; results: typeof seen };
      };
      seen.push(...body.results);
      next = body.next === null ? null : body.next.slice(app.origin.length);
    }
    expect(seen.map(({ _uuid: uuid, xml }) => [uuid, xml])).toEqual(
      uuids.slice(0, -1).map((uuid, n) => [uuid, documents[n]]),
    );
  });

  it('updates `_date_modified`, by which changed submissions are queried and sorted', async () => {
    const [first, second] = [await submit(app, survey.uid), await submit(app, survey.uid)];
    const since = (await row(second))['_date_modified'] as string;
    await edit(first).expect(201);
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/${survey.uid}/data/`)
      .query({
        query: JSON.stringify({ _date_modified: { $gte: since.replace('000Z', '+00:00') } }),
        sort: JSON.stringify({ _date_modified: -1 }),
        fields: JSON.stringify(['_date_modified']),
      })
      .expect(200);
    const found = body.results.map((each: Record<string, unknown>) => each['meta/rootUuid']);
    expect(found).toEqual([`uuid:${first}`, `uuid:${second}`]);
  });

  it('is found by its own answers, and no longer by the earlier ones', async () => {
    const first = await submit(app, survey.uid, {
      answers: `<person><name>Before, ${pathName}</name></person>`,
    });
    await edit(first, { answers: `<person><name>After, ${pathName}</name></person>` }).expect(201);
    const found = async (name: string): Promise<number> => {
      const query = JSON.stringify({ 'person/name': name });
      const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/`).query({ query });
      return body.count as number;
    };
    expect([await found(`Before, ${pathName}`), await found(`After, ${pathName}`)]).toEqual([0, 1]);
  });

  it('returns 202 when repeated, and so does the original', async () => {
    const first = randomUUID();
    const xml = instanceXml(survey.uid, { uuid: first });
    await submission(app.as('enumerator'), xml).expect(201);
    const uuid = randomUUID();
    await edit(first, { uuid }).expect(201);
    await edit(first, { uuid }).expect(202);
    await submission(app.as('enumerator'), xml).expect(202);
    expect((await row(first))['person/name']).toBe('Edited');
    expect(await historyOf((await row(first))._id)).toHaveLength(1);
  });

  it('returns 202 when repeated after a later edit, and changes nothing', async () => {
    const first = await submit(app, survey.uid);
    const [uuid, later] = [randomUUID(), randomUUID()];
    await edit(first, { uuid }).expect(201);
    await edit(uuid, { uuid: later, answers: '<person><name>Later</name></person>' }).expect(201);
    await edit(first, { uuid }).expect(202);
    await edit(first, { uuid, answers: '<person><name>Another</name></person>' }).expect(410);
    expect([(await row(first))['_uuid'], (await row(first))['person/name']]).toEqual([later, 'Later']);
    expect(await historyOf((await row(first))._id)).toHaveLength(2);
  });

  it('accepts its files in any number of requests', async () => {
    const first = await submit(app, survey.uid);
    const sent = {
      uuid: randomUUID(),
      answers: '<photo>a.jpg</photo><child><portrait>b.jpg</portrait></child>',
    };
    await edit(first, { ...sent, files: [photo('a.jpg')] }).expect(201);
    const before = (await row(first))['_date_modified'] as string;
    await edit(first, { ...sent, files: [photo('b.jpg')] }).expect(201);
    const after = (await row(first))['_date_modified'] as string;
    await edit(first, { ...sent, files: [photo('b.jpg')] }).expect(202);
    await edit(first, { ...sent, files: [photo('b.jpg', 'others')] }).expect(409);
    expect(
      (await row(first))._attachments.map((file) => [file.media_file_basename, file.question_xpath]),
    ).toEqual([
      ['a.jpg', 'photo'],
      ['b.jpg', 'child[1]/portrait'],
    ]);
    expect([after > before, (await row(first))['_date_modified']]).toEqual([true, after]);
    expect(await changesOf(app, (await row(first))._id)).toEqual(['created', 'edited', 'attachments']);
  });

  it('keeps, moves, drops and replaces files', async () => {
    const first = await submit(app, survey.uid, {
      answers: '<photo>old.jpg</photo><child><portrait>kid.jpg</portrait></child>',
      files: [photo('old.jpg'), photo('kid.jpg'), photo('stray.pdf')],
    });
    await edit(first, {
      answers:
        '<photo>new.jpg</photo><child><first_name>Ann</first_name></child><child><portrait>kid.jpg</portrait></child>',
      files: [photo('new.jpg')],
    }).expect(201);
    const after = await row(first);
    const shown = after._attachments.map((file) => [file.media_file_basename, file.question_xpath]);
    expect(shown).toEqual([
      ['kid.jpg', 'child[2]/portrait'],
      ['stray.pdf', ''],
      ['new.jpg', 'photo'],
    ]);
    for (const { download_url, media_file_basename } of after._attachments) {
      const { pathname } = new URL(download_url);
      const { body } = await app.as('owner').get(pathname).responseType('blob').expect(200);
      expect((body as Buffer).toString()).toBe(`bytes of ${media_file_basename}`);
    }
    const dropped = await app.rows<{ name: string }>(
      'SELECT name FROM attachment WHERE submission_id = $1 AND date_dropped IS NOT NULL',
      [after._id],
    );
    expect(dropped).toEqual([{ name: 'old.jpg' }]);
    // The name is free again.
    await edit(after['_uuid'] as string, {
      answers: '<photo>old.jpg</photo>',
      files: [photo('old.jpg', 'other bytes')],
    }).expect(201);
    expect((await row(first))._attachments.map((file) => file.media_file_basename)).toEqual([
      'stray.pdf',
      'old.jpg',
    ]);
  });

  it('is rejected as a whole when a file conflicts with a kept one', async () => {
    const answers = '<photo>p.jpg</photo>';
    const first = await submit(app, survey.uid, { answers, files: [photo('p.jpg')] });
    await edit(first, { answers, files: [photo('p.jpg', 'other bytes')] }).expect(409);
    expect((await row(first))['_uuid']).toBe(first);
    expect(await changesOf(app, (await row(first))._id)).toEqual(['created']);
  });

  it('returns 410 for a superseded id, 404 for an unknown one, 409 for an id in use', async () => {
    const [first, other] = [await submit(app, survey.uid), await submit(app, survey.uid)];
    const second = randomUUID();
    await edit(first, { uuid: second }).expect(201);
    const late = await edit(first).expect(410);
    expect(late.text).toContain('Invalid submission - deprecatedID refers to an old version');
    const unknown = await edit(randomUUID()).expect(404);
    expect(unknown.text).toContain('Invalid submission - deprecatedID not found');
    for (const uuid of [first, second, other] as (typeof second)[]) await edit(second, { uuid }).expect(409);
    expect((await row(first))['_uuid']).toBe(second);
  });

  it('leaves no bytes behind when rejected', async () => {
    const before = await app.rows('SELECT count(*) FROM attachment');
    await edit(randomUUID(), { files: [photo('refused.jpg')] }).expect(404);
    expect(await app.rows('SELECT count(*) FROM attachment')).toEqual(before);
  });
});

describe('sixteen concurrent edits', () => {
  it('of one version: one succeeds, the others get 410, and the history is complete', async () => {
    const first = await submit(app, survey.uid);
    const edits = Array.from({ length: 16 }, (_, index) => ({
      uuid: randomUUID(),
      answers: `<person><name>rival ${index}</name></person>`,
      files: index % 2 === 0 ? [photo(`${index}.jpg`)] : [],
    }));
    const responses = await Promise.all(
      edits.map((each, index) => editOn(headersOfSender(Math.floor(index / 2)))(first, each)),
    );
    const won = responses.findIndex(({ status }) => status === 201);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(15).fill(410)]);
    const after = await row(first);
    expect([after['_uuid'], after['person/name']]).toEqual([edits[won]!.uuid, `rival ${won}`]);
    expect(after._attachments).toHaveLength(edits[won]!.files.length);
    expect((await historyOf(after._id)).map(({ uuid }) => uuid)).toEqual([first]);
  });

  it('that are identical: one 201, the others 202', async () => {
    const first = await submit(app, survey.uid);
    const uuid = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) => editOn(headersOfSender(index))(first, { uuid })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(15).fill(202)]);
    expect(await historyOf((await row(first))._id)).toHaveLength(1);
  });
});
