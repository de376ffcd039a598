import { DeniedError } from '../errors';

/**
 * Authentication method of the caller. `token` is the default token, `scoped-token` one that the user created with
 * scopes, `job` a background job that runs on behalf of a user.
 */
export type CredentialKind = 'token' | 'scoped-token' | 'basic' | 'bearer' | 'session' | 'job';

const DELEGATED: Readonly<Record<CredentialKind, boolean>> = {
  token: false,
  basic: false,
  session: false,
  'scoped-token': true,
  bearer: true,
  job: true,
};

/**
 * Whether the credential was delegated to a program. Delegated credentials never read, create or change credentials,
 * which prevents privilege escalation (decision 23).
 */
export function isDelegated(credential: CredentialKind): boolean {
  return DELEGATED[credential];
}

/** `read` allows safe methods, `write` the others (decision 24). */
export type Scope = 'read' | 'write';

export interface RequestOrigin {
  readonly address: string | null;
  /** User-Agent header. */
  readonly agent: string | null;
}

/** A caller without credentials; it has the permissions of AnonymousUser. */
export interface AnonymousActor {
  readonly kind: 'anonymous';
  /** Uid of the asset that a collector link additionally allows to submit to. */
  readonly collectorAssetUid?: string;
  readonly from?: RequestOrigin;
}

export interface UserActor {
  readonly kind: 'user';
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly credential: CredentialKind;
  readonly scopes: readonly Scope[];
  /** Absent for jobs that did not store it. */
  readonly from?: RequestOrigin;
}

/** The service itself, as the actor of scheduled jobs and CLI commands. */
export const SERVICE = { kind: 'service' } as const;

export type Actor = AnonymousActor | UserActor;

/** Address and agent of a caller; null where they are unknown. */
export function originOf({ from }: Actor): RequestOrigin {
  return from ?? { address: null, agent: null };
}

export const ANONYMOUS: AnonymousActor = { kind: 'anonymous' };

/** The account that represents all callers without credentials (decision 26). */
export const ANONYMOUS_USERNAME = 'AnonymousUser';

/**
 * Guards actions that could escalate privileges on routes that delegated credentials may otherwise call (decision 23).
 * Routes that only manage credentials declare a policy instead.
 * @throws DeniedError for a delegated credential
 */
export function assertOwnCredential({ credential }: UserActor): void {
  if (isDelegated(credential)) throw new DeniedError();
}
