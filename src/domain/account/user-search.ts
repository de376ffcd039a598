const FIELDS = ['username', 'email'] as const;
type Field = (typeof FIELDS)[number];

/** Which users a list is about: those with this text in one of these, or the one whose name or address it is. */
export type UserSearch =
  | { readonly kind: 'part'; readonly of: readonly Field[]; readonly text: string }
  | { readonly kind: 'exact'; readonly field: Field; readonly text: string };

const NAMED = /^(username|email)(__icontains)?:(?:"([^"]*)"|'([^']*)'|(\S+))$/;

/**
 * Reads what users are searched by (contract-assets 8.1): `username:ann`, `email:"ann@example.org"`,
 * `username__icontains:an`, or any part of both.
 */
export function readUserSearch(sent: string): UserSearch {
  const text = sent.trim();
  const [, field, part, ...values] = NAMED.exec(text) ?? [];
  if (field === undefined) return { kind: 'part', of: FIELDS, text };
  const value = values.find((each) => each !== undefined) ?? '';
  return part === undefined
    ? { kind: 'exact', field: field as Field, text: value }
    : { kind: 'part', of: [field as Field], text: value };
}
