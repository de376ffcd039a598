import { AssetDoor } from '../../../src/modules/asset/asset.door';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { readBothWays } from '../../support/read-both-ways';

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
  /** Absent: the owner's token; null: nobody asks. */
  readonly by?: (() => string) | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** Absent: it is; null: no door is asked. */
  readonly isPlain?: false | null;
}

const token = (username: string) => () => `Token ${app.tokenOf(username)}`;
const page = (query: string): Case => ({ path: `${LIST}?${query}` });
const accepting = (accept: string, isPlain?: false): Case => ({
  path: LIST,
  headers: { Accept: accept },
  ...(isPlain === false && { isPlain }),
});

const CASES: Readonly<Record<string, Case>> = {
  'a list': { path: LIST },
  'a list without a slash': { path: '/api/v2/assets' },
  'a list with two': { path: '/api/v2/assets//', isPlain: null },
  'a list as a file': { path: '/api/v2/assets.json', isPlain: null },
  'a list in a format': { ...page('format=json'), isPlain: false },
  'a list in no format': { ...page('format=nothing'), isPlain: false, status: 404 },
  'a list by password': { path: LIST, by: () => basic('owner') },
  'a list by a wrong token': { path: LIST, by: () => 'Token none', status: 401 },
  'a list by nobody': { path: LIST, by: null },
  'a list by a cookie': { path: LIST, by: null, headers: { Cookie: 'a=b' }, isPlain: false },
  'a list by a stranger': { path: LIST, by: token('stranger') },
  'a page': page('limit=1'),
  'the next page': page('limit=1&start=1'),
  'a page by its number': page('page=2&page_size=1'),
  'a page that is none': page('limit=none&start=-1'),
  'a list in an order': page('ordering=-name&collections_first=true'),
  'a list with words': page('metadata=on'),
  'a list of own permissions': page('current_user_permissions_only=true'),
  'a list of a type': page('asset_type=survey'),
  'a list of one kind': page('status=public-discoverable'),
  'a list without some keys': page('exclude=permissions,%20summary'),
  'a list without the last of some keys': page('exclude=permissions&exclude=summary'),
  'a list with keys in brackets': page('limit[a]=1&limit%5Bb%5D=2'),
  'a list with escapes that are none': { ...page('q=%FF%'), status: 400 },
  'a search': page('q=wells'),
  'a search that is too short': { ...page('q=a'), status: 400 },
  'a search of nothing': { ...page('q='), status: 400 },
  'a list for a library': accepting('application/json, text/plain, */*'),
  'a list for anybody': accepting('*/*'),
  'a list as JSON': accepting('application/json'),
  'a list for a browser': accepting('text/html,application/xhtml+xml', false),
  'a list as an image': { ...accepting('image/png', false), status: 406 },
  'a list of another host': { path: LIST, headers: { Host: 'survey.example.org' } },
  'the head of a list': { path: LIST, method: 'HEAD', isPlain: null },
  'what a list takes': { path: LIST, method: 'OPTIONS', isPlain: null },
  'an asset': { path: `${LIST}<uid>/` },
  'an asset without a slash': { path: `${LIST}<uid>` },
  'an asset as a file': { path: `${LIST}<uid>.json`, isPlain: false },
  'an asset in a format': { path: `${LIST}<uid>/?format=json`, isPlain: false },
  'an asset without some keys': { path: `${LIST}<uid>/?exclude=content&exclude=summary` },
  'an asset for a friend': { path: `${LIST}<uid>/`, by: token('friend') },
  'an asset for a stranger': { path: `${LIST}<uid>/`, by: token('stranger'), status: 404 },
  'an asset for nobody': { path: `${LIST}<uid>/`, by: null, status: 404 },
  'an asset by a wrong password': { path: `${LIST}<uid>/`, by: () => basic('owner', 'wrong'), status: 401 },
  'an asset that is none': { path: `${LIST}a${'b'.repeat(21)}/`, status: 404 },
  'an asset of another name': { path: `${LIST}none/`, isPlain: false, status: 404 },
  'counts of a list': { path: `${LIST}counts/`, isPlain: false },
  'what an asset is nested in': { path: `${LIST}<uid>/versions/`, isPlain: null },
};

describe('assets by either way', () => {
  const ask = ({ path, by = token('owner'), method, headers }: Case) =>
    readBothWays(app, [app.nest.get(AssetDoor)], {
      path: path.replace('<uid>', uid),
      ...(by !== null && { authorization: by() }),
      ...(method !== undefined && { method }),
      ...(headers !== undefined && { headers }),
    });

  it.each(Object.entries(CASES))('%s: answered alike', async (_, asked) => {
    const { light, general, wasPlain } = await ask(asked);
    expect(light).toBe(general);
    expect(light.split(' ', 2)[1]).toBe(String(asked.status ?? 200));
    expect(wasPlain ?? null).toBe(asked.isPlain === undefined ? true : asked.isPlain);
  });

  it.each([LIST, `${LIST}<uid>/`])('%s is sent to nobody who has it', async (path) => {
    const tag = /^ETag: (.*)$/m.exec((await ask({ path })).light)![1]!.trim();
    const { light, general } = await ask({ path, headers: { 'If-None-Match': tag } });
    expect(light).toBe(general);
    expect(light.split(' ', 2)[1]).toBe('304');
  });
});
