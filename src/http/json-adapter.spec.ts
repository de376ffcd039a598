import type { Request, Response } from 'express';
import request from 'supertest';
import { JsonAdapter } from './json-adapter';

describe('JsonAdapter.useRouteTree', () => {
  const answer =
    (name: string) =>
    ({ params }: Request, response: Response) =>
      void response.json({ name, ...params });

  const served = (add: (adapter: JsonAdapter) => void) => {
    const adapter = new JsonAdapter();
    adapter.useRouteTree();
    add(adapter);
    adapter.all('/*path', answer('fallback'));
    return request(adapter.getInstance());
  };

  const assets = served((adapter) => {
    adapter.get('/assets/:uid', answer('asset'));
    adapter.get('/assets/:uid.xml', answer('xform'));
    adapter.get('/assets/hash', answer('hash'));
    adapter.get('/assets/:uid/data/:id', answer('row'));
    adapter.head('/assets/:uid/data/:id', answer('head'));
    adapter.delete('/assets/:uid/data/bulk', answer('bulk'));
    adapter.get('/:username/data', answer('other'));
  });

  it.each([
    ['/assets/a1', { name: 'asset', uid: 'a1' }],
    ['/assets/a%20b', { name: 'asset', uid: 'a b' }],
    ['/assets/a%2Fb', { name: 'asset', uid: 'a/b' }],
    ['/assets/50%25', { name: 'asset', uid: '50%' }],
    ['/assets/a.b', { name: 'asset', uid: 'a.b' }],
    ['/assets/a.b.xml', { name: 'xform', uid: 'a.b' }],
    [`/assets/${'a'.repeat(1_000)}`, { name: 'asset', uid: 'a'.repeat(1_000) }],
    ['/assets/hash', { name: 'hash' }],
    ['/assets/hash?uid=b', { name: 'hash' }],
    ['/assets/a1/data/7', { name: 'row', uid: 'a1', id: '7' }],
    ['/assets/data', { name: 'asset', uid: 'data' }],
    ['/owner/data', { name: 'other', username: 'owner' }],
    ['/assets/a1/data/7/more', { name: 'fallback', path: ['assets', 'a1', 'data', '7', 'more'] }],
    ['/Assets/a1', { name: 'fallback', path: ['Assets', 'a1'] }],
  ])('routes GET %s', async (path, expected) => {
    expect((await assets.get(path)).body).toEqual(expected);
  });

  it('distinguishes methods', async () => {
    expect((await assets.delete('/assets/a1/data/bulk')).body).toEqual({ name: 'bulk', uid: 'a1' });
    expect((await assets.delete('/assets/a1')).body).toMatchObject({ name: 'fallback' });
    expect((await assets.options('/assets/a1')).body).toMatchObject({ name: 'fallback' });
  });

  it('serves HEAD by its own route, else by the GET route', async () => {
    const adapter = served((routes) => {
      routes.head('/both', (_request: Request, response: Response) => void response.set('By', 'head').end());
      routes.get('/both', (_request: Request, response: Response) => void response.set('By', 'get').end());
      routes.get('/one', (_request: Request, response: Response) => void response.set('By', 'get').end());
    });
    expect((await adapter.head('/both')).headers['by']).toBe('head');
    expect((await adapter.head('/one')).headers['by']).toBe('get');
  });

  it('passes errors on', async () => {
    const adapter = served((routes) => {
      routes.get('/thrown', () => {
        throw new TypeError('broken');
      });
      routes.get('/rejected', () => Promise.reject(new TypeError('broken')));
    });
    expect((await adapter.get('/thrown')).status).toBe(500);
    expect((await adapter.get('/rejected')).status).toBe(500);
    expect((await adapter.get('/pages/%E0%A4%A')).status).toBe(400);
  });

  it('refuses a second route of the same method and path', () => {
    const adapter = new JsonAdapter();
    adapter.useRouteTree();
    adapter.get('/assets/:uid', answer('asset'));
    expect(() => adapter.get('/assets/:name', answer('other'))).toThrow(/already declared/);
  });
});
