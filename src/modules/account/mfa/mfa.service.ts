import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { Environment } from '../../../config/environment';
import { SecretBox, SecretKey } from '../../../config/secret-key';
import {
  type MfaAccount,
  type MfaState,
  mfaState,
  readMfaCode,
  MFA_CODE_LENGTH,
} from '../../../domain/account/credential';
import { InvalidError, UnauthenticatedError } from '../../../domain/errors';
import { KnownAddressService, RefusedSignInService } from '../sign-in-challenge.service';
import { type Attempt, SignInThrottleService } from '../sign-in-throttle.service';
import { MfaRepository } from './mfa.repository';
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
/** Time steps before and after the current one, for clocks that differ and people who type slowly (RFC 6238 5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** A new secret in base 32. */
export function generateSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** Key URI that authenticator apps read from a QR code. */
export function totpUri(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  const uri = totpOf(secret, { issuer, label: username }).toString();
  // KoboToolbox's application shows the value of the first parameter as the key to type.
  return uri.replace(/\?(.*)&secret=(\w+)/, '?secret=$2&$1');
}

/** Time step of a valid code, compared in constant time; undefined for another code. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    algorithm: 'SHA1',
    digits: MFA_CODE_LENGTH,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
}

type User = { readonly id: number; readonly username: string };

/** Verifies the second factor of sign-ins: TOTP codes and recovery codes. */
@Injectable()
export class MfaService {
  private readonly recoveryKeys: readonly [Buffer, ...Buffer[]];

  constructor(
    private readonly methods: MfaRepository,
    private readonly throttle: SignInThrottleService,
    private readonly knownAddresses: KnownAddressService,
    private readonly refusals: RefusedSignInService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly environment: Environment,
    secretKey: SecretKey,
  ) {
    this.recoveryKeys = secretKey.deriveAll('recovery codes');
  }

  stateOf(account: MfaAccount): MfaState {
    return mfaState(account, this.environment.MFA_REQUIRED);
  }

  async stateOfUser(userId: number): Promise<MfaState> {
    const account = await this.methods.findAccount(userId);
    return account === undefined ? 'off' : this.stateOf(account);
  }

  /** @throws UnauthenticatedError when the account needs a second factor, which Basic cannot carry */
  async assertPasswordSuffices(user: User, address: string | undefined): Promise<void> {
    const state = await this.stateOfUser(user.id);
    if (state === 'off') return;
    await this.refusals.report({ reason: 'second factor missing', user, address });
    throw new UnauthenticatedError(
      state === 'active'
        ? 'Multi-factor authentication is enabled for this account. Basic authentication cannot be used. Send the API token of the account instead.'
        : 'Multi-factor authentication is required for this account. Sign in with a browser to set it up, then send the API token instead of the password.',
    );
  }

  /**
   * Verifies a code of the authenticator or a recovery code; each is accepted once.
   * @throws InvalidError for a wrong or used code
   * @throws TooManyRequestsError after too many codes
   */
  async verify(user: User, code: string, address: string | undefined): Promise<void> {
    await this.attempt(user, address, () => this.accept(user.id, code));
  }

  /** Runs a check of a code within the limits. @throws as `verify` does */
  async attempt<Result>(
    user: User,
    address: string | undefined,
    check: () => Promise<Result | undefined>,
  ): Promise<Result> {
    const isKnown = await this.knownAddresses.has(user.username, address);
    const attempt: Attempt = { username: user.username, address, trust: isKnown ? 'known' : 'unknown' };
    await this.throttle.reserveCode(attempt, () =>
      this.refusals.report({ reason: 'too many failures', user, address }),
    );
    const result = await check();
    if (result === undefined) {
      await this.refusals.report({ reason: 'wrong code', user, address });
      throw InvalidError.at(
        'code',
        'Wrong or used code. Enter the next one that your authenticator app shows.',
      );
    }
    await this.throttle.countRightCode(attempt);
    return result;
  }

  /** HMAC under which a recovery code is stored; a copy of the database alone does not suffice to guess it. */
  hashRecoveryCode(code: string): Buffer {
    return hashCode(this.recoveryKeys[0], code);
  }

  private async accept(userId: number, typed: string): Promise<true | undefined> {
    const code = readMfaCode(typed);
    if (code === undefined) return undefined;
    if (code.kind === 'recovery') {
      const hashes = this.recoveryKeys.map((key) => hashCode(key, code.code));
      return (await this.methods.useRecoveryCode(userId, hashes)) || undefined;
    }
    const secret = await this.methods.findSecret(userId, { isActive: true });
    const step =
      secret === undefined ? undefined : stepOfCode(this.box.open(secret), code.code, this.clock.now());
    if (step === undefined) return undefined;
    return (await this.methods.useStep(userId, step)) || undefined;
  }
}

const hashCode = (key: Buffer, code: string): Buffer =>
  createHmac('sha256', key).update(code.replace('-', '')).digest();
