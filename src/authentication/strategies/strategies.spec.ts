import type { Request } from 'express';
import { Passport, type Strategy } from 'passport';
import type { UserActor } from '../../domain/account/actor';
import { OAuthError, TooManyRequestsError, UnauthenticatedError } from '../../domain/errors';
import type { CredentialService } from '../../modules/account/credential/credential.service';
import type { BearerService } from '../../modules/account/oauth/authorization.service';
import { BasicStrategy, BearerStrategy, TokenStrategy } from './authorization-header.strategy';

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
  implements
    Pick<CredentialService, 'actorOfPassword' | 'actorOfToken' | 'cachedActor'>,
    Pick<BearerService, 'actorOf'>
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

  async actorOfToken(key: string) {
    return this.actorOf(key);
  }
}

/** Runs a strategy as the guard does; undefined when it finds no credentials of its scheme. */
function authenticator(name: string, strategy: unknown): (authorization: string) => Promise<unknown> {
  const passport = new Passport().use(name, strategy as Strategy);
  return (authorization) =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, user?: unknown): void => {
        if (error instanceof Error) reject(error);
        else resolve(user || undefined);
      };
      const authenticate = passport.authenticate(name, { session: false }, done) as (
        ...args: unknown[]
      ) => void;
      const request: Partial<Request> = { headers: { authorization }, ip: '::1', path: '/' };
      authenticate(request, {}, done);
    });
}

const failureOf = (found: Promise<unknown>): Promise<unknown> => found.catch((error: unknown) => error);

describe('BasicStrategy', () => {
  const accounts = new Accounts();
  const authenticate = authenticator('basic', new BasicStrategy(accounts as unknown as CredentialService));

  it('returns the right user to each concurrent request', async () => {
    const found = await Promise.all(
      ['ann', 'ben', 'cleo'].map((name) => authenticate(`Basic ${base64(`${name}:${name}`)}`)),
    );
    expect(found).toEqual([actor('ann'), actor('ben'), actor('cleo')]);
  });

  it('looks up no account for cached credentials', async () => {
    const lookups = accounts.lookups.length;
    expect(await authenticate(`Basic ${base64('known:well')}`)).toEqual(actor('known'));
    expect(accounts.lookups).toHaveLength(lookups);
  });

  it('accepts a password with colons and non-ASCII letters', async () => {
    expect(await authenticate(`Basic ${base64('ann:ann:pässwörd%3A:')}`)).toEqual(actor('ann'));
    expect(accounts.lookups.at(-1)).toBe('ann ann:pässwörd%3A: ::1');
  });

  it.each([
    [base64('ann:wrong'), 'Invalid username/password.'],
    [base64('ann:'), 'Invalid username/password.'],
    [base64('no colon'), expect.stringContaining('Invalid Authorization header') as string],
    ['', expect.stringContaining('Invalid Authorization header') as string],
  ])('rejects %j', async (sent, message) => {
    const failure = await failureOf(authenticate(`Basic ${sent}`));
    expect(failure).toBeInstanceOf(UnauthenticatedError);
    expect(failure).toMatchObject({ message });
  });

  it('rethrows errors of the lookup', async () => {
    await expect(authenticate(`Basic ${base64('closed:x')}`)).rejects.toThrow('Slow down.');
  });
});

describe('BearerStrategy', () => {
  const authenticate = authenticator(
    'bearer',
    new BearerStrategy(new Accounts() as unknown as BearerService),
  );

  it('finds the user of a token', async () => {
    expect(await authenticate('Bearer good')).toEqual(actor('ann'));
  });

  it.each(['bad', 'two words', ''])('rejects %j with an OAuth2 error', async (sent) => {
    const failure = await failureOf(authenticate(`Bearer ${sent}`));
    expect(failure).toBeInstanceOf(OAuthError);
    expect(failure).toMatchObject({ code: 'invalid_token' });
  });
});

describe('TokenStrategy', () => {
  const authenticate = authenticator(
    'token',
    new TokenStrategy(new Accounts() as unknown as CredentialService),
  );

  it.each(['Token good', 'TOKEN  good '])('finds the user of %j', async (header) => {
    expect(await authenticate(header)).toEqual(actor('ann'));
  });

  it.each([
    ['bad', 'Invalid token.'],
    ['two words', expect.stringContaining('Invalid Authorization header') as string],
    ['', expect.stringContaining('Invalid Authorization header') as string],
  ])('rejects %j', async (sent, message) => {
    const failure = await failureOf(authenticate(`Token ${sent}`));
    expect(failure).toBeInstanceOf(UnauthenticatedError);
    expect(failure).toMatchObject({ message });
  });

  it('leaves other schemes to other strategies', async () => {
    expect(await authenticate('Bearer good')).toBeUndefined();
  });
});
