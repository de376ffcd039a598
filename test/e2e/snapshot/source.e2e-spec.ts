import { grant, makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const SNAPSHOTS = '/api/v2/asset_snapshots/';
const SOURCE = {
  survey: [{ type: 'text', name: 'well', label: 'Which well?' }],
  settings: { form_title: 'Wells <&>' },
};
const WRONG = { survey: [{ type: 'text', name: 'a', label: 'A', relevant: '${nowhere} = 1' }] };

interface SnapshotJson {
  readonly uid: string;
  readonly url: string;
  readonly xml: string;
  readonly source: { readonly survey: readonly object[] };
}

describe('snapshots of a source, and who sees them', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'editor', 'viewer', 'stranger']) await app.addUser(name);
    await app.addUser('root', { superuser: true });
  });
  afterAll(() => app.stop());

  const urlOf = (uid: string): string => `/api/v2/assets/${uid}/`;

  const make = async (body: object, { by = 'owner' } = {}): Promise<SnapshotJson> =>
    (await app.as(by).post(SNAPSHOTS).send(body).expect(201)).body as SnapshotJson;

  const makeShared = async () => {
    const { uid, name } = await makeAsset(app);
    await grant(app, uid, 'editor', ['change_asset']);
    await grant(app, uid, 'viewer', ['view_asset']);
    return { uid, name, snapshot: await make({ asset: urlOf(uid) }) };
  };

  describe('a snapshot of a source', () => {
    it.each([
      ['an object', SOURCE],
      ['JSON text', JSON.stringify(SOURCE)],
    ])('sent as %s is compiled and stored in standard form', async (_name, source) => {
      const made = await make({ source, asset: null });
      expect(made).toMatchObject({
        owner: `${app.origin}/api/v2/users/owner/`,
        asset: null,
        asset_version_id: null,
        source: {
          schema: '1',
          survey: [{ type: 'text', name: 'well', label: ['Which well?'] }],
          settings: {},
        },
      });
      const { text } = await app.as(ANONYMOUS).get(new URL(made.xml).pathname).expect(200);
      expect(text).toContain('<h:title>Wells &lt;&amp;&gt;</h:title>');
    });

    it('has generated ids unless an asset is named', async () => {
      const { settings: _, ...untitled } = SOURCE;
      const xmlOf = async (body: object) =>
        (
          await app
            .as(ANONYMOUS)
            .get(new URL((await make(body)).xml).pathname)
            .expect(200)
        ).text;
      const bare = await xmlOf({ source: untitled });
      expect(bare).toContain('<h:title>Snapshot XML</h:title>');
      expect(bare).toContain('<snapshot_xml id="snapshot_xml">');
      const { uid } = await makeShared();
      expect(await xmlOf({ source: untitled, asset: urlOf(uid) })).toContain(`<${uid} id="${uid}">`);
    });

    it('requires a sheet (400)', async () => {
      const { body } = await app.as('owner').post(SNAPSHOTS).send({ source: {} }).expect(400);
      expect(body).toEqual({ asset: ['Specify an asset and/or a source'] });
    });

    it('may be sent as a form', async () => {
      const source = JSON.stringify(SOURCE);
      await app.as('owner').post(SNAPSHOTS).type('form').send({ source }).expect(201);
      await app.as('owner').post(SNAPSHOTS).field({ source }).expect(201);
    });

    it('overrides the asset, belongs to the caller, and is never reused', async () => {
      const { uid } = await makeShared();
      const [one, two] = [
        await make({ asset: urlOf(uid), source: SOURCE }, { by: 'viewer' }),
        await make({ asset: urlOf(uid), source: SOURCE }, { by: 'viewer' }),
      ];
      expect(one.uid).not.toBe(two.uid);
      expect(one).toMatchObject({
        asset: `${app.origin}${urlOf(uid)}`,
        owner: `${app.origin}/api/v2/users/viewer/`,
        source: { survey: [{ name: 'well' }] },
      });
    });

    it('requires a user, and a visible asset if one is named', async () => {
      const { uid } = await makeAsset(app);
      await app.as(ANONYMOUS).post(SNAPSHOTS).send({ source: SOURCE }).expect(401);
      await app
        .as('stranger')
        .post(SNAPSHOTS)
        .send({ source: SOURCE, asset: urlOf(uid) })
        .expect(403);
      await grant(app, uid, ANONYMOUS, ['view_asset']);
      await app
        .as(ANONYMOUS)
        .post(SNAPSHOTS)
        .send({ source: SOURCE, asset: urlOf(uid) })
        .expect(401);
    });
  });

  describe('a rejected snapshot (400)', () => {
    it('has neither an asset nor a source', async () => {
      for (const body of [{}, { asset: '', source: '' }, { asset: null, source: null }]) {
        const response = await app.as('owner').post(SNAPSHOTS).send(body).expect(400);
        expect(response.body).toEqual({ asset: ['Specify an asset and/or a source'] });
      }
    });

    it.each([
      [{ asset: '/api/v2/users/owner/' }, { asset: ['Invalid hyperlink - No URL match.'] }],
      [{ source: 'no JSON' }, { source: ['Unable to parse JSON'] }],
      [{ source: 7 }, { source: ['Unable to parse JSON'] }],
      [{ source: { survey: 7 } }, { source: [expect.any(String)] }],
    ])('is requested with %j', async (body, expected) => {
      const response = await app.as('owner').post(SNAPSHOTS).send(body).expect(400);
      expect(response.body).toEqual(expected);
    });

    it('does not compile: its details are returned and nothing is stored', async () => {
      const failure = {
        detail: expect.stringMatching(/^survey, row 2, column relevant: .*nowhere/),
        status: 'failure',
        error_type: 'PyXFormError',
        error: expect.stringMatching(/^survey, row 2, column relevant: .*nowhere/),
        warnings: [],
      };
      const listStored = (): Promise<object[]> => app.rows('SELECT uid FROM asset_snapshot ORDER BY id');
      const before = await listStored();
      const response = await app.as('owner').post(SNAPSHOTS).send({ source: WRONG }).expect(400);
      expect(response.body).toEqual(failure);
      const { uid } = await makeAsset(app, { content: WRONG });
      const ofAsset = await app
        .as('owner')
        .post(SNAPSHOTS)
        .send({ asset: urlOf(uid) })
        .expect(400);
      expect(ofAsset.body).toEqual(failure);
      expect(await listStored()).toEqual(before);
    });
  });

  describe('access to snapshots', () => {
    it.each([
      ['owner', 200, 204],
      ['root', 200, 204],
      ['editor', 200, 403],
      ['viewer', 200, 403],
      ['stranger', 404, 404],
      [ANONYMOUS, 404, 401],
    ])('of an asset: %s reads %i and deletes %i', async (caller, seen, removed) => {
      const { snapshot } = await makeShared();
      const path = `${SNAPSHOTS}${snapshot.uid}/`;
      const { body } = await app.as(caller).get(path).expect(seen);
      expect(body).toEqual(seen === 200 ? snapshot : { detail: 'Not found.' });
      await app.as(caller).get(`${SNAPSHOTS}${snapshot.uid}.xml`).expect(200);
      await app.as(caller).get(`${path}?format=xml`).expect(200);
      await app.as(caller).delete(path).expect(removed);
      await app
        .as('owner')
        .get(path)
        .expect(removed === 204 ? 404 : 200);
      await app
        .as(ANONYMOUS)
        .get(`${SNAPSHOTS}${snapshot.uid}.xml`)
        .expect(removed === 204 ? 404 : 200);
    });

    it.each([
      ['viewer', 200, 204],
      ['root', 200, 204],
      ['owner', 404, 404],
      ['stranger', 404, 404],
      [ANONYMOUS, 404, 401],
    ])('of a source by viewer: %s reads %i and deletes %i', async (caller, seen, removed) => {
      const { uid } = await make({ source: SOURCE }, { by: 'viewer' });
      await app.as(caller).get(`${SNAPSHOTS}${uid}/`).expect(seen);
      await app.as(caller).delete(`${SNAPSHOTS}${uid}/`).expect(removed);
    });

    it('ends when the asset is hidden', async () => {
      const { uid, snapshot } = await makeShared();
      await app.rows('UPDATE asset SET date_deleted = now() WHERE uid = $1', [uid]);
      await app.as('root').get(`${SNAPSHOTS}${snapshot.uid}/`).expect(404);
      await app.as(ANONYMOUS).get(`${SNAPSHOTS}${snapshot.uid}.xml`).expect(404);
      const { body } = await app.as('owner').get(`${SNAPSHOTS}?limit=1000`).expect(200);
      expect((body.results as SnapshotJson[]).map((each) => each.uid)).not.toContain(snapshot.uid);
    });

    it.each(['put', 'patch'] as const)('does not support %s (405)', async (verb) => {
      const { snapshot } = await makeShared();
      await app.as('owner')[verb](`${SNAPSHOTS}${snapshot.uid}/`).send({}).expect(405);
    });

    it.each(['sNobodyHasThis23456789', 'x'.repeat(300)])(
      'returns 404 for the unknown uid %s',
      async (uid) => {
        await app.as('owner').get(`${SNAPSHOTS}${uid}/`).expect(404);
        await app.as('owner').get(`${SNAPSHOTS}${uid}.xml`).expect(404);
        await app.as('owner').get(`${SNAPSHOTS}${uid}.xls`).expect(404);
      },
    );
  });
});
