import { OAuthError, UnauthenticatedError } from '../../domain/errors';
import { failureOf, bearerChallenge } from './failure';

describe('bearerChallenge', () => {
  it('reports an invalid token', () => {
    expect(bearerChallenge(failureOf(new OAuthError('invalid_token', 'Invalid "token".')))).toBe(
      'Bearer realm="api", error="invalid_token", error_description="Invalid token."',
    );
  });

  it('names the required scope', () => {
    expect(bearerChallenge(failureOf(new OAuthError('insufficient_scope', 'No.', 'write')))).toBe(
      'Bearer realm="api", error="insufficient_scope", error_description="No.", scope="write"',
    );
  });

  it('returns undefined for other failures', () => {
    expect(bearerChallenge(failureOf(new UnauthenticatedError()))).toBeUndefined();
    expect(bearerChallenge(failureOf(new OAuthError('invalid_client', 'No.')))).toBeUndefined();
  });
});
