/** Whether an application can keep a secret: a server can, what runs on a person's device can not (RFC 6749 2.1). */
export const CLIENT_TYPES = ['confidential', 'public'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/** A program that asks people for access to their account. */
export interface Application {
  readonly id: number;
  readonly clientId: string;
  readonly ownerId: number;
  readonly name: string;
  readonly clientType: ClientType;
  /** Compared character by character with what a request names. */
  readonly redirectUris: readonly string[];
  readonly dateCreated: Date;
  readonly dateModified: Date;
}
