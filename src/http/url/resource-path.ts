/**
 * Returns the last path segment of a resource hyperlink sent by a client: absolute or path only, with or without
 * trailing slash or format suffix. Scheme and host are ignored (contract-assets 0.1).
 *
 * @param link for example `https://h/api/v2/users/ann/`
 * @param collection for example `users`
 * @returns the decoded segment, or undefined for any other link
 */
export function resourceName(link: string, collection: string): string | undefined {
  const path = link.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  const found = new RegExp(`^/+api/+v2/+${collection}/+([^/]+?)(?:\\.json)?/*$`).exec(path);
  if (found?.[1] === undefined) return undefined;
  try {
    return decodeURIComponent(found[1]);
  } catch {
    return undefined;
  }
}
