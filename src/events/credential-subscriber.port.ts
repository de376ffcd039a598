import type { Transaction } from '../database/unit-of-work/unit-of-work.port';

/** All credentials of an account are revoked: its password was reset, or it was deactivated. */
export interface CredentialRevocation {
  readonly userId: number;
  /** The session that requested the revocation, which stays valid. */
  readonly exceptSession?: number | undefined;
}

/** A module that stores credentials: tokens, sessions, OAuth2 grants. */
export interface CredentialSubscriber {
  /** Revokes the credentials of the user in the transaction that changes the account. */
  revokeCredentials(transaction: Transaction, revocation: CredentialRevocation): Promise<void>;
}

/** Registry of modules that store credentials. They register at start. */
export class CredentialSubscribers {
  private readonly all: CredentialSubscriber[] = [];

  add(subscriber: CredentialSubscriber): void {
    this.all.push(subscriber);
  }

  async revokeAll(transaction: Transaction, revocation: CredentialRevocation): Promise<void> {
    for (const subscriber of this.all) await subscriber.revokeCredentials(transaction, revocation);
  }
}
