import { InvalidError } from '../errors';
import { isReservedUsername } from './reserved-usernames';

/** Format suffixes of URL paths, which would be ambiguous at the end of a username. */
const FORMAT_SUFFIX = /\.(json|xml|xls|xlsx|csv|geojson|html|api|kml|zip|mp3)$/;

const PATTERN = /^[a-z_.-][a-z0-9_.-]{2,149}$/;

/**
 * Validates a username, which is also the first segment of collector URLs: 3 to 150 of `a-z 0-9 _ . -`, not starting
 * with a digit or dot, not ending in a format suffix, and not reserved.
 * @throws InvalidError on the field `username`
 */
export function assertUsername(username: string): void {
  if (!PATTERN.test(username) || username.startsWith('.') || FORMAT_SUFFIX.test(username)) {
    throw InvalidError.at(
      'username',
      'Choose a username of 3 to 150 characters out of a-z, 0-9, "_", "." and "-", that starts with neither a digit nor a dot and does not end in a format such as ".json".',
    );
  }
  if (isReservedUsername(username)) {
    throw InvalidError.at('username', `The username ${username} is reserved. Choose another one.`);
  }
}

/** Username for the person with an e-mail address, to be tried: it may be taken or reserved. @param attempt from 1 */
export function suggestUsername(email: string, attempt: number): string {
  const name = email
    .split('@')[0]!
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_')
    .slice(0, 100);
  const start = /^[a-z]/.test(name) && name.length > 2 ? name : `user_${name}`;
  return attempt === 1 ? start : `${start}_${attempt}`;
}

/** A user as superusers and the users of project views see it. */
export interface ViewedUser {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly isActive: boolean;
  readonly email: string;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly extraDetails: Readonly<Record<string, unknown>>;
  readonly assetCount: number;
}

const FIELDS = ['username', 'email'] as const;
type Field = (typeof FIELDS)[number];

/** Filter of a list of users: substring match in any of the fields, or exact match of one. */
export type UserSearch =
  | { readonly kind: 'part'; readonly fields: readonly Field[]; readonly text: string }
  | { readonly kind: 'exact'; readonly field: Field; readonly text: string };

const NAMED = /^(username|email)(__icontains)?:(?:"([^"]*)"|'([^']*)'|(\S+))$/;

/**
 * Parses the search text (contract-assets 8.1): `username:ann`, `email:"ann@example.org"`, `username__icontains:an`,
 * or a substring of either.
 */
export function readUserSearch(sent: string): UserSearch {
  const text = sent.trim();
  const [, field, part, ...values] = NAMED.exec(text) ?? [];
  if (field === undefined) return { kind: 'part', fields: FIELDS, text };
  const value = values.find((each) => each !== undefined) ?? '';
  return part === undefined
    ? { kind: 'exact', field: field as Field, text: value }
    : { kind: 'part', fields: [field as Field], text: value };
}
