import { PasswordCost } from '../../config/password-cost';
import { PasswordHasher } from './password-hasher';

describe('PasswordHasher', () => {
  it('defaults to argon2id with 19 MiB and two passes', async () => {
    const stored = await new PasswordHasher(new PasswordCost()).hash('secret');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('stores its parameters, so that any hasher can verify it', async () => {
    const stored = await new PasswordHasher({ memoryCost: 8, timeCost: 1 }).hash('secret');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    const hasher = new PasswordHasher(new PasswordCost());
    expect(await hasher.matches(stored, 'secret')).toBe(true);
    expect(await hasher.matches(stored, 'Secret')).toBe(false);
  });
});
