import { FormListDoor } from '../../../src/openrosa/form-list-door';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { basic } from '../../support/basic';
import { startApp, type TestApp } from '../../support/app';
import { type Read, readBothWays } from '../../support/read-both-ways';

let app: TestApp;
let uid: string;
let link: string;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'enumerator', 'gone']) await app.addUser(username);
  uid = (await makeDeployedAsset(app, { name: 'A & B' })).uid;
  await grant(app, uid, 'enumerator', ['add_submissions']);
  await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'gone'`);
  const made = await app.as('owner').post(`/api/v2/assets/${uid}/collector-links/`).send({ name: 'Ann' });
  link = new URL(String(made.body.link)).pathname;
});
afterAll(() => app.stop());

type Case = Omit<Read, 'authorization'> & {
  /** Absent: the owner's token; null: nobody asks. */
  readonly by?: (() => string) | null;
  readonly status: number;
  /** Absent: it is; null: no door is asked. */
  readonly isPlain?: false | null;
};

const token = (username: string) => () => `Token ${app.tokenOf(username)}`;

const CASES: Readonly<Record<string, Case>> = {
  'by token': { path: '/formList', status: 200 },
  'by a small token': { path: '/formList', by: () => `token ${app.tokenOf('owner')}`, status: 200 },
  'by password': { path: '/formList', by: () => basic('owner'), status: 200 },
  'by a wrong password': { path: '/formList', by: () => basic('owner', 'wrong'), status: 401 },
  'by a wrong token': { path: '/formList', by: () => 'Token none', status: 401 },
  'by half a header': { path: '/formList', by: () => 'Token ', status: 401, isPlain: false },
  'by a user who was locked out': { path: '/formList', by: token('gone'), status: 401 },
  'by another scheme': { path: '/formList', by: () => 'Bearer none', status: 401, isPlain: false },
  'by nobody': { path: '/formList', by: null, status: 401 },
  'by a cookie': {
    path: '/formList',
    by: null,
    headers: { Cookie: 'kpi_session=none' },
    status: 401,
    isPlain: false,
  },
  'by a token beside a cookie': { path: '/formList', headers: { Cookie: 'a=b' }, status: 200 },
  'of one form': { path: '/formList?formID=<uid>', status: 200 },
  'of no form': { path: '/formList?formID=none', status: 200 },
  'of the last form that is named': { path: '/formList?formID=none&formID=<uid>', status: 200 },
  'of a form with another name in its name': { path: '/formList?formID[a]=<uid>', status: 200 },
  'of a form in escapes': { path: '/formList?formID=%61%FF', status: 200 },
  'with other keys': { path: '/formList?verbose=true&listAllVersions=true', status: 200 },
  'with a slash at the end': { path: '/formList/', status: 200 },
  'with slashes': { path: '//formList', status: 200, isPlain: null },
  'with an escaped path': { path: '/form%4cist', status: 404, isPlain: null },
  'with a format': { path: '/formList?format=json', status: 200, isPlain: false },
  'with a suffix': { path: '/formList.json', status: 404, isPlain: null },
  'as a whole URL': { path: 'http://localhost/formList', status: 200, isPlain: null },
  'in other letters': { path: '/formlist', status: 404, isPlain: null },
  'by a browser': { path: '/formList', headers: { Accept: 'text/html,*/*' }, status: 200 },
  'that nobody takes': { path: '/formList', headers: { Accept: 'image/png' }, status: 200 },
  'at another host': { path: '/formList', headers: { Host: 'survey.example.org:8080' }, status: 200 },
  'at no host': { path: '/formList', headers: { Host: '256.256.256.256' }, status: 400 },
  'behind a username': { path: '/owner/formList', by: null, status: 200 },
  'behind a username, by a user': { path: '/owner/formList', by: token('enumerator'), status: 200 },
  'behind a username that nobody has': { path: '/nobody/formList', by: null, status: 200 },
  'behind the name of another path': { path: '/api/formList', by: null, status: 200 },
  'behind a path of the past': { path: '/assets/formList', status: 410 },
  'behind a link': { path: '<link>/formList', by: null, status: 200 },
  'behind a link, of another form': { path: '<link>/formList?formID=none', by: null, status: 200 },
  'behind a link that leads nowhere': { path: '/collector/none/formList', by: null, status: 200 },
  'that nobody would send': { path: '/formList', method: 'HEAD', status: 204, isPlain: null },
  'that is posted': { path: '/formList', method: 'POST', status: 405, isPlain: null },
};

describe('a list of forms by either way', () => {
  const ask = ({ path, by = token('owner'), ...read }: Omit<Case, 'status'>) =>
    readBothWays(app, [app.nest.get(FormListDoor)], {
      ...read,
      path: path.replace('<link>', link).replace('<uid>', uid),
      ...(by !== null && { authorization: by() }),
    });

  it.each(Object.entries(CASES))('%s is answered alike', async (_, { status, isPlain = true, ...read }) => {
    const { light, general, wasPlain } = await ask(read);
    expect(light).toBe(general);
    expect(light.split(' ', 2)[1]).toBe(String(status));
    expect(wasPlain ?? null).toBe(isPlain);
  });

  it('is sent to nobody who has it', async () => {
    const tag = /^ETag: (.*)$/m.exec((await ask({ path: '/formList' })).light)![1]!.trim();
    for (const headers of [
      { 'If-None-Match': tag },
      { 'If-None-Match': '*' },
      { 'If-None-Match': '"other"' },
    ]) {
      const { light, general } = await ask({ path: '/formList', headers });
      expect(light).toBe(general);
      expect(light.split(' ', 2)[1]).toBe(headers['If-None-Match'] === '"other"' ? '200' : '304');
    }
  });
});
