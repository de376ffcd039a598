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
