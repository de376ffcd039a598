/**
 * Path of a URL for logs: without the query, and with the secret key of a collector link or password reset link masked
 * (`/collector/…/submission`), since the key alone permits submissions or a new password.
 */
export function loggablePath(url: string): string {
  return url
    .replace(/\?.*$/s, '')
    .replace(/^(\/+collector\/+|\/+accounts\/+password\/+reset\/+)[^/]+/i, '$1…');
}
