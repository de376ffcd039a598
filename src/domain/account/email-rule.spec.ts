import { assertEmail } from './email-rule';

describe('assertEmail', () => {
  it.each(['', 'ann@example.org', 'ann+tag@localhost', 'jürg@müller.example'])('accepts %j', (email) => {
    expect(() => assertEmail(email)).not.toThrow();
  });

  it.each(['ann', 'ann@', '@example.org', 'a b@example.org', 'a@b@c', `${'a'.repeat(250)}@b.org`])(
    'rejects %j',
    (email) => {
      expect(() => assertEmail(email)).toThrow(
        expect.objectContaining({ fields: { email: [expect.any(String)] } }),
      );
    },
  );
});
