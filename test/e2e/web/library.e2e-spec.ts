import { grant, makeAsset } from '../../factories/asset.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';

let app: TestApp;
let collection: string;
let block: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'stranger']) await app.addUser(name);
  const content = { survey: [{ type: 'text', name: 'a', label: 'A' }] };
  ({ uid: block } = await makeAsset(app, { asset_type: 'block', name: 'Household <b>', content }));
  await makeAsset(app, { asset_type: 'template', name: 'Baseline' });
  await makeAsset(app, { name: 'A project' });
  ({ uid: collection } = await makeAsset(app, { asset_type: 'collection', name: 'Shared', content: {} }));
  await app
    .as('owner')
    .patch(`/api/v2/assets/${block}/`)
    .send({ parent: `/api/v2/assets/${collection}/` })
    .expect(200);
});
afterAll(() => app.stop());

async function textFor(username: string, path: string): Promise<string> {
  const browser = new Browser(app);
  await browser.signIn(username, PASSWORD);
  return (await browser.get(path).expect(200)).text;
}

describe('the library', () => {
  it('lists templates, blocks and collections, and no projects, names as text', async () => {
    const text = await textFor('owner', '/library/');
    for (const name of ['Household &lt;b&gt;', 'Baseline', 'Shared']) expect(text).toContain(name);
    expect(text).not.toContain('A project');
    expect(text).not.toContain('<b>');
  });

  it.each([
    ['?type=template', 'Baseline', 'Household'],
    ['?q=household', 'Household', 'Baseline'],
  ])('finds items by %s', async (query, found, other) => {
    const text = await textFor('owner', `/library/${query}`);
    expect(text).toContain(found);
    expect(text).not.toContain(other);
  });

  it('shows the items of a collection', async () => {
    const text = await textFor('owner', `/library/?collection=${collection}`);
    expect(text).toContain('Household');
    expect(text).not.toContain('Baseline');
  });

  it('lists public collections, and own items to their owner only', async () => {
    expect(await textFor('stranger', '/library/')).toContain('Your library is empty');
    await grant(app, collection, 'anonymous', ['discover_asset']);
    expect(await textFor('stranger', '/library/?source=public')).toContain('Shared');
    await grant(app, block, 'granted', ['view_asset']);
    const text = await textFor('granted', '/library/');
    expect(text).toContain('Household');
    expect(text).not.toContain('Baseline');
  });

  it('starts a project from a block', async () => {
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const { text } = await browser.get('/library/?q=household');
    const form = formsOf(text).find(({ action }) => action === '/projects/new/clone/')!;
    expect(form.hidden['source']).toBe(block);
    const { headers } = await browser.post(form.action, form.hidden).expect(303);
    expect(headers['location']).toMatch(/^\/projects\/a\w{21}\/form\//);
  });

  it('leads an anonymous visitor to sign in', async () => {
    await new Browser(app).get('/library/').expect(302);
  });
});
