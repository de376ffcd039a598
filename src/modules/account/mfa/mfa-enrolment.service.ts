import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { Environment } from '../../../config/environment';
import { SecretBox } from '../../../config/secret-key';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { SERVICE, type UserActor, assertOwnCredential } from '../../../domain/account/actor';
import { generateRecoveryCodes, isMfaRequired, readMfaCode } from '../../../domain/account/credential';
import type { AccountEvent } from '../../../domain/audit/audit-action';
import { DeniedError, InvalidError, NotFoundError, orNotFound } from '../../../domain/errors';
import { AuditService } from '../../audit/audit.service';
import { MfaRepository } from './mfa.repository';
import { MfaService, generateSecret, stepOfCode, totpUri } from './mfa.service';
import { type Account, AccountService } from '../account.service';

type User = { readonly id: number; readonly username: string };

export interface MfaMethod {
  readonly isActive: boolean;
  readonly dateCreated: Date;
  readonly dateModified: Date;
  readonly dateDisabled: Date | null;
}

export interface MfaStatus {
  /** Undefined before the first enrolment. */
  readonly method: MfaMethod | undefined;
  readonly isRequired: boolean;
  readonly recoveryCodesLeft: number;
}

/** Secret of a method that is not confirmed yet. */
export interface PendingMethod {
  readonly secret: string;
  readonly uri: string;
}

/** Origin of a code. */
export interface CodeOrigin {
  readonly address: string | undefined;
  /** Session that continues; absent during a sign-in. */
  readonly session?: number | undefined;
}

/** Enrols, confirms and switches off authenticators. */
@Injectable()
export class MfaEnrolmentService {
  constructor(
    private readonly methods: MfaRepository,
    private readonly mfa: MfaService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditService,
    private readonly environment: Environment,
  ) {}

  async status(userId: number): Promise<MfaStatus> {
    const account = orNotFound(await this.methods.findAccount(userId));
    return {
      method: (await this.methods.find(userId)) ?? undefined,
      isRequired: isMfaRequired(account, this.environment.MFA_REQUIRED),
      recoveryCodesLeft: await this.methods.countRecoveryCodes(userId),
    };
  }

  /**
   * Stores a new secret, which takes effect when a code of it is confirmed. Only this result shows it: another session of
   * the account must not copy it.
   * @throws DeniedError for a token: who finds one must not lock its owner out
   * @throws InvalidError when a method is active
   */
  async begin(user: UserActor, issuer: string): Promise<PendingMethod> {
    assertInteractive(user);
    const secret = generateSecret();
    const isStored = await this.methods.insertSecret(user.id, this.box.seal(secret), this.clock.now());
    if (!isStored) throw alreadyActive();
    return { secret, uri: totpUri(secret, { issuer, username: user.username }) };
  }

  /**
   * Activates the pending method by its first code, and ends the sessions of a password alone.
   * @returns recovery codes, which are not shown again
   * @throws InvalidError for a wrong code, or when no method is pending
   * @throws TooManyRequestsError after too many codes
   */
  async confirm(user: UserActor, code: string, origin: CodeOrigin): Promise<string[]> {
    assertInteractive(user);
    const encryptedSecret = await this.methods.findSecret(user.id, { isActive: false });
    if (encryptedSecret === undefined) {
      throw (await this.methods.find(user.id))?.isActive === true
        ? alreadyActive()
        : new InvalidError('No method is waiting for a code. Activate one first.');
    }
    const now = this.clock.now();
    const secret = this.box.open(encryptedSecret);
    const step = await this.mfa.attempt(user, origin.address, () => {
      const typed = readMfaCode(code);
      return Promise.resolve(typed?.kind === 'totp' ? stepOfCode(secret, typed.code, now) : undefined);
    });
    const codes = generateRecoveryCodes(randomBytes);
    await this.unitOfWork.run(async (transaction) => {
      const isActivated = await this.methods.activate(transaction, user.id, { encryptedSecret, step, now });
      if (!isActivated) throw alreadyActive();
      await this.methods.replaceRecoveryCodes(transaction, user.id, this.hashesOf(codes));
      if (origin.session !== undefined) await this.methods.passSession(transaction, user.id, origin.session);
      await this.methods.deleteOtherSessions(transaction, user.id);
      await this.audit.recordAccountEvent(transaction, user, event(user, 'activated'));
    });
    return codes;
  }

