import { assertPassword, assertUncommon, personalWordsOf } from './password-rule';

describe('assertPassword', () => {
  it.each(['12345678', 'pass: word', 'x'.repeat(1024)])('accepts %j', (password) => {
    expect(() => assertPassword(password, 'password')).not.toThrow();
  });

  it.each(['', '1234567', 'x'.repeat(1025)])('rejects %j with an error on its field', (password) => {
    expect(() => assertPassword(password, 'new_password')).toThrow(
      expect.objectContaining({ fields: { new_password: [expect.any(String)] } }),
    );
  });
});

describe('assertUncommon', () => {
  it('accepts what takes a million guesses', () => {
    expect(() => assertUncommon(1_000_000, 'password')).not.toThrow();
  });

  it('rejects what takes fewer, with an error on its field', () => {
    expect(() => assertUncommon(999_999, 'new_password')).toThrow(
      expect.objectContaining({ fields: { new_password: [expect.stringMatching(/^Too common: /)] } }),
    );
  });
});

describe('personalWordsOf', () => {
  it.each([
    ['asha', '', ['asha']],
    ['Asha_K', '', ['asha_k', 'asha']],
    [
      'asha',
      'a.kariuki@example.org',
      ['asha', 'a.kariuki@example.org', 'a.kariuki', 'kariuki', 'example', 'org'],
    ],
  ])('of %j and %j are %j', (username, email, words) => {
    expect(personalWordsOf(username, email)).toEqual(words);
  });
});
