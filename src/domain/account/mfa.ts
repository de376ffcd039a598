import type { RandomBytes } from '../asset/uid';

/** Digits of a TOTP code (RFC 6238), as authenticator apps show them. */
export const MFA_CODE_LENGTH = 6;

/** The only method, as KoboToolbox names it. */
export const MFA_METHOD = 'app';

/** off: the password suffices; required: the user must enrol before signing in; active: a code is required. */
export type MfaState = 'off' | 'required' | 'active';

export interface MfaAccount {
  readonly isSuperuser: boolean;
  /** Set for the account by a superuser. */
  readonly isRequired: boolean;
  readonly isActive: boolean;
}

/** @param policy accounts that the operator requires to enrol */
export function mfaState(account: MfaAccount, policy: 'none' | 'superusers' | 'all'): MfaState {
  if (account.isActive) return 'active';
  return isMfaRequired(account, policy) ? 'required' : 'off';
}

export function isMfaRequired(
  { isSuperuser, isRequired }: Pick<MfaAccount, 'isSuperuser' | 'isRequired'>,
  policy: 'none' | 'superusers' | 'all',
): boolean {
  return isRequired || policy === 'all' || (policy === 'superusers' && isSuperuser);
}

export const RECOVERY_CODE_COUNT = 10;
const RECOVERY_CODE_LENGTH = 10;
/** Crockford's base 32: no letter looks like another one or a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten recovery codes of 50 random bits, written as `xxxxx-xxxxx`. */
export function generateRecoveryCodes(randomBytes: RandomBytes): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const code = Array.from(randomBytes(RECOVERY_CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]);
    return `${code.slice(0, 5).join('')}-${code.slice(5).join('')}`;
  });
}

export type MfaCode =
  { readonly kind: 'totp'; readonly code: string } | { readonly kind: 'recovery'; readonly code: string };

/** Reads a code as people type it: spaces, hyphens and letter case do not matter. Undefined for other text. */
export function readMfaCode(typed: string): MfaCode | undefined {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d+$/.test(code) && code.length === MFA_CODE_LENGTH) return { kind: 'totp', code };
  const recovery = code.replace(/o/g, '0').replace(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(recovery) ? { kind: 'recovery', code: recovery } : undefined;
}
