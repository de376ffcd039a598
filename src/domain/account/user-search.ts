/** Which users a list is about: those with this text in their name or address, or the one whose name or address it is. */
export type UserSearch =
  | { readonly kind: 'part'; readonly text: string }
  | { readonly kind: 'exact'; readonly field: 'username' | 'email'; readonly text: string };

const EXACT = /^(username|email):(?:"([^"]*)"|'([^']*)'|(\S+))$/;

/** Reads what users are searched by (contract-assets 8.1): `username:ann`, `email:"ann@example.org"`, or any part of them. */
export function readUserSearch(sent: string): UserSearch {
  const text = sent.trim();
  const [, field, ...values] = EXACT.exec(text) ?? [];
  if (field === undefined) return { kind: 'part', text };
  const value = values.find((each) => each !== undefined) ?? '';
  return { kind: 'exact', field: field as 'username' | 'email', text: value };
}
