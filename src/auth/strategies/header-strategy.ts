import type { UserActor } from '../../domain/account/actor';
import { type OAuthError, UnauthenticatedError } from '../../domain/errors';

/** Why credentials are nobody's; it reaches the caller as it is. */
export type Refusal = UnauthenticatedError | OAuthError;

/** One scheme of the Authorization header. */
export interface HeaderStrategy {
  /**
   * Whose credentials these are.
   * @param sent what stands behind the scheme's name; nobody else reads the header
   * @param address of the client; undefined when the connection is gone
   * @throws DomainError for credentials that hold and may not be used now
   */
  authenticate(sent: string, address: string | undefined): Promise<UserActor | Refusal>;
}

/** Of a header that holds no credentials of its scheme. */
export function malformed(): Refusal {
  return new UnauthenticatedError(
    'Invalid Authorization header; send the scheme and one word of credentials after it.',
  );
}
