import {
  assertEndpoint,
  assertTemplate,
  assertSettings,
  basicCredentials,
  customHeaders,
  maskSecrets,
  restoreSecrets,
} from './hook-rules';

describe('hook rules', () => {
  it.each([
    'http://x.example/in',
    'https://x.example:8443/?a=b',
    'HTTPS://X.example',
    'http://127.0.0.1:8000/é b?x=é#ü',
    'https://bücher.example/',
    'http://[::1]/',
  ])('accept %s', (endpoint) => {
    expect(() => assertEndpoint(endpoint)).not.toThrow();
  });

  it.each([
    'http:\\\\x.example\\in',
    'http://x.example\\@y.example/',
    'http://x.example/a\nb',
    'http://x.example/a\tb',
    'http://x.example/\u007f',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127。0。0。1/',
  ])('reject %j, which is never sent to', (endpoint) => {
    expect(() => assertEndpoint(endpoint)).toThrow('dotted decimals');
  });

  it.each([
    ['', 'This field may not be blank.'],
    ['ftp://x.example', 'Invalid scheme'],
    ['httpx://x.example', 'Invalid scheme'],
    ['nonsense', 'Invalid scheme'],
    ['http://', 'Enter a valid URL.'],
    [`https://x.example/${'a'.repeat(2048)}`, 'Enter a valid URL.'],
    [
      'https://ann@x.example/',
      'The URL contains credentials. Send them in `settings` as `username` and `password`.',
    ],
  ])('reject %j: %s', (endpoint, message) => {
    const assert = (): void => assertEndpoint(endpoint);
    expect(assert).toThrow(expect.objectContaining({ fields: { endpoint: [message] } }));
  });

  it('accept only templates that produce JSON, for JSON payloads', () => {
    for (const template of [null, '', '{"x": 1}', '[%SUBMISSION%, %SUBMISSION%]']) {
      expect(() => assertTemplate(template, 'json')).not.toThrow();
    }
    for (const template of ['{"x": ', '"%SUBMISSION%"', '%SUBMISSION']) {
      expect(() => assertTemplate(template, 'json')).toThrow('Invalid JSON');
    }
    expect(() => assertTemplate('{}', 'xml')).toThrow('Can be used only with JSON');
    expect(() => assertTemplate('', 'xml')).not.toThrow();
  });

  it.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'Webhook-Id', 'X A', 'X\n', ''])(
    'reject the header %j',
    (name) => {
      expect(() => assertSettings({ custom_headers: { [name]: 'a' } })).toThrow('settings:');
    },
  );
});

const STORED = {
  username: 'ann',
  password: 'open sesame',
  custom_headers: { 'X-Project': 'wells', Authorization: 'Bearer 1', 'x-api-key': '2' },
  more: [1],
};

describe('settings of a hook', () => {
  it('mask the password and secret headers', () => {
    const mask = '********';
    expect(maskSecrets(STORED)).toEqual({
      ...STORED,
      password: mask,
      custom_headers: { 'X-Project': 'wells', Authorization: mask, 'x-api-key': mask },
    });
    expect(maskSecrets({ password: '' })).toEqual({ password: '' });
    expect(maskSecrets({ password: null })).toEqual({ password: null });
  });

  it('restore masked secrets from the stored settings', () => {
    expect(restoreSecrets(maskSecrets(STORED), STORED)).toEqual(STORED);
    expect(restoreSecrets({ password: 'new' }, STORED)).toEqual({ password: 'new' });
    expect(restoreSecrets({ password: '********' }, {})).toEqual({ password: '' });
  });

  it.each([undefined, null, 'x', 7, [], [1], { custom_headers: [1] }, { custom_headers: 'x' }])(
    'that are %j have no headers or credentials and stay unchanged',
    (settings) => {
      expect(customHeaders(settings)).toEqual([]);
      expect(basicCredentials(settings)).toEqual({ username: '', password: '' });
      expect(maskSecrets(settings)).toEqual(settings);
    },
  );
});
