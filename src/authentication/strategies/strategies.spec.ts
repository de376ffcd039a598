import type { UserActor } from '../../domain/account/actor';
import { OAuthError, TooManyRequestsError, UnauthenticatedError } from '../../domain/errors';
import type { CredentialService } from '../../modules/credential/credential.service';
import type { BearerService } from '../../modules/oauth/bearer.service';
import { BasicStrategy } from './basic.strategy';
import { BearerStrategy } from './bearer.strategy';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const actor = (username: string): UserActor => ({
  kind: 'user',
  id: username.length,
  username,
  isSuperuser: false,
  credential: 'basic',
  scopes: ['read'],
});

/** Accounts whose password is their name; later lookups resolve earlier. */
class Accounts
  implements Pick<CredentialService, 'actorOfPassword' | 'cachedActor'>, Pick<BearerService, 'actorOf'>
{
  readonly lookups: string[] = [];
  private delay = 20;

  cachedActor(username: string, password: string) {
    return username === 'known' && password === 'well' ? actor('known') : undefined;
  }

  async actorOfPassword(username: string, password: string, address: string | undefined) {
    this.lookups.push(`${username} ${password} ${address}`);
    if (username === 'closed') throw new TooManyRequestsError('Slow down.', 30);
    for (let tick = (this.delay -= 5); tick > 0; tick -= 1) await Promise.resolve();
    return username === password.replace(/:.*/, '') ? actor(username) : undefined;
  }

  async actorOf(token: string) {
    return token === 'good' ? actor('ann') : undefined;
  }
}

const SOURCE = { address: '::1', isOdata: false };

describe('BasicStrategy', () => {
  const accounts = new Accounts();
  const strategy = new BasicStrategy(accounts as unknown as CredentialService);

  it('returns the right user to each concurrent request', async () => {
    const found = await Promise.all(
      ['ann', 'ben', 'cleo'].map((name) => strategy.authenticate(base64(`${name}:${name}`), SOURCE)),
    );
    expect(found).toEqual([actor('ann'), actor('ben'), actor('cleo')]);
  });

  it('looks up no account for cached credentials', async () => {
    const lookups = accounts.lookups.length;
    expect(await strategy.authenticate(base64('known:well'), SOURCE)).toEqual(actor('known'));
    expect(accounts.lookups).toHaveLength(lookups);
  });

  it('accepts a password with colons and non-ASCII letters', async () => {
    expect(await strategy.authenticate(base64('ann:ann:pässwörd%3A:'), SOURCE)).toEqual(actor('ann'));
    expect(accounts.lookups.at(-1)).toBe('ann ann:pässwörd%3A: ::1');
  });

  it.each([
    [base64('ann:wrong'), 'Invalid username/password.'],
    [base64('ann:'), 'Invalid username/password.'],
    [base64('no colon'), expect.stringContaining('Invalid Authorization header') as string],
    ['', expect.stringContaining('Invalid Authorization header') as string],
  ])('rejects %j', async (sent, message) => {
    const failure = await strategy.authenticate(sent, SOURCE);
    expect(failure).toBeInstanceOf(UnauthenticatedError);
    expect(failure).toMatchObject({ message });
  });

  it('rethrows errors of the lookup', async () => {
    await expect(strategy.authenticate(base64('closed:x'), SOURCE)).rejects.toThrow('Slow down.');
  });
});

describe('BearerStrategy', () => {
  const strategy = new BearerStrategy(new Accounts() as unknown as BearerService);

  it('finds the user of a token', async () => {
    expect(await strategy.authenticate('good')).toEqual(actor('ann'));
  });

  it.each(['bad', 'two words', ''])('rejects %j with an OAuth2 error', async (sent) => {
    const failure = await strategy.authenticate(sent);
    expect(failure).toBeInstanceOf(OAuthError);
    expect(failure).toMatchObject({ code: 'invalid_token' });
  });
});
