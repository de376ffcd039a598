import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { KNOWN_ADDRESS_TTL_MS, addressBlock } from '../../domain/account/sign-in-limit';
import { JobRegistry } from '../../jobs/job-queue.port';
import type { Account } from './account.service';
import { KnownAddressRepository } from './sign-in.repository';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Remembers the addresses of recent sign-ins, which the failures of others cannot block (decision 66). Stored as HMACs
 * keyed with SECRET_KEY.
 */
@Injectable()
export class KnownAddressService implements OnModuleInit {
  private readonly hmacKeys: readonly [Buffer, ...Buffer[]];

  constructor(
    private readonly addresses: KnownAddressRepository,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
    secretKey: SecretKey,
  ) {
    this.hmacKeys = secretKey.deriveAll('known addresses');
  }

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'known-addresses.prune',
      intervalMs: DAY_MS,
      run: () => this.addresses.deleteSeenBefore(this.since(KNOWN_ADDRESS_TTL_MS)),
    });
  }

  /** Whether the account was recently signed in to from the address; false for unknown usernames. */
  has(username: string, address: string | undefined): Promise<boolean> {
    const hashes = this.hmacKeys.map((key) => hash(key, username, address));
    return this.addresses.isKnown(username, hashes, this.since(KNOWN_ADDRESS_TTL_MS));
  }

  /** Records a sign-in, at most once a day per address. */
  async record(
    { id, username }: Pick<Account, 'id' | 'username'>,
    address: string | undefined,
  ): Promise<void> {
    if (address === undefined) return;
    const seen = this.clock.now();
    await this.addresses.upsert(id, hash(this.hmacKeys[0], username, address), seen, this.since(DAY_MS));
  }

  async deleteAll(transaction: Transaction, userId: number): Promise<void> {
    await this.addresses.deleteByUser(transaction, userId);
  }

  private since(ms: number): Date {
    return new Date(this.clock.now().getTime() - ms);
  }
}

function hash(key: Buffer, username: string, address: string | undefined): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([username.toLowerCase(), addressBlock(address)]))
    .digest();
}
