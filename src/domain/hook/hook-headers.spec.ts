import { basicCredentials, customHeaders, maskedSettings, unmaskedSettings } from './hook-headers';

const KEPT = {
  username: 'ann',
  password: 'open sesame',
  custom_headers: { 'X-Project': 'wells', Authorization: 'Bearer 1', 'x-api-key': '2' },
  more: [1],
};

describe('settings of a hook', () => {
  it('show no password and no value of a header that opens a door', () => {
    const mask = '********';
    expect(maskedSettings(KEPT)).toEqual({
      ...KEPT,
      password: mask,
      custom_headers: { 'X-Project': 'wells', Authorization: mask, 'x-api-key': mask },
    });
    expect(maskedSettings({ password: '' })).toEqual({ password: '' });
    expect(maskedSettings({ password: null })).toEqual({ password: null });
  });

  it('come back from what was shown, and from nothing else', () => {
    expect(unmaskedSettings(maskedSettings(KEPT), KEPT)).toEqual(KEPT);
    expect(unmaskedSettings({ password: 'new' }, KEPT)).toEqual({ password: 'new' });
    expect(unmaskedSettings({ password: '********' }, {})).toEqual({ password: '' });
  });

  it.each([undefined, null, 'x', 7, [], [1], { custom_headers: [1] }, { custom_headers: 'x' }])(
    'that are %j say nothing and are kept',
    (settings) => {
      expect(customHeaders(settings)).toEqual([]);
      expect(basicCredentials(settings)).toEqual({ username: '', password: '' });
      expect(maskedSettings(settings)).toEqual(settings);
    },
  );
});
