import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { type CredentialEnd, CredentialHolders } from '../../events/credential-holder.port';
import { KnownAddressService } from './known-address.service';

/** What a reset of the password and a deactivation end besides (decision 67). */
@Injectable()
export class CredentialEndService {
  constructor(
    private readonly holders: CredentialHolders,
    private readonly knownAddresses: KnownAddressService,
  ) {}

  /** All that the account can be entered with, and the addresses it was known from. */
  async endAll(transaction: Transaction, end: CredentialEnd): Promise<void> {
    await this.holders.endAll(transaction, end);
    await this.knownAddresses.forgetAll(transaction, end.userId);
  }
}
