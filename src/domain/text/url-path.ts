/** Sanitizes a name for a path: replaces spaces with underscores and removes other special characters. */
export function sanitizePathSegment(name: string): string {
  return name
    .trim()
    .replace(/\s/gu, '_')
    .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '');
}

/**
 * Path of a URL for logs: without the query, and with the secret key of a collector link or password reset link masked
 * (`/collector/…/submission`), since the key alone permits submissions or a new password.
 */
export function loggablePath(url: string): string {
  return url
    .replace(/\?.*$/s, '')
    .replace(/^(\/+collector\/+|\/+accounts\/+password\/+reset\/+)[^/]+/i, '$1…');
}
