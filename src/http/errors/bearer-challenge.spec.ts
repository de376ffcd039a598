import { OAuthError, UnauthenticatedError } from '../../domain/errors';
import { bearerChallenge } from './bearer-challenge';
import { failureOf } from './failure';

describe('bearerChallenge', () => {
  it('says what is wrong with a token', () => {
    expect(bearerChallenge(failureOf(new OAuthError('invalid_token', 'Invalid "token".')))).toBe(
      'Bearer realm="api", error="invalid_token", error_description="Invalid token."',
    );
  });

  it('names the scope that would have done', () => {
    expect(bearerChallenge(failureOf(new OAuthError('insufficient_scope', 'No.', 'write')))).toBe(
      'Bearer realm="api", error="insufficient_scope", error_description="No.", scope="write"',
    );
  });

  it('has nothing to say of other failures', () => {
    expect(bearerChallenge(failureOf(new UnauthenticatedError()))).toBeUndefined();
    expect(bearerChallenge(failureOf(new OAuthError('invalid_client', 'No.')))).toBeUndefined();
  });
});