  /** Replaces the recovery codes. @throws as `confirm` does; NotFoundError without an active method */
  async regenerateCodes(user: UserActor, code: string, { address }: CodeOrigin): Promise<string[]> {
    await this.assertActive(user);
    await this.mfa.verify(user, code, address);
    const codes = generateRecoveryCodes(randomBytes);
    await this.unitOfWork.run(async (transaction) => {
      await this.methods.replaceRecoveryCodes(transaction, user.id, this.hashesOf(codes));
      await this.audit.recordAccountEvent(transaction, user, event(user, 'recovery codes replaced'));
    });
    return codes;
  }

  /**
   * Switches the method off and deletes its secret.
   * @throws DeniedError when the operator requires a second factor
   * @throws as `regenerateCodes` does
   */
  async deactivate(user: UserActor, code: string, { address }: CodeOrigin): Promise<void> {
    await this.assertActive(user);
    const { isRequired } = await this.status(user.id);
    if (isRequired) {
      throw new DeniedError(
        'Multi-factor authentication is required for this account. Ask a superuser to reset it.',
      );
    }
    await this.mfa.verify(user, code, address);
    await this.unitOfWork.run(async (transaction) => {
      await this.methods.deactivate(transaction, user.id, this.clock.now());
      await this.audit.recordAccountEvent(transaction, user, event(user, 'deactivated'));
    });
  }

  /** Deletes the method of an account whose device was lost. */
  async reset(by: UserActor | typeof SERVICE, user: User): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const isDeleted = await this.methods.delete(transaction, user.id);
      if (isDeleted) await this.audit.recordAccountEvent(transaction, by, event(user, 'reset'));
    });
  }

  /** Requires a second factor of one account, and ends its sessions of a password alone. */
  async require(by: UserActor | typeof SERVICE, user: User, isRequired: boolean): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await this.methods.setRequired(transaction, user.id, isRequired);
      if (isRequired) await this.methods.deleteOtherSessions(transaction, user.id);
      const change = isRequired ? 'required' : 'not required';
      await this.audit.recordAccountEvent(transaction, by, event(user, change));
    });
  }

  private async assertActive(user: UserActor): Promise<void> {
    assertInteractive(user);
    if ((await this.methods.find(user.id))?.isActive !== true) throw new NotFoundError();
  }

  private hashesOf(codes: readonly string[]): Buffer[] {
    return codes.map((code) => this.mfa.hashRecoveryCode(code));
  }
}

/** @throws DeniedError for credentials of programs */
function assertInteractive({ credential }: UserActor): void {
  if (credential === 'session' || credential === 'basic') return;
  throw new DeniedError('A token cannot manage the second factor. Sign in with a browser.');
}

function alreadyActive(): InvalidError {
  return new InvalidError('Multi-factor authentication is already active. Deactivate it first.');
}

function event({ username }: User, mfa: string): AccountEvent {
  return { action: 'update', metadata: { account: username, mfa } };
}

/** Acts on the second factor of an account by its username, for superusers and the command line. */
@Injectable()
export class UserMfaService {
  constructor(
    private readonly accounts: AccountService,
    private readonly enrolment: MfaEnrolmentService,
  ) {}

  /**
   * @throws DeniedError for a delegated credential
   * @throws NotFoundError for an unknown user
   */
  async status(by: UserActor | typeof SERVICE, username: string): Promise<MfaStatus> {
    const { id } = await this.findUser(by, username);
    return this.enrolment.status(id);
  }

  /** @param isRequired undefined leaves it */
  async change(
    by: UserActor | typeof SERVICE,
    username: string,
    isRequired: boolean | undefined,
  ): Promise<MfaStatus> {
    const user = await this.findUser(by, username);
    if (isRequired !== undefined) await this.enrolment.require(by, user, isRequired);
    return this.enrolment.status(user.id);
  }

  async reset(by: UserActor | typeof SERVICE, username: string): Promise<void> {
    await this.enrolment.reset(by, await this.findUser(by, username));
  }

  private async findUser(by: UserActor | typeof SERVICE, username: string): Promise<Account> {
    if (by.kind === 'user') assertOwnCredential(by);
    const account = await this.accounts.findByUsername(username);
    if (account === null || account.id === this.accounts.anonymousUserId) throw new NotFoundError();
    return account;
  }
}
