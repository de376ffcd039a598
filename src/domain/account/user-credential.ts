/** Credentials of an account other than its password. */
export const USER_CREDENTIAL_KINDS = ['default-token', 'token', 'session', 'application'] as const;

export interface UserCredential {
  readonly kind: (typeof USER_CREDENTIAL_KINDS)[number];
  /** Unique per user: `default`, the uid of a token, `session-7`, or the client id of an application. */
  readonly uid: string;
  /** Name of the token or application; empty for other kinds. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created: Date;
  /** Null: no expiry. */
  readonly expires: Date | null;
  /** Null: never used, or not recorded. */
  readonly lastUsed: Date | null;
  /** Client address at sign-in; null for other kinds. */
  readonly address: string | null;
  /** User-Agent header at sign-in; null for other kinds. */
  readonly agent: string | null;
}

/** Session id in a credential uid; undefined for other kinds. */
export function sessionIdOf(uid: string): number | undefined {
  const digits = /^session-([1-9]\d{0,8})$/.exec(uid)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
