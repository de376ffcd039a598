import type { Request } from 'express';
import { normaliseUrl, readQuery, wireFormatOf } from './request';

function normalise(url: string, accept?: string, method = 'GET') {
  const request = { url, method, headers: { accept }, res: { locals: {} } } as unknown as Request;
  const setHeader = jest.fn();
  normaliseUrl(request, { setHeader }, () => undefined);
  const { suffix, format } = wireFormatOf(request);
  return { result: { url: request.url, suffix, format }, headers: setHeader.mock.calls as unknown };
}

describe('normaliseUrl', () => {
  it.each([
    ['/api/v2/assets/', '/api/v2/assets', undefined, undefined],
    ['/api/v2/assets', '/api/v2/assets', undefined, undefined],
    ['//api//v2/assets/?q=a//b', '/api/v2/assets?q=a//b', undefined, undefined],
    ['/api/v2/assets.json', '/api/v2/assets', 'json', 'json'],
    ['/api/v2/assets.json/?limit=1', '/api/v2/assets?limit=1', 'json', 'json'],
    ['/api/v2/assets/aX.html', '/api/v2/assets/aX', 'html', 'html'],
    ['/api/v2/assets/?format=api', '/api/v2/assets?format=api', undefined, 'api'],
    ['/api/v2/assets/aX.xls', '/api/v2/assets/aX.xls', 'xls', 'xls'],
    ['/api/v2/assets/aX.xls/', '/api/v2/assets/aX.xls', 'xls', 'xls'],
    ['/api/v2/assets/aX/?a=1&format=xls', '/api/v2/assets/aX.xls?a=1&format=xls', undefined, 'xls'],
    ['/api/v2/assets/aX.json?format=xls', '/api/v2/assets/aX?format=xls', 'json', 'json'],
    ['/api/v2/assets/aX/data.xml?start=1', '/api/v2/assets/aX/data.xml?start=1', 'xml', 'xml'],
    ['/api/v2/assets/aX?format=yaml', '/api/v2/assets/aX.yaml?format=yaml', undefined, 'yaml'],
    ['/api/v2/assets?format=/../x', '/api/v2/assets.unknown?format=/../x', undefined, '/../x'],
    ['/api/v2/assets/?format=', '/api/v2/assets?format=', undefined, undefined],
    ['/api/v2/assets/aX/data/?format=json', '/api/v2/assets/aX/data?format=json', undefined, 'json'],
    ['/api/v2/users/ann.smith/', '/api/v2/users/ann.smith', undefined, undefined],
    ['/token/?format=json', '/token?format=json', undefined, 'json'],
    ['/me.json', '/me', 'json', 'json'],
    ['/ann/forms/aX/form.xml', '/ann/forms/aX/form.xml', undefined, undefined],
    ['/formList?format=xml', '/formList?format=xml', undefined, 'xml'],
    ['/members.json', '/members.json', undefined, undefined],
    ['/', '/', undefined, undefined],
    ['http://h.example/api/v2/assets/?q=x', '/api/v2/assets?q=x', undefined, undefined],
  ])('%s is routed as %s', (sent, url, suffix, format) => {
    expect(normalise(sent).result).toEqual({ url, suffix, format });
  });

  const FORM = '/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2';
  const SNAPSHOT = '/api/v2/asset_snapshots/sEMPghTguZsxj4rn4s9dvS';
  it.each([
    [FORM, 'application/xml', `${FORM}.xml`],
    [FORM, 'application/xml, */*;q=0.1', `${FORM}.xml`],
    [`${FORM}/?a=1`, 'application/xml', `${FORM}.xml?a=1`],
    [`${FORM}/data/`, 'application/xml', `${FORM}/data.xml`],
    [`${FORM}/data/17/`, 'application/xml', `${FORM}/data/17.xml`],
    [SNAPSHOT, 'application/xml', `${SNAPSHOT}.xml`],
    [FORM, 'application/xml;q=0.9, application/json;q=0.5', FORM],
    [FORM, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', FORM],
    [FORM, 'application/xml;q=0, */*', FORM],
    [FORM, 'text/xml', FORM],
    [`${FORM}/files/`, 'application/xml', `${FORM}/files`],
    [`${FORM}/data/validation_statuses/`, 'application/xml', `${FORM}/data/validation_statuses`],
    ['/api/v2/assets/', 'application/xml', '/api/v2/assets'],
    [`${FORM}.json`, 'application/xml', FORM],
  ])('%s for %s is routed as %s', (sent, accept, url) => {
    expect(normalise(sent, accept).result.url).toBe(url);
  });

  it('ignores the Accept header of a write', () => {
    expect(normalise(FORM, 'application/xml', 'PATCH').result.url).toBe(FORM);
  });

  const VARIES = [['Vary', 'Accept']];
  it.each([
    [FORM, undefined, 'GET', VARIES],
    [FORM, 'application/xml', 'GET', VARIES],
    [`${FORM}/data/17/`, 'application/json', 'HEAD', VARIES],
    [FORM, 'application/xml', 'PATCH', []],
    [`${FORM}.xml`, 'application/xml', 'GET', []],
    [`${FORM}.json`, 'application/xml', 'GET', []],
    [`${FORM}/?format=json`, 'application/xml', 'GET', []],
    ['/api/v2/assets/', 'application/xml', 'GET', []],
  ])('sends Vary where JSON and XML share a URL: %s for %s, %s', (sent, accept, method, headers) => {
    expect(normalise(sent, accept, method).headers).toEqual(headers);
  });
});

describe('readQuery', () => {
  it.each([
    ['', {}],
    [undefined, {}],
    ['limit=2', { limit: '2' }],
    ['limit=2&limit=3', { limit: '3' }],
    ['limit=2&q=x&limit=', { limit: '', q: 'x' }],
    ['a=b%20c&d', { a: 'b c', d: '' }],
    ['q=50%', { q: '50%' }],
  ])('reads %j', (text, query) => {
    expect(readQuery(text)).toEqual(query);
  });

  it('treats __proto__ as an ordinary key', () => {
    expect(Object.getOwnPropertyNames(readQuery('__proto__=x&constructor=y'))).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});
