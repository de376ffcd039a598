import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const HOSTILE = '<img src=x onerror=alert(1)>"&.jpg';
const TILES = {
  MAP_TILE_URL: 'https://{s}.tiles.example.org/{z}/{x}/{y}.png',
  MAP_TILE_ATTRIBUTION: '© <b>Tiles</b>',
};

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp({ environment: TILES });
  for (const name of ['owner', 'granted', 'partial', 'viewer', 'stranger']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
  await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
  await grant(app, uid, 'viewer', ['view_asset']);
  await submit(app, uid, {
    answers: `<place>-1.2 36.8 0 0</place><photo>house.jpg</photo><child><portrait>ann.jpg</portrait></child>`,
    files: ['house.jpg', 'ann.jpg'].map((name) => ({ name, content: name })),
  });
  await submit(app, uid, {
    by: 'granted',
    answers: `<photo>${HOSTILE.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</photo>`,
    files: [{ name: HOSTILE, content: 'jpeg' }],
  });
  await submit(app, uid, { answers: '<consent>no</consent>' });
});
afterAll(() => app.stop());

async function open(path: string, username = 'owner') {
  const browser = new Browser(app);
  await browser.signIn(username, PASSWORD);
  return browser.get(`/projects/${uid}/${path}`);
}

const namesOf = (page: string): string[] => [...page.matchAll(/alt="([^"]*)"/g)].map(([, name]) => name!);

describe('the gallery', () => {
  it('shows pictures of all questions, hostile names as text', async () => {
    const { text } = await open('gallery/');
    const escaped = '&lt;img src=x onerror=alert(1)&gt;&quot;&amp;.jpg';
    expect(namesOf(text)).toEqual([escaped, 'house.jpg', 'ann.jpg']);
    expect(text).not.toContain('<img src=x');
    expect(text.match(/attachments\/\w+\/small\//g)).toHaveLength(3);
  });

  it.each([
    ['?question=child/portrait', ['ann.jpg']],
    ['?question=photo&has._submitted_by=owner', ['house.jpg']],
    ['?question=unknown&is.consent=no', []],
  ])('shows %s', async (query, names) => {
    expect(namesOf((await open(`gallery/${query}`)).text)).toEqual(names);
  });

  it('links to the table, which changes its filters', async () => {
    expect((await open('gallery/')).text).toContain('Filter in the table');
    const { text } = await open('gallery/?is.consent=no');
    expect(text).toMatch(/<a href="\/projects\/\w+\/data\/\?is\.consent=no"\s*>1 filter/);
  });

  it('tells that the pictures of submissions have not arrived', async () => {
    const { uid: waiting } = await makeDeployedAsset(app, { name: 'Waiting' });
    await submit(app, waiting, { answers: '<photo>late.jpg</photo>' });
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const { text } = await browser.get(`/projects/${waiting}/gallery/`).expect(200);
    expect(text).toContain('The pictures of these submissions have not arrived.');
    expect((await open('gallery/')).text).not.toContain('have not arrived');
  });

  it('shows pictures within a partial permission only', async () => {
    const { text } = await open('gallery/', 'partial');
    expect(namesOf(text)).toHaveLength(1);
    expect(text).not.toContain('house.jpg');
  });
});

describe('the map', () => {
  it('names the data of its question, with the filters of the table', async () => {
    const { text } = await open('map/?is.consent=yes');
    const source = /data-source="([^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&');
    const { searchParams } = new URL(source, app.origin);
    expect(JSON.parse(searchParams.get('fields')!)).toEqual(['place']);
    const { body } = await app.as('owner').get(source).expect(200);
    expect(body).toMatchObject({ count: 0 });
    const all = /data-source="([^"]*)"/.exec((await open('map/')).text)![1]!.replaceAll('&amp;', '&');
    // Each page of a filtered list counts all matches: hundreds of pages would take minutes.
    expect(new URL(all, app.origin).searchParams.has('query')).toBe(false);
    const found = await app.as('owner').get(all).expect(200);
    const places = (found.body as { results: { place?: string }[] }).results.map(({ place }) => place);
    expect(places).toEqual(['-1.2 36.8 0 0', undefined, undefined]);
  });

  it('loads images of the tile server of the operator, and no others', async () => {
    const { text, headers } = await open('map/');
    expect(headers['content-security-policy']).toContain("img-src 'self' data: https://*.tiles.example.org;");
    expect(text).toContain('data-attribution="© &lt;b&gt;Tiles&lt;/b&gt;"');
    expect((await open('gallery/')).headers['content-security-policy']).toContain("img-src 'self' data:;");
  });

  it('says that a form has no places', async () => {
    const { uid: plain } = await makeDeployedAsset(app, {
      content: { survey: [{ type: 'text', name: 'a', label: 'A' }] },
    });
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    expect((await browser.get(`/projects/${plain}/map/`).expect(200)).text).toContain('No places');
    expect((await browser.get(`/projects/${plain}/gallery/`).expect(200)).text).toContain('No pictures');
  });
});

describe.each(['map/', 'gallery/'])('%s', (path) => {
  it.each([
    ['granted', 200],
    ['partial', 200],
    ['viewer', 403],
    ['stranger', 404],
  ])('gives %s %d', async (username, status) => {
    expect((await open(path, username)).status).toBe(status);
  });

  it('leads an anonymous visitor to sign in', async () => {
    await new Browser(app).get(`/projects/${uid}/${path}`).expect(302);
  });
});
