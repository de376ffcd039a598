/**
 * How a caller proved who it is; `token` is the one default token, `scoped-token` any other one that the user made. A
 * `job` proved nothing now: somebody who had a credential asked for it before.
 */
export type CredentialKind = 'token' | 'scoped-token' | 'basic' | 'bearer' | 'session' | 'job';

/** A new kind has to say here which it is. */
const DELEGATED: Readonly<Record<CredentialKind, boolean>> = {
  token: false,
  basic: false,
  session: false,
  'scoped-token': true,
  bearer: true,
  job: true,
};

/**
 * Whether the credential was handed to a program for a purpose: such a one never shows, makes or changes credentials,
 * else a read-only token could make itself a better one (decision 23).
 */
export function isDelegated(credential: CredentialKind): boolean {
  return DELEGATED[credential];
}

/** What a credential may be used for: `read` for safe methods, `write` for the others (decision 24). */
export type Scope = 'read' | 'write';

/** Where a question came from, as far as it is known. */
export interface RequestOrigin {
  readonly address: string | null;
  /** What the program that asks calls itself. */
  readonly agent: string | null;
}

/** A caller that sent no credentials. It acts with AnonymousUser's permissions. */
export interface AnonymousActor {
  readonly kind: 'anonymous';
  /** Uid of the asset that it may submit to besides, by a link that was made for that. */
  readonly collectsFor?: string;
  readonly from?: RequestOrigin;
}

export interface UserActor {
  readonly kind: 'user';
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly credential: CredentialKind;
  readonly scopes: readonly Scope[];
  /** Absent for a job that did not keep it. */
  readonly from?: RequestOrigin;
}

/** The service itself, which does what is due without being asked. */
export const SERVICE = { kind: 'service' } as const;

/** Who is asking. Every request has exactly one. */
export type Actor = AnonymousActor | UserActor;

export const ANONYMOUS: AnonymousActor = { kind: 'anonymous' };

/** The account that stands for every caller without credentials (decision 26). */
export const ANONYMOUS_USERNAME = 'AnonymousUser';
