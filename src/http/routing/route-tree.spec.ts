import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import request from 'supertest';
import { RouteTree } from './route-tree';

describe('RouteTree', () => {
  const answer =
    (name: string): RequestHandler =>
    ({ params }: Request, response: Response) =>
      void response.json({ name, ...params });

  const served = (add: (tree: RouteTree) => void) => {
    const tree = new RouteTree();
    add(tree);
    return request(express().use(tree.handle));
  };

  const assets = served((tree) => {
    tree.add('all', '/*path', [answer('fallback')]);
    tree.add('get', '/assets/:uid', [answer('asset')]);
    tree.add('get', '/assets/:uid.xml', [answer('xform')]);
    tree.add('get', '/assets/hash', [answer('hash')]);
    tree.add('get', '/assets/:uid/data/:id', [answer('row')]);
    tree.add('delete', '/assets/:uid/data/bulk', [answer('bulk')]);
    tree.add('head', '/assets/:uid/data/:id', [answer('head')]);
  });

  it.each([
    ['/assets/a1', { name: 'asset', uid: 'a1' }],
    ['/assets/a1/', { name: 'asset', uid: 'a1' }],
    ['/assets/a%20b', { name: 'asset', uid: 'a b' }],
    ['/assets/hash', { name: 'hash' }],
    ['/assets/a1/data/7', { name: 'row', uid: 'a1', id: '7' }],
    ['/assets/a1/data/bulk', { name: 'fallback', path: ['assets', 'a1', 'data', 'bulk'] }],
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
    const tree = served((routes) => {
      routes.add('head', '/both', [(_request, response) => void response.set('By', 'head').end()]);
      routes.add('get', '/both', [(_request, response) => void response.set('By', 'get').end()]);
      routes.add('get', '/one', [(_request, response) => void response.set('By', 'get').end()]);
    });
    expect((await tree.head('/both')).headers['by']).toBe('head');
    expect((await tree.head('/one')).headers['by']).toBe('get');
  });

  it('continues after next() and stops on an error', async () => {
    const tree = served((routes) => {
      routes.add('get', '/pages/first', [(_request, _response, next) => next()]);
      routes.add('get', '/pages/:page', [answer('page')]);
      routes.add('get', '/broken/:name', [(_request, _response, next) => next(new TypeError('broken'))]);
      routes.add('all', '/*path', [answer('fallback')]);
    });
    expect((await tree.get('/pages/first')).body).toEqual({ name: 'page', page: 'first' });
    expect((await tree.get('/broken/one')).status).toBe(500);
    expect((await tree.get('/pages/%E0%A4%A')).status).toBe(400);
  });
});
