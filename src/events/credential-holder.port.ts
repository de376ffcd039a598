import type { Transaction } from '../database/unit-of-work/unit-of-work.port';

/** Everything that an account can be entered with ends: its password was reset, or it was deactivated. */
export interface CredentialEnd {
  readonly userId: number;
  /** The session in which its user asked for it, which goes on. */
  readonly sparedSession?: number | undefined;
}

/** A module that keeps what accounts are entered with: tokens, sessions, grants. */
export interface CredentialHolder {
  /** Ends all that it keeps for the user, in the transaction that changes the account: both happen or neither. */
  endCredentials(transaction: Transaction, end: CredentialEnd): Promise<void>;
}

/** Where modules say that they keep credentials, once, at start. */
export class CredentialHolders {
  private readonly all: CredentialHolder[] = [];

  add(holder: CredentialHolder): void {
    this.all.push(holder);
  }

  async endAll(transaction: Transaction, end: CredentialEnd): Promise<void> {
    for (const holder of this.all) await holder.endCredentials(transaction, end);
  }
}
