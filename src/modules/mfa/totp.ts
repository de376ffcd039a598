import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { MFA_CODE_LENGTH } from '../../domain/account/mfa';

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
  return totpOf(secret, { issuer, label: username }).toString();
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
