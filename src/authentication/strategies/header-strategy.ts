import type { UserActor } from '../../domain/account/actor';
import { type OAuthError, UnauthenticatedError } from '../../domain/errors';

/** Reason why credentials were rejected; sent to the client as it is. */
export type AuthenticationFailure = UnauthenticatedError | OAuthError;

export interface CredentialSource {
  /** Address of the client; undefined when it has disconnected. */
  readonly address: string | undefined;
  /** The request is for the OData service. */
  readonly isOdata: boolean;
}

export interface HeaderStrategy {
  /**
   * Finds the user of these credentials.
   * @param credentials text after the scheme
   * @throws DomainError for valid credentials that may not be used now
   */
  authenticate(credentials: string, source: CredentialSource): Promise<UserActor | AuthenticationFailure>;
}

export function malformedHeader(): AuthenticationFailure {
  return new UnauthenticatedError(
    'Invalid Authorization header. Send the scheme, a space and the credentials.',
  );
}
