/** How a caller proved who it is. */
export type CredentialKind = 'token' | 'basic' | 'bearer' | 'session';

/** What a credential may be used for: `read` for safe methods, `write` for the others (decision 24). */
export type Scope = 'read' | 'write';

/** A caller that sent no credentials. It acts with AnonymousUser's permissions. */
export interface AnonymousActor {
  readonly kind: 'anonymous';
}

export interface UserActor {
  readonly kind: 'user';
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly credential: CredentialKind;
  readonly scopes: readonly Scope[];
}

/** Who is asking. Every request has exactly one. */
export type Actor = AnonymousActor | UserActor;

export const ANONYMOUS: AnonymousActor = { kind: 'anonymous' };

/** The account that stands for every caller without credentials (decision 26). */
export const ANONYMOUS_USERNAME = 'AnonymousUser';
