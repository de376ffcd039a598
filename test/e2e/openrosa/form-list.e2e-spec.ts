import { createHash } from 'node:crypto';
import type { Response } from 'supertest';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { expectOpenRosa, messageOf } from './collector-response';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ environment: { MAX_BODY_BYTES: '200000', MAX_UPLOAD_BYTES: '300000' } });
  for (const username of ['owner', 'enumerator', 'manager', 'stranger']) await app.addUser(username);
  await app.addUser('superuser', { superuser: true });
});
afterAll(() => app.stop());

const owner = () => app.as('owner');

describe('formList', () => {
  const listed = ({ text }: Response): string[] =>
    [...text.matchAll(/<formID>(.*?)<\/formID>/g)].map(([, id]) => id!);

  it('shows a form as collectors expect it, with working links', async () => {
    const { uid } = await makeDeployedAsset(app, { name: 'A & B', settings: { description: '<why>' } });
    const response = await owner().get(`/formList?formID=${uid}`).expect(200);
    expectOpenRosa(response);
    const form = await owner().get(`/forms/${uid}/form.xml`).expect(200);
    expectOpenRosa(form);
    const hash = createHash('md5').update(form.text).digest('hex');
    const version = /<version>(.*?)<\/version>/.exec(response.text)![1]!;
    expect(version).toMatch(/^1 \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)$/);
    expect(form.text).toContain(`version="${version}"`);
    expect(response.text).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n<xforms xmlns="http://openrosa.org/xforms/xformsList"><xform>' +
        `<formID>${uid}</formID><name>A &amp; B</name><majorMinorVersion>${version}</majorMinorVersion><version>${version}</version>` +
        `<hash>md5:${hash}</hash><descriptionText>A &amp; B</descriptionText>` +
        `<downloadUrl>${app.origin}/forms/${uid}/form.xml</downloadUrl>` +
        `<manifestUrl>${app.origin}/xformsManifest/${uid}</manifestUrl></xform></xforms>`,
    );
    const manifest = await owner().get(`/xformsManifest/${uid}`).expect(200);
    expect(manifest.text).toContain('<manifest xmlns="http://openrosa.org/xforms/xformsManifest">');
  });

  it('lists the forms with add_submissions: view_asset is not enough', async () => {
    const [own, mayAdd, mayView, archived, draft] = [
      await makeDeployedAsset(app, { owner: 'enumerator' }),
      await makeDeployedAsset(app),
      await makeDeployedAsset(app),
      await makeDeployedAsset(app, { owner: 'enumerator', active: false }),
      await makeAsset(app, { owner: 'enumerator' }),
    ];
    await grant(app, mayAdd.uid, 'enumerator', ['add_submissions']);
    await grant(app, mayView.uid, 'enumerator', ['view_submissions']);
    const ids = listed(await app.as('enumerator').get('/formList').expect(200));
    expect(ids.sort()).toEqual([own.uid, mayAdd.uid].sort());
    expect(ids).not.toContain(archived.uid);
    expect(ids).not.toContain(draft.uid);
    expect(listed(await app.as('superuser').get('/formList').expect(200))).toEqual(
      expect.arrayContaining([own.uid, mayAdd.uid, mayView.uid]),
    );
  });

  it('lists a public form only to users with a grant of their own', async () => {
    const open = await makeDeployedAsset(app);
    await grant(app, open.uid, ANONYMOUS, ['add_submissions']);
    expect(listed(await app.as('stranger').get('/formList').expect(200))).not.toContain(open.uid);
    expect(listed(await app.as('stranger').get('/owner/formList').expect(200))).toContain(open.uid);
    expect(listed(await owner().get('/formList').expect(200))).toContain(open.uid);
    await submit(app, open.uid, { by: 'stranger' });
  });

  it('answers HEAD with 204, and 401 to anonymous callers', async () => {
    expectOpenRosa(await owner().head('/formList').expect(204));
    expectOpenRosa(await app.as(ANONYMOUS).head('/owner/formList').expect(204));
    await app.as(ANONYMOUS).head('/formList').expect(401);
  });

  it.each(['forms/:uid/form.xml', 'xformsManifest/:uid'])(
    'returns 404 for %s without add_submissions, whether it exists or not',
    async (path) => {
      const { uid } = await makeDeployedAsset(app);
      await grant(app, uid, 'enumerator', ['add_submissions']);
      await grant(app, uid, 'manager', ['view_submissions']);
      const get = (caller: string, asset = uid) => app.as(caller).get(`/${path.replace(':uid', asset)}`);
      await get('enumerator').expect(200);
      const hidden = await get('stranger').expect(404);
      expect(messageOf(hidden)).toBe('Not found.');
      expect((await get('stranger', 'aNothingNothingNothing').expect(404)).text).toBe(hidden.text);
      await get('manager').expect(404);
      await get(ANONYMOUS).expect(401);
      await get(ANONYMOUS, 'aNothingNothingNothing').expect(401);
    },
  );

  it.each([
    ['archived', () => makeDeployedAsset(app, { active: false })],
    ['draft', () => makeAsset(app)],
  ])('serves no %s form, nor its manifest (404)', async (_, make) => {
    const { uid } = await make();
    for (const path of [`/forms/${uid}/form.xml`, `/xformsManifest/${uid}`, `/owner/xformsManifest/${uid}`]) {
      expect(messageOf(await owner().get(path).expect(404))).toBe('Not found.');
    }
  });

  it('lists behind a username the public forms of that user', async () => {
    const open = await makeDeployedAsset(app, { owner: 'manager' });
    const closed = await makeDeployedAsset(app, { owner: 'manager' });
    await grant(app, open.uid, ANONYMOUS, ['add_submissions'], { owner: 'manager' });
    const response = await app.as(ANONYMOUS).get('/manager/formList').expect(200);
    expect(listed(response)).toEqual([open.uid]);
    expect(response.text).toContain(
      `<downloadUrl>${app.origin}/manager/forms/${open.uid}/form.xml</downloadUrl>`,
    );
    expect(listed(await app.as('manager').get('/manager/formList').expect(200)).sort()).toEqual(
      [open.uid, closed.uid].sort(),
    );
    expect(listed(await app.as(ANONYMOUS).get('/owner/formList').expect(200))).not.toContain(open.uid);
    expect(listed(await app.as(ANONYMOUS).get('/nobody/formList').expect(200))).toEqual([]);
    expect(listed(await app.as('manager').get(`/formList?formID=${closed.uid}`))).toEqual([closed.uid]);
    expect(listed(await app.as('manager').get('/formList?formID=none'))).toEqual([]);
    expect(listed(await app.as('manager').get('/formList?formID='))).toContain(closed.uid);
  });

  it('returns 401 to an anonymous caller', async () => {
    const response = await app.as(ANONYMOUS).get('/formList').expect(401);
    expect(messageOf(response)).toBe('Authentication credentials were not provided.');
    expect(response.headers['www-authenticate']).toMatch(/^Basic realm="/);
  });
});
