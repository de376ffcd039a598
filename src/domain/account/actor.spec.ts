import type { CredentialKind, UserActor } from './actor';
import { assertOwnCredential } from './actor';

const actorWith = (credential: CredentialKind): UserActor => ({
  kind: 'user',
  id: 1,
  username: 'ann',
  isSuperuser: false,
  credential,
  scopes: ['read', 'write'],
});

describe('assertOwnCredential', () => {
  it.each(['token', 'basic', 'session'] as const)('accepts %s', (credential) => {
    expect(() => assertOwnCredential(actorWith(credential))).not.toThrow();
  });

  it.each(['scoped-token', 'bearer', 'job'] as const)('rejects %s', (credential) => {
    expect(() => assertOwnCredential(actorWith(credential))).toThrow('You do not have permission');
  });
});
