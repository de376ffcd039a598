import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import { orNotFound } from '../../domain/errors';
import { AccountKeySigner } from './account-keys';
import { AccountRepository, type UserWithPassword } from './account.repository';
import type { Account } from './account.service';
import { AuditService } from '../audit/audit.service';

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
