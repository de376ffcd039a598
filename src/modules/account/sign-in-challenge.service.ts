import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit, Logger } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { KNOWN_ADDRESS_TTL_MS, addressBlock } from '../../domain/account/sign-in-limit';
import { JobRegistry } from '../../jobs/job-queue.port';
import type { Account } from './account.service';
import { KnownAddressRepository } from './sign-in.repository';
import { orNotFound } from '../../domain/errors';
import { AccountKeySigner } from './account-keys';
import { AccountRepository, type UserWithPassword } from './account.repository';
import { AuditService } from '../audit/audit.service';

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

export const CHALLENGE_TTL_MS = 10 * 60_000;

/**
 * Remembers a verified password between the two steps of a sign-in, in a signed token. It is no credential: it allows to
 * enter a code. A password change and a deactivation void it.
 */
@Injectable()
export class SignInChallengeService {
  private readonly signer: AccountKeySigner;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    secretKey: SecretKey,
  ) {
    this.signer = new AccountKeySigner(secretKey.deriveAll('sign-in challenges'), CHALLENGE_TTL_MS);
  }

  /** @throws NotFoundError if the account was deleted meanwhile */
  async issue(userId: number): Promise<string> {
    const user = orNotFound(await this.accounts.findWithPasswordById(userId));
    return this.signer.issue(userId, verifiedState(user), this.clock.now()).key;
  }

  /** Returns the account whose password was verified; undefined for an invalid or expired token. */
  async verify(token: string): Promise<Account | undefined> {
    const parts = this.signer.read(token, this.clock.now());
    if (parts === undefined) return undefined;
    const user = await this.accounts.findWithPasswordById(parts.userId);
    if (user?.isActive !== true) return undefined;
    return this.signer.isValid(parts, verifiedState(user)) ? user : undefined;
  }
}

/** State that a verified password depends on. */
const verifiedState = ({ passwordHash, dateDeactivated }: UserWithPassword) => [
  passwordHash,
  dateDeactivated,
];

export type RefusalReason =
  | 'wrong password'
  | 'no such user'
  | 'account not active'
  | 'too many failures'
  | 'wrong code'
  | 'second factor missing';

export interface RefusedSignIn {
  readonly reason: RefusalReason;
  /** Null for an unknown username. */
  readonly user: Pick<Account, 'id' | 'username'> | null;
  /** Undefined after the connection closed. */
  readonly address: string | undefined;
}

/** Logs and audits refused sign-ins. */
@Injectable()
export class RefusedSignInService {
  private readonly logger = new Logger('sign-in');

  constructor(private readonly audit: AuditService) {}

  /**
   * Omits unknown usernames, which may be passwords typed into the wrong field. Refusals decided from the cache of the
   * throttle are not reported, so that a flood cannot fill the log.
   */
  async report({ reason, user, address }: RefusedSignIn): Promise<void> {
    const account = user === null ? {} : { userId: user.id, username: user.username };
    this.logger.warn({ event: 'sign-in refused', reason, ...account, address }, 'Sign-in refused.');
    await this.audit.recordSignIn({ account: user, refused: reason, address });
  }
}
