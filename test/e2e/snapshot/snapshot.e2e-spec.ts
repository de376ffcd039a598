import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { grant, makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const SNAPSHOTS = '/api/v2/asset_snapshots/';
const SOURCE = {
  survey: [{ type: 'text', name: 'well', label: 'Which well?' }],
  settings: { form_title: 'Wells <&>' },
};
const NOT_ALLOWED = 'You do not have permission to perform this action.';

interface SnapshotJson {
  readonly uid: string;
  readonly url: string;
  readonly xml: string;
  readonly source: { readonly survey: readonly object[] };
}

describe('/api/v2/asset_snapshots/', () => {
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

  describe('the snapshot of an asset', () => {
    it('contains its newest version, compiled', async () => {
      const { uid } = await makeAsset(app, { name: 'Households' });
      const { body, headers: made } = await app
        .as('owner')
        .post(SNAPSHOTS)
        .send({ asset: `${app.origin}${urlOf(uid)}` })
        .expect(201);
      expect(made['location']).toBe(body.url);
      const { body: asset } = await app.as('owner').get(urlOf(uid)).expect(200);
      expect(body).toEqual({
        url: `${app.origin}${SNAPSHOTS}${body.uid}/`,
        uid: expect.stringMatching(/^s[2-9A-HJ-NP-Za-km-z]{21}$/),
        owner: `${app.origin}/api/v2/users/owner/`,
        date_created: expect.stringMatching(/Z$/),
        xml: `${app.origin}${SNAPSHOTS}${body.uid}.xml`,
        enketopreviewlink: `${app.origin}${SNAPSHOTS}${body.uid}/preview/`,
        asset: `${app.origin}${urlOf(uid)}`,
        asset_version_id: expect.any(Number),
        details: { status: 'success', warnings: expect.any(Array) },
        source: {
          ...asset.content,
          settings: { ...asset.content.settings, form_title: 'Households' },
        },
      });
      const { text, headers } = await app
        .as(ANONYMOUS)
        .get(new URL(body.xml as string).pathname)
        .expect(200);
      expect(headers['content-type']).toBe('application/xml; charset=utf-8');
      expect(text).toContain('<h:title>Households</h:title>');
      expect(text).toContain(`<${uid} id="${uid}">`);
      expect(text).not.toMatch(/formhub|__version__/);
    });

    it.each([
      ['owner', 200],
      ['viewer', 200],
      ['stranger', 404],
      [ANONYMOUS, 404],
    ])('is a page for browsers, with %s returning %i', async (caller, status) => {
      const { uid, name, snapshot } = await makeShared();
      const page = await app.as(caller).get(`${SNAPSHOTS}${snapshot.uid}/xform/`).expect(status);
      if (status !== 200) return;
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain(`&lt;h:title&gt;${name}&lt;/h:title&gt;`);
      expect(page.text).toContain(`href="/projects/${uid}/form/"`);
    });

    it('is a page without links to a project if it has no asset', async () => {
      const source = { survey: [{ type: 'text', name: 'well', label: 'Well' }] };
      const { uid } = await make({ source });
      const { text } = await app.as('owner').get(`${SNAPSHOTS}${uid}/xform/`).expect(200);
      expect(text).toContain('&lt;h:title&gt;');
      expect(text).not.toMatch(/class="trail"|href="\/projects\/[^"]/);
    });

    it('has the same form with `no_disclaimer`, for any caller with the uid', async () => {
      const { snapshot } = await makeShared();
      const { text: plain } = await app.as(ANONYMOUS).get(`${SNAPSHOTS}${snapshot.uid}.xml`).expect(200);
      const disclaimed = await app
        .as(ANONYMOUS)
        .get(`${SNAPSHOTS}${snapshot.uid}/xml_with_disclaimer/`)
        .expect(200);
      expect(disclaimed.text).toBe(plain);
      await app.as('owner').get(`${SNAPSHOTS}sNobodyHasThis23456789/xml_with_disclaimer/`).expect(404);
    });

    it('begins with a note on request, and is private to the caller then', async () => {
      const { uid, snapshot } = await makeShared();
      const details = { note: 'For <training> only' };
      const noted = await make({ asset: urlOf(uid), details });
      expect(noted.source.survey).toEqual(snapshot.source.survey);
      expect(noted.uid).not.toBe(snapshot.uid);
      const ofSource = await make({ source: snapshot.source, details: JSON.stringify(details) });
      for (const made of [noted, ofSource]) {
        const { text } = await app.as(ANONYMOUS).get(`${SNAPSHOTS}${made.uid}.xml`).expect(200);
        const body = text.slice(text.indexOf('<h:body'));
        expect(body.indexOf('For &lt;training&gt; only')).toBeGreaterThan(0);
        expect(body.indexOf('prepended_note')).toBeLessThan(body.indexOf('<group'));
      }
      expect((await make({ asset: urlOf(uid) })).uid).toBe(snapshot.uid);
      await app
        .as('owner')
        .post(SNAPSHOTS)
        .send({ asset: urlOf(uid), details: 5 })
        .expect(400);
    });

    it('is reused by all callers until there is another version', async () => {
      const { uid, snapshot } = await makeShared();
      const again = await make({ asset: urlOf(uid) }, { by: 'viewer' });
      expect(again.uid).toBe(snapshot.uid);
      await app.as('owner').patch(urlOf(uid)).send({ tag_string: 'no,version' }).expect(200);
      expect((await make({ asset: urlOf(uid) })).uid).toBe(snapshot.uid);
      await app.as('owner').patch(urlOf(uid)).send({ name: 'Another' }).expect(200);
      const next = await make({ asset: urlOf(uid) });
      expect(next.uid).not.toBe(snapshot.uid);
      const { text } = await app.as(ANONYMOUS).get(new URL(next.xml).pathname).expect(200);
      expect(text).toContain('<h:title>Another</h:title>');
    });

    it('is created once for concurrent requests', async () => {
      const { uid } = await makeAsset(app);
      const made = await Promise.all(Array.from({ length: 8 }, () => make({ asset: urlOf(uid) })));
      expect(new Set(made.map((each) => each.uid)).size).toBe(1);
    });

    it('is not stored in the version', async () => {
      const { snapshot } = await makeShared();
      const [row] = await app.rows('SELECT source FROM asset_snapshot WHERE uid = $1', [snapshot.uid]);
      expect(row).toEqual({ source: null });
    });

    it.each([
      ['owner', 201, undefined],
      ['editor', 201, undefined],
      ['viewer', 201, undefined],
      ['root', 201, undefined],
      ['stranger', 403, NOT_ALLOWED],
      [ANONYMOUS, 401, 'Authentication credentials were not provided.'],
    ])('requested by %s returns %i', async (caller, status, detail) => {
      const { uid } = await makeShared();
      const { body } = await app
        .as(caller)
        .post(SNAPSHOTS)
        .send({ asset: urlOf(uid) })
        .expect(status);
      if (detail !== undefined) expect(body).toEqual({ detail });
    });

    it('is public and owned by the asset’s owner if the asset is public', async () => {
      const { uid } = await makeAsset(app);
      await grant(app, uid, ANONYMOUS, ['view_asset']);
      const { body } = await app
        .as(ANONYMOUS)
        .post(SNAPSHOTS)
        .send({ asset: urlOf(uid) })
        .expect(201);
      expect(body.owner).toBe(`${app.origin}/api/v2/users/owner/`);
      await app.as(ANONYMOUS).get(`${SNAPSHOTS}${body.uid}/`).expect(200);
    });

    it('returns the same for an unknown and a hidden asset', async () => {
      const { body } = await app
        .as('owner')
        .post(SNAPSHOTS)
        .send({ asset: urlOf('aNobodyHasThis23456789') })
        .expect(403);
      expect(body).toEqual({ detail: NOT_ALLOWED });
    });

    it('returns 400 for an asset without a form', async () => {
      const { uid } = await makeAsset(app, { asset_type: 'collection', content: {} });
      const { body } = await app
        .as('owner')
        .post(SNAPSHOTS)
        .send({ asset: urlOf(uid) })
        .expect(400);
      expect(Object.keys(body as object)).toEqual(['asset']);
    });
  });

  describe('the list of snapshots', () => {
    it('is empty for an anonymous caller and for a user without snapshots', async () => {
      await app.addUser('newcomer');
      for (const caller of [ANONYMOUS, 'newcomer']) {
        const { body } = await app.as(caller).get(SNAPSHOTS).expect(200);
        expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
      }
    });

    it('contains own and shared ones, newest first', async () => {
      await app.addUser('lister');
      const { uid, snapshot } = await makeShared();
      await makeShared();
      await grant(app, uid, 'lister', ['view_asset']);
      const own = await make({ source: SOURCE }, { by: 'lister' });
      const { body } = await app.as('lister').get(SNAPSHOTS).expect(200);
      expect(body).toEqual({
        count: 2,
        next: null,
        previous: null,
        results: [own, snapshot],
      });
      const page = await app.as('lister').get(`${SNAPSHOTS}?limit=1&start=1`).expect(200);
      expect(page.body).toMatchObject({ count: 2, results: [{ uid: snapshot.uid }] });
    });
  });

  it('drops those that were unused for thirty days', async () => {
    const { snapshot } = await makeShared();
    const { uid: used, snapshot: usedSnapshot } = await makeShared();
    for (const { uid } of [snapshot, usedSnapshot]) {
      await app.rows(`UPDATE asset_snapshot SET date_used = now() - interval '31 days' WHERE uid = $1`, [
        uid,
      ]);
    }
    await make({ asset: urlOf(used) });
    const job = app.nest
      .get(JobRegistry)
      .scheduledJobs.find(({ name }) => name === 'snapshots.delete-unused')!;
    await job.run();
    await app.as('owner').get(`${SNAPSHOTS}${snapshot.uid}/`).expect(404);
    await app.as('owner').get(`${SNAPSHOTS}${usedSnapshot.uid}/`).expect(200);
  });
});
