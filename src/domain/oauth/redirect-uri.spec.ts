import { whyUnfitRedirectUri, withAnswer } from './redirect-uri';

describe('whyUnfitRedirectUri', () => {
  it.each([
    'https://app.example/callback',
    'http://127.0.0.1:4711/back?keep=1',
    'https://app.example',
    'org.example.app:/oauth',
  ])('takes %s', (uri) => {
    expect(whyUnfitRedirectUri(uri)).toBeUndefined();
  });

  it.each([
    ['', 'percent-encoded'],
    ['/callback', 'absolute'],
    ['app.example/callback', 'absolute'],
    ['https://', 'absolute'],
    ['https:app.example', 'host'],
    ['https://app.example/#here', 'fragment'],
    ['https://app.example/ä', 'percent-encoded'],
    ['https://app.example/a b', 'percent-encoded'],
    ['https://ann:secret@app.example/', 'username'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['myapp:/callback', 'scheme'],
    [`https://app.example/${'a'.repeat(2000)}`, 'longer'],
  ])('refuses %j', (uri, reason) => {
    expect(whyUnfitRedirectUri(uri)).toContain(reason);
  });
});

describe('withAnswer', () => {
  it('adds to the query that is there and leaves the rest as it was', () => {
    expect(withAnswer('https://a.example/b?c=%2F', { code: 'x y', state: '&=' })).toBe(
      'https://a.example/b?c=%2F&code=x+y&state=%26%3D',
    );
    expect(withAnswer('org.example:/back', { error: 'access_denied', state: undefined })).toBe(
      'org.example:/back?error=access_denied',
    );
  });
});
