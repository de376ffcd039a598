import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { type CredentialRevocation, CredentialSubscribers } from '../../events/subscribers.port';
import { KnownAddressService } from './sign-in-challenge.service';

/** Revokes credentials after a password change or deactivation (decision 23). */
@Injectable()
export class CredentialRevocationService {
  constructor(
    private readonly subscribers: CredentialSubscribers,
    private readonly knownAddresses: KnownAddressService,
  ) {}

  /** Revokes tokens, sessions and grants, and deletes the known addresses. */
  async revokeAll(transaction: Transaction, revocation: CredentialRevocation): Promise<void> {
    await this.subscribers.revokeAll(transaction, revocation);
    await this.knownAddresses.deleteAll(transaction, revocation.userId);
  }
}
