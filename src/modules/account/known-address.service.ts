import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { addressBlock } from '../../domain/account/client-address';
import { KNOWN_MS } from '../../domain/account/sign-in-limit';
import { JobRegistry } from '../../jobs/job-queue.port';
import type { Account } from './account.service';
import { KnownAddressQuery } from './known-address.query';
import { KnownAddressRepository } from './known-address.repository';

const DAY_MS = 24 * 60 * 60_000;

/**
 * From where accounts were signed in to lately: there, what others do closes nothing (decision 66). The addresses are
 * kept as keyed hashes, which tell nothing without SECRET_KEY.
 */
@Injectable()
export class KnownAddressService implements OnModuleInit {
  private readonly naming: Buffer;

  constructor(
    private readonly addresses: KnownAddressRepository,
    private readonly addressQuery: KnownAddressQuery,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
    secretKey: SecretKey,
  ) {
    this.naming = secretKey.derive('known addresses');
  }

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'forget addresses of old sign-ins',
      everyMs: DAY_MS,
      run: () => this.addresses.deleteSeenBefore(this.since(KNOWN_MS)),
    });
  }

  /** Whether the account was signed in to from there lately; never so for a name that nobody has. */
  has(username: string, address: string | undefined): Promise<boolean> {
    return this.addressQuery.isKnown(username, this.hashOf(username, address), this.since(KNOWN_MS));
  }

  /** Keeps that the account was signed in to from there; once a day is often enough. */
  async note({ id, username }: Pick<Account, 'id' | 'username'>, address: string | undefined): Promise<void> {
    if (address === undefined) return;
    const seen = this.clock.now();
    await this.addressQuery.note(id, this.hashOf(username, address), seen, this.since(DAY_MS));
  }

  /** With the password goes what was known of those who had it. */
  async forgetAll(transaction: Transaction, userId: number): Promise<void> {
    await this.addresses.deleteOf(transaction, userId);
  }

  private since(ms: number): Date {
    return new Date(this.clock.now().getTime() - ms);
  }

  private hashOf(username: string, address: string | undefined): Buffer {
    return createHmac('sha256', this.naming)
      .update(JSON.stringify([username.toLowerCase(), addressBlock(address)]))
      .digest();
  }
}
