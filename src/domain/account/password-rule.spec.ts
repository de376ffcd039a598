import { assertPassword } from './password-rule';

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
