/**
 * Path of a URL for logs: without the query, and with the secret key of a collector link masked
 * (`/collector/…/submission`), since the key alone permits submissions.
 */
export function loggablePath(url: string): string {
  return url.replace(/\?.*$/s, '').replace(/^(\/+collector\/+)[^/]+/i, '$1…');
}
