import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { readRaw, statusOf } from '../../support/raw-read';

const LIST = '/api/v2/assets/';

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'friend', 'stranger']) await app.addUser(username);
  uid = (await makeDeployedAsset(app, { name: 'Wells é' })).uid;
  await grant(app, uid, 'friend', ['view_asset']);
  const { uid: shelf } = await makeAsset(app, { name: 'Shelf', asset_type: 'collection' });
  await grant(app, shelf, 'AnonymousUser', ['view_asset', 'discover_asset']);
});
afterAll(() => app.stop());

interface Case {
  readonly path: string;
  /** Defaults to the owner's token; null: anonymous. */
  readonly by?: (() => string) | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

const token = (username: string) => () => `Token ${app.tokenOf(username)}`;
const page = (query: string): Case => ({ path: `${LIST}?${query}` });
const accepting = (accept: string): Case => ({ path: LIST, headers: { Accept: accept } });

const CASES: Readonly<Record<string, Case>> = {
  'a list': { path: LIST },
  'a list without a slash': { path: '/api/v2/assets' },
  'a list with two slashes': { path: '/api/v2/assets//' },
  'a list with a suffix': { path: '/api/v2/assets.json' },
  'a list with a format': { ...page('format=json') },
  'a list with an unknown format': { ...page('format=nothing'), status: 404 },
  'a list with a password': { path: LIST, by: () => basic('owner') },
  'a list with an invalid token': { path: LIST, by: () => 'Token none', status: 401 },
  'a list for an anonymous caller': { path: LIST, by: null },
  'a list with a cookie': { path: LIST, by: null, headers: { Cookie: 'a=b' } },
  'a list for a stranger': { path: LIST, by: token('stranger') },
  'a page': page('limit=1'),
  'the next page': page('limit=1&start=1'),
  'a page by number': page('page=2&page_size=1'),
  'an invalid page': page('limit=none&start=-1'),
  'an ordered list': page('ordering=-name&collections_first=true'),
  'a list with metadata': page('metadata=on'),
  'a list with the caller’s own permissions': page('current_user_permissions_only=true'),
  'a list by type': page('asset_type=survey'),
  'a list by status': page('status=public-discoverable'),
  'a list with excluded keys': page('exclude=permissions,%20summary'),
  'a list with a repeated parameter': page('exclude=permissions&exclude=summary'),
  'a list with parameters in brackets': page('limit[a]=1&limit%5Bb%5D=2'),
  'a list with invalid escapes': { ...page('q=%FF%'), status: 400 },
  'a search': page('q=wells'),
  'a search that is too short': { ...page('q=a'), status: 400 },
  'an empty search': { ...page('q='), status: 400 },
  'a list with the Accept header of a library': accepting('application/json, text/plain, */*'),
  'a list for any type': accepting('*/*'),
  'a list as JSON': accepting('application/json'),
  'a list for a browser': accepting('text/html,application/xhtml+xml'),
  'a list as an image': { ...accepting('image/png'), status: 406 },
  'a list at another host': { path: LIST, headers: { Host: 'survey.example.org' } },
  'HEAD of a list': { path: LIST, method: 'HEAD' },
  'OPTIONS of a list': { path: LIST, method: 'OPTIONS' },
  'an asset': { path: `${LIST}<uid>/` },
  'an asset without a slash': { path: `${LIST}<uid>` },
  'an asset with a suffix': { path: `${LIST}<uid>.json` },
  'an asset with a format': { path: `${LIST}<uid>/?format=json` },
  'an asset with excluded keys': { path: `${LIST}<uid>/?exclude=content&exclude=summary` },
  'an asset for a friend': { path: `${LIST}<uid>/`, by: token('friend') },
  'an asset for a stranger': { path: `${LIST}<uid>/`, by: token('stranger'), status: 404 },
  'an asset for an anonymous caller': { path: `${LIST}<uid>/`, by: null, status: 404 },
  'an asset with a wrong password': { path: `${LIST}<uid>/`, by: () => basic('owner', 'wrong'), status: 401 },
  'an unknown asset': { path: `${LIST}a${'b'.repeat(21)}/`, status: 404 },
  'an asset with an invalid uid': { path: `${LIST}none/`, status: 404 },
  'counts of a list': { path: `${LIST}counts/` },
  'a nested resource': { path: `${LIST}<uid>/versions/` },
};

describe('assets', () => {
  const send = ({ path, by = token('owner'), method, headers }: Case) =>
    readRaw(app, {
      path: path.replace('<uid>', uid),
      ...(by !== null && { authorization: by() }),
      ...(method !== undefined && { method }),
      ...(headers !== undefined && { headers }),
    });

  it.each(Object.entries(CASES))('%s: responds with the status', async (_, testCase) => {
    expect(statusOf(await send(testCase))).toBe(testCase.status ?? 200);
  });

  it.each([LIST, `${LIST}<uid>/`])('%s returns 304 to a client that has it', async (path) => {
    const tag = /^ETag: (.*)$/m.exec(await send({ path }))![1]!.trim();
    expect(statusOf(await send({ path, headers: { 'If-None-Match': tag } }))).toBe(304);
  });
});
