/** Confidential applications can keep a secret, public ones run on the user's device (RFC 6749 2.1). */
export const CLIENT_TYPES = ['confidential', 'public'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

export interface Application {
  readonly id: number;
  readonly clientId: string;
  readonly ownerId: number;
  readonly name: string;
  readonly clientType: ClientType;
  /** Matched exactly. */
  readonly redirectUris: readonly string[];
  readonly dateCreated: Date;
  readonly dateModified: Date;
}
