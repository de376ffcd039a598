import type { UserActor } from '../../domain/account/actor';
import { OAuthError, TooManyError, UnauthenticatedError } from '../../domain/errors';
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

/** Accounts whose password is their name; who is looked up later is found sooner. */
class Accounts
  implements Pick<CredentialService, 'actorOfPassword' | 'rememberedActor'>, Pick<BearerService, 'actorOf'>
{
  readonly asked: string[] = [];
  private turns = 20;

  rememberedActor(username: string, password: string) {
    return username === 'known' && password === 'well' ? actor('known') : undefined;
  }

  async actorOfPassword(username: string, password: string, address: string | undefined) {
    this.asked.push(`${username} ${password} ${address}`);
    if (username === 'closed') throw new TooManyError('Slow down.', 30);
    for (let turn = (this.turns -= 5); turn > 0; turn -= 1) await Promise.resolve();
    return username === password.replace(/:.*/, '') ? actor(username) : undefined;
  }

  async actorOf(token: string) {
    return token === 'good' ? actor('ann') : undefined;
  }
}

const PLACE = { address: '::1', isOfFeed: false };

describe('BasicStrategy', () => {
  const accounts = new Accounts();
  const strategy = new BasicStrategy(accounts as unknown as CredentialService);

  it('gives every request its own user, whichever is found first', async () => {
    const found = await Promise.all(
      ['ann', 'ben', 'cleo'].map((name) => strategy.authenticate(base64(`${name}:${name}`), PLACE)),
    );
    expect(found).toEqual([actor('ann'), actor('ben'), actor('cleo')]);
  });

  it('asks nobody about a pair that is remembered', async () => {
    const asked = accounts.asked.length;
    expect(await strategy.authenticate(base64('known:well'), PLACE)).toEqual(actor('known'));
    expect(accounts.asked).toHaveLength(asked);
  });

  it('takes a password with colons and letters of all kinds as it is', async () => {
    expect(await strategy.authenticate(base64('ann:ann:pässwörd%3A:'), PLACE)).toEqual(actor('ann'));
    expect(accounts.asked.at(-1)).toBe('ann ann:pässwörd%3A: ::1');
  });

  it.each([
    [base64('ann:wrong'), 'Invalid username/password.'],
    [base64('ann:'), 'Invalid username/password.'],
    [base64('no colon'), expect.stringContaining('Invalid Authorization header') as string],
    ['', expect.stringContaining('Invalid Authorization header') as string],
  ])('refuses %j', async (sent, message) => {
    const refusal = await strategy.authenticate(sent, PLACE);
    expect(refusal).toBeInstanceOf(UnauthenticatedError);
    expect(refusal).toMatchObject({ message });
  });

  it('lets what the look-up throws reach the caller', async () => {
    await expect(strategy.authenticate(base64('closed:x'), PLACE)).rejects.toThrow('Slow down.');
  });
});

describe('BearerStrategy', () => {
  const strategy = new BearerStrategy(new Accounts() as unknown as BearerService);

  it('finds the user of a token', async () => {
    expect(await strategy.authenticate('good')).toEqual(actor('ann'));
  });

  it.each(['bad', 'two words', ''])('refuses %j in the words of OAuth2', async (sent) => {
    const refusal = await strategy.authenticate(sent);
    expect(refusal).toBeInstanceOf(OAuthError);
    expect(refusal).toMatchObject({ code: 'invalid_token' });
  });
});
