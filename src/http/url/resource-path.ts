/**
 * The last path segment of a hyperlink to one resource, as clients send it in bodies: absolute or path only, with or
 * without a closing slash or a format suffix. Scheme and host are ignored (contract-assets 0.1).
 *
 * @param link for example `https://h/api/v2/users/ann/`
 * @param collection for example `users`
 * @returns the decoded segment, or undefined when the link names something else.
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
