import { createHash } from 'node:crypto';
import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { agePairedContent, makePairedData, shareData } from '../../factories/paired-data.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const END = '</root>';

const personXml = (name: string, age: number): string =>
  `<person><name>${name}</name><age>${age}</age></person><consent>yes</consent>`;

describe('paired data', () => {
  let app: TestApp;
  let source: string;
  let reading: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    for (const user of ['owner', 'other', 'stranger']) await app.addUser(user);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    ({ uid: source } = await makeDeployedAsset(app, { name: 'Source' }));
    ({ uid: reading } = await makeDeployedAsset(app, { owner: 'other', name: 'Reading' }));
    for (const [name, age] of [
      ['Asha', 34],
      ['Ben', 12],
    ] as const) {
      await submit(app, source, { answers: personXml(name, age) });
    }
  });

  const path = (below = ''): string => `/api/v2/assets/${reading}/paired-data/${below}`;
  const add = (body: object = {}, caller = 'other') =>
    app
      .as(caller)
      .post(path())
      .send({ source: `/api/v2/assets/${source}/`, filename: 'cities', ...body });
  const content = async (uid: string, caller = 'other'): Promise<string> =>
    (
      await app
        .as(caller)
        .get(path(`${uid}/external.xml`))
        .expect(200)
    ).text;
  const expectGone = (uid: string) =>
    app
      .as('other')
      .get(path(`${uid}/external.xml`))
      .expect(404);
  const createPair = (values: object = {}) =>
    makePairedData(app, reading, { owner: 'other', source, ...values });

  it.each<[object, object]>([
    [{ fields: ['person/age'] }, { fields: ['Some fields are invalid, choices are: `person/name`'] }],
    [{ fields: 'person/name' }, { fields: ['Expected a list of items but got type "str".'] }],
    [{ filename: 'a b!' }, { filename: ['Only letters, numbers and `-` are allowed'] }],
    [{ filename: 'a.csv' }, { filename: ['Extension must be `xml`'] }],
    [{ filename: '../a' }, { filename: ['Extension must be `xml`'] }],
    [{ filename: '' }, { filename: ['This field may not be blank.'] }],
  ])('returns 400 for %j', async (body, refusal) => {
    await shareData(app, source, { fields: ['person/name'] });
    await grant(app, source, 'other', ['view_submissions']);
    expect((await add(body).expect(400)).body).toEqual(refusal);
  });

  it('contains the questions that both sides allow and no other', async () => {
    await grant(app, source, 'other', ['view_submissions']);
    await shareData(app, source, { fields: ['person/name', 'consent'] });
    const uid = await createPair({ fields: ['person/name'] });
    expect(await content(uid)).toBe(
      '<?xml version="1.0" encoding="utf-8"?><root>' +
        `<data id="${source}" version="1"><person><name>Asha</name></person></data>` +
        `<data id="${source}" version="1"><person><name>Ben</name></person></data></root>`,
    );
    // No common question means no fields, not all.
    await shareData(app, source, { fields: ['consent'] });
    expect(await content(uid)).toBe('<?xml version="1.0" encoding="utf-8"?><root></root>');
    await shareData(app, source);
    expect(await content(uid)).toContain('<person><name>Asha</name></person></data>');
    await app
      .as('other')
      .patch(path(`${uid}/`))
      .send({ fields: [] })
      .expect(200);
    expect(await content(uid)).toContain('<age>34</age>');
  });

  it('contains the submissions visible to the form’s owner and no other', async () => {
    await shareData(app, source, { fields: ['person/name'] });
    await grantPartially(app, source, 'other', { view_submissions: [{ 'person/name': 'Ben' }] });
    const uid = await createPair();
    const xml = await content(uid);
    expect(xml).toContain('Ben');
    expect(xml).not.toContain('Asha');
    await grant(app, source, 'other', ['view_submissions']);
    expect(await content(uid)).toContain('Asha');
  });

  it('returns 404 at once when sharing ends, the permission is revoked, or the source is deleted', async () => {
    await shareData(app, source);
    await grant(app, source, 'other', ['view_submissions']);
    const uid = await createPair();
    await content(uid);
    await shareData(app, source, { enabled: false });
    await expectGone(uid);
    await shareData(app, source);
    await content(uid);
    await app
      .as('owner')
      .delete(`/api/v2/assets/${source}/permission-assignments/bulk/`)
      .send({ username: 'other' })
      .expect(204);
    await expectGone(uid);
    await app.rows(`UPDATE asset SET date_deleted = now() WHERE uid = $1`, [source]);
    const { body } = await app.as('other').get(path()).expect(200);
    expect(body.results).toMatchObject([{ source: null, source__name: null, filename: 'cities.xml' }]);
    await expectGone(uid);
  });

  it('requires add_submissions on the form (404)', async () => {
    await shareData(app, source);
    await grant(app, source, 'other', ['view_submissions']);
    const uid = await createPair();
    for (const caller of ['owner', 'stranger', ANONYMOUS]) {
      await app
        .as(caller)
        .get(path(`${uid}/external/`))
        .expect(404);
    }
    await grant(app, reading, ANONYMOUS, ['add_submissions'], { owner: 'other' });
    expect(await content(uid, ANONYMOUS)).toContain('Asha');
  });

  it('includes new answers within five minutes, and returns 304 until then', async () => {
    await shareData(app, source);
    await grant(app, source, 'other', ['view_submissions']);
    const uid = await createPair();
    const { headers } = await app
      .as('other')
      .get(path(`${uid}/external.xml`))
      .expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'content-type': 'text/xml; charset=utf-8',
    });
    const again = () =>
      app
        .as('other')
        .get(path(`${uid}/external.xml`))
        .set('If-None-Match', headers['etag']!);
    await submit(app, source, { answers: personXml('Chausiku', 50) });
    await agePairedContent(app, '4 minutes 50 seconds');
    await again().expect(304);
    await agePairedContent(app, '10 seconds');
    expect((await again().expect(200)).text).toContain('Chausiku');
  });

  it('is streamed if too large for the cache, with the MD5 of the manifest', async () => {
    await shareData(app, source);
    await grant(app, source, 'other', ['view_submissions']);
    await app.rows(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml)
       SELECT asset_id, id + number * 1000, root_uuid || number, uuid || number, xml_hash, date_submitted, date_modified, answers, json,
              replace(xml, 'Asha', repeat('Asha', 25000))
         FROM submission, generate_series(1, 180) AS number
        WHERE xml LIKE '%Asha%' AND asset_id = (SELECT id FROM asset WHERE uid = $1)`,
      [source],
    );
    const response = await fetch(app.origin + path(`${await createPair()}/external.xml`), {
      headers: { Authorization: `Token ${app.tokenOf('other')}` },
    });
    expect(response.status).toBe(200);
    const md5 = createHash('md5');
    let [bytes, end] = [0, ''];
    for await (const chunk of response.body! as ReadableStream<Uint8Array>) {
      md5.update(chunk);
      bytes += chunk.length;
      end = (end + Buffer.from(chunk.subarray(-END.length)).toString('latin1')).slice(-END.length);
    }
    expect(bytes).toBeGreaterThan(16 * 1024 * 1024);
    expect(end).toBe(END);
    expect(response.headers.get('etag')).toBe(`"${md5.digest('hex')}"`);
  });

  it('is in the manifest of the form, with the MD5 of the download', async () => {
    await shareData(app, source, { fields: ['person/name'] });
    await grant(app, source, 'other', ['view_submissions']);
    const uid = await createPair();
    const etag = (await app.as('other').get(path(`${uid}/external/`))).headers['etag']!.replaceAll('"', '');
    const { text: manifest } = await app.as('other').get(`/xformsManifest/${reading}`).expect(200);
    expect(manifest).toContain(
      `<filename>cities.xml</filename><hash>md5:${etag}</hash><downloadUrl>${app.origin}/xformsMedia/${reading}/${uid}.xml<`,
    );
    const { text } = await app.as('other').get(`/xformsMedia/${reading}/${uid}.xml`).expect(200);
    expect(text).toBe(await content(uid));
    await shareData(app, source, { enabled: false });
    expect((await app.as('other').get(`/xformsManifest/${reading}`)).text).not.toContain('cities.xml');
    await app.as('other').get(`/xformsMedia/${reading}/${uid}.xml`).expect(404);
  });

  it('is recorded in the history of both assets', async () => {
    await shareData(app, source);
    await shareData(app, source, { fields: ['consent'] });
    await grant(app, source, 'other', ['view_submissions']);
    const uid = await createPair();
    await app
      .as('other')
      .patch(path(`${uid}/`))
      .send({ filename: 'towns' })
      .expect(200);
    await app
      .as('other')
      .patch(path(`${uid}/`))
      .send({ source: `/api/v2/assets/${reading}/` })
      .expect(400);
    await app
      .as('other')
      .delete(path(`${uid}/`))
      .expect(204);
    await shareData(app, source, { enabled: false });
    const actions = async (asset: string, caller: string): Promise<string[]> =>
      (await app.as(caller).get(`/api/v2/assets/${asset}/history/actions/`).expect(200)).body
        .actions as string[];
    expect(await actions(source, 'owner')).toEqual(
      expect.arrayContaining(['enable-sharing', 'modify-sharing', 'disable-sharing']),
    );
    expect(await actions(reading, 'other')).toEqual(
      expect.arrayContaining(['connect-project', 'modify-imported-fields', 'disconnect-project']),
    );
  });
});
