import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { makePairedData, shareData } from '../../factories/paired-data.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

describe('access to the source of paired data', () => {
  let app: TestApp;
  let source: string;
  let reading: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    for (const user of ['owner', 'other', 'editor']) await app.addUser(user);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    ({ uid: source } = await makeDeployedAsset(app, { name: 'Source' }));
    ({ uid: reading } = await makeDeployedAsset(app, { owner: 'other', name: 'Reading' }));
    await submit(app, source, { answers: '<person><name>Asha</name><age>34</age></person>' });
  });

  const path = (below = ''): string => `/api/v2/assets/${reading}/paired-data/${below}`;
  const add = (body: object = {}, caller = 'other') =>
    app
      .as(caller)
      .post(path())
      .send({ source: `/api/v2/assets/${source}/`, filename: 'cities', ...body });
  const notAllowed = () => ({ source: [`Pairing data with \`${source}\` is not allowed`] });

  it('requires a source that shares and whose data the form’s owner may read (400)', async () => {
    const refusal = async (body: object = {}): Promise<unknown> => (await add(body).expect(400)).body;
    const absent = { source: ['Invalid hyperlink - Object does not exist.'] };
    expect(await refusal({ source: '/api/v2/assets/aaaaaaaaaaaaaaaaaaaaaa/' })).toEqual(absent);
    expect(await refusal()).toEqual(absent);
    expect(await refusal({ source: `/api/v2/assets/${reading}/` })).toEqual({
      source: [`Data sharing for \`${reading}\` is not enabled`],
    });
    // A hidden source looks absent, whether it shares its data or not.
    await shareData(app, source);
    expect(await refusal()).toEqual(absent);
    await grant(app, source, 'other', ['view_asset']);
    expect(await refusal()).toEqual(notAllowed());
    await grant(app, source, 'other', ['view_submissions']);
    expect((await add().expect(201)).body).toMatchObject({
      source: expect.stringContaining(source) as string,
      source__name: 'Source',
      fields: [],
      filename: 'cities.xml',
    });
    expect(await refusal({ filename: 'again' })).toEqual({ source: ['Source `Source` is already paired'] });
  });

  it('depends on the permission of the form’s owner as well as of the caller', async () => {
    await shareData(app, source);
    await grant(app, reading, 'owner', ['change_asset'], { owner: 'other' });
    await grant(app, reading, 'editor', ['change_asset'], { owner: 'other' });
    expect((await add({}, 'owner').expect(400)).body).toEqual(notAllowed());
    await grant(app, source, 'other', ['view_submissions']);
    expect((await add({}, 'editor').expect(400)).body).toEqual({
      source: ['Invalid hyperlink - Object does not exist.'],
    });
    await grant(app, source, 'editor', ['view_asset']);
    expect((await add({}, 'editor').expect(400)).body).toEqual(notAllowed());
    await grantPartially(app, source, 'editor', { view_submissions: [{ 'person/name': 'Ben' }] });
    expect((await add({}, 'editor').expect(400)).body).toEqual(notAllowed());
    // Content for the owner of the form has no other rows than the caller sees.
    await grantPartially(app, source, 'other', { view_submissions: [{ 'person/name': 'Ben' }] });
    await add({}, 'editor').expect(201);
  });

  it('hides the source from those who may not view it, and keeps them from choosing its questions', async () => {
    await shareData(app, source);
    await grant(app, source, 'other', ['view_submissions']);
    await grant(app, reading, 'editor', ['manage_asset'], { owner: 'other' });
    const uid = await makePairedData(app, reading, { owner: 'other', source, fields: ['person/name'] });
    const history = `/api/v2/assets/${reading}/history/`;
    const shown = async (caller: string): Promise<string> => {
      const texts: string[] = [];
      const query = '?q=metadata__paired-data__source_name:Source';
      for (const each of [path(), path(`${uid}/`), history, `${history}export.csv`, history + query]) {
        texts.push((await app.as(caller).get(each).expect(200)).text);
      }
      const change = { filename: 'cities', fields: ['person/name'] };
      const changed = await app
        .as(caller)
        .patch(path(`${uid}/`))
        .send(change);
      expect(changed.status).toBe(200);
      return [...texts, changed.text].join('\n');
    };
    const hidden = await shown('editor');
    expect(hidden).toContain('cities.xml');
    expect(hidden).not.toMatch(new RegExp(`${source}|"Source"`));
    expect(
      await app.as('editor').get(`${history}?q=metadata__paired-data__source_name:Source`),
    ).toMatchObject({
      body: { count: 0 },
    });
    expect(await shown('other')).toMatch(new RegExp(`${source}.*"Source"`, 's'));
    for (const fields of [[], ['person/age'], ['nothing']]) {
      const { body } = await app
        .as('editor')
        .patch(path(`${uid}/`))
        .send({ fields })
        .expect(400);
      expect(body).toEqual({
        fields: ['You may not view all submissions of the source that this form reads.'],
      });
    }
    const { text } = await app
      .as('other')
      .get(path(`${uid}/external.xml`))
      .expect(200);
    expect(text).toContain('Asha');
    expect(text).not.toContain('age');
  });
});
