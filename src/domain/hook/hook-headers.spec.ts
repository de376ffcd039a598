import { basicCredentials, customHeaders, maskSecrets, restoreSecrets } from './hook-headers';

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
