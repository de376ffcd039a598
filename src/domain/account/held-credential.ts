/** What an account can be entered with beside its password. */
export const CREDENTIAL_KINDS = ['default-token', 'token', 'session', 'application'] as const;

/** One such credential, without its secret. */
export interface HeldCredential {
  readonly kind: (typeof CREDENTIAL_KINDS)[number];
  /** Names it among those of its user: `default`, the uid of a token, `session-7`, the client id of an application. */
  readonly uid: string;
  /** Of a token or an application; empty for the others. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created: Date;
  /** Null: it does not end by itself. */
  readonly expires: Date | null;
  /** Null: never, or it is not kept. */
  readonly lastUsed: Date | null;
}

/** The number of the session that such a uid names; undefined for any other uid. */
export function sessionIdOf(uid: string): number | undefined {
  const digits = /^session-([1-9]\d{0,8})$/.exec(uid)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
