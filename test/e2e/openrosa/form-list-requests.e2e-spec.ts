import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { basic } from '../../support/basic';
import { startApp, type TestApp } from '../../support/app';
import { type RawRead, readRaw, statusOf } from '../../support/raw-read';

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

type Case = Omit<RawRead, 'authorization'> & {
  /** Defaults to the owner's token; null: anonymous. */
  readonly by?: (() => string) | null;
  readonly status: number;
};

const token = (username: string) => () => `Token ${app.tokenOf(username)}`;

const CASES: Readonly<Record<string, Case>> = {
  'with a token': { path: '/formList', status: 200 },
  'with a lowercase scheme': { path: '/formList', by: () => `token ${app.tokenOf('owner')}`, status: 200 },
  'with a password': { path: '/formList', by: () => basic('owner'), status: 200 },
  'with a wrong password': { path: '/formList', by: () => basic('owner', 'wrong'), status: 401 },
  'with an invalid token': { path: '/formList', by: () => 'Token none', status: 401 },
  'with an incomplete header': { path: '/formList', by: () => 'Token ', status: 401 },
  'for a deactivated user': { path: '/formList', by: token('gone'), status: 401 },
  'with another scheme': { path: '/formList', by: () => 'Bearer none', status: 401 },
  'for an anonymous caller': { path: '/formList', by: null, status: 401 },
  'with a cookie': {
    path: '/formList',
    by: null,
    headers: { Cookie: 'kpi_session=none' },
    status: 401,
  },
  'with a token and a cookie': { path: '/formList', headers: { Cookie: 'a=b' }, status: 200 },
  'of one form': { path: '/formList?formID=<uid>', status: 200 },
  'of an unknown form': { path: '/formList?formID=none', status: 200 },
  'with a repeated formID': { path: '/formList?formID=none&formID=<uid>', status: 200 },
  'with formID in brackets': { path: '/formList?formID[a]=<uid>', status: 200 },
  'with an escaped formID': { path: '/formList?formID=%61%FF', status: 200 },
  'with other parameters': { path: '/formList?verbose=true&listAllVersions=true', status: 200 },
  'with a trailing slash': { path: '/formList/', status: 200 },
  'with two slashes': { path: '//formList', status: 200 },
  'with an escaped path': { path: '/form%4cist', status: 404 },
  'with a format': { path: '/formList?format=json', status: 200 },
  'with a suffix': { path: '/formList.json', status: 404 },
  'as a whole URL': { path: 'http://localhost/formList', status: 200 },
  'in another letter case': { path: '/formlist', status: 404 },
  'for a browser': { path: '/formList', headers: { Accept: 'text/html,*/*' }, status: 200 },
  'with an unsatisfiable Accept header': { path: '/formList', headers: { Accept: 'image/png' }, status: 200 },
  'at another host': { path: '/formList', headers: { Host: 'survey.example.org:8080' }, status: 200 },
  'at an invalid host': { path: '/formList', headers: { Host: '256.256.256.256' }, status: 400 },
  'behind a username': { path: '/owner/formList', by: null, status: 200 },
  'behind a username, for another user': { path: '/owner/formList', by: token('enumerator'), status: 200 },
  'behind an unknown username': { path: '/nobody/formList', by: null, status: 200 },
  'behind a reserved name': { path: '/api/formList', by: null, status: 200 },
  'behind a removed path': { path: '/assets/formList', status: 410 },
  'behind a link': { path: '<link>/formList', by: null, status: 200 },
  'behind a link, of another form': { path: '<link>/formList?formID=none', by: null, status: 200 },
  'behind an unknown link': { path: '/collector/none/formList', by: null, status: 200 },
  'by HEAD': { path: '/formList', method: 'HEAD', status: 204 },
  'by POST': { path: '/formList', method: 'POST', status: 405 },
};

describe('a form list', () => {
  const send = ({ path, by = token('owner'), ...read }: Omit<Case, 'status'>) =>
    readRaw(app, {
      ...read,
      path: path.replace('<link>', link).replace('<uid>', uid),
      ...(by !== null && { authorization: by() }),
    });

  it.each(Object.entries(CASES))('%s: responds with the status', async (_, { status, ...read }) => {
    expect(statusOf(await send(read))).toBe(status);
  });

  it.each([
    ['the ETag', (tag: string) => tag, 304],
    ['any ETag', () => '*', 304],
    ['another ETag', () => '"other"', 200],
  ])('sent again to a client that has %s', async (_, tagOf, status) => {
    const tag = /^ETag: (.*)$/m.exec(await send({ path: '/formList' }))![1]!.trim();
    const response = await send({ path: '/formList', headers: { 'If-None-Match': tagOf(tag) } });
    expect(statusOf(response)).toBe(status);
  });
});
