import type { UserActor } from '../../domain/account/actor';
import { type OAuthError, UnauthenticatedError } from '../../domain/errors';

/** Why credentials are nobody's; it reaches the caller as it is. */
export type Refusal = UnauthenticatedError | OAuthError;

/** Where credentials come from, and where they lead. */
export interface SignInPlace {
  /** Of the client; undefined when the connection is gone. */
  readonly address: string | undefined;
  /** The request is one for the feed for spreadsheets. */
  readonly isOfFeed: boolean;
}

/** One scheme of the Authorization header. */
export interface HeaderStrategy {
  /**
   * Whose credentials these are.
   * @param sent what stands behind the scheme's name; nobody else reads the header
   * @throws DomainError for credentials that hold and may not be used now
   */
  authenticate(sent: string, place: SignInPlace): Promise<UserActor | Refusal>;
}

/** Of a header that holds no credentials of its scheme. */
export function malformed(): Refusal {
  return new UnauthenticatedError(
    'Invalid Authorization header; send the scheme and one word of credentials after it.',
  );
}
