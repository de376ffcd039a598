/**
 * First segments of paths that the service itself uses, in lower case. A username is the first segment of a collector's
 * URLs (`/<username>/formList`), so that an account of such a name could not be reached, or would stand for the service
 * in the eyes of whoever reads the link. A test compares this list with the routes.
 */
const RESERVED: ReadonlySet<string> = new Set([
  // Routes of this version.
  'api',
  'forms',
  'formlist',
  'health',
  'metrics',
  'submission',
  'token',
  'xformsmanifest',
  // Routes that were removed; they answer 410 (decision 5).
  'asset_snapshots',
  'asset_subscriptions',
  'assets',
  'authorized_application',
  'environment',
  'exports',
  'formupload',
  'imports',
  'permissions',
  'reports',
  'sitewide_messages',
  'tags',
  'upload',
  'users',
  // Pages, and names that such a service may want one day.
  'account',
  'accounts',
  'application',
  'applications',
  'authorize',
  'docs',
  'favicon.ico',
  'help',
  'login',
  'logout',
  'media',
  'oauth',
  'password',
  'private-media',
  'register',
  'robots.txt',
  'session',
  'sessions',
  'sign-in',
  'sign-out',
  'sign-up',
  'signin',
  'signout',
  'signup',
  'static',
  'status',
  'support',
  'tokens',
  'well-known',
]);

/** Whether the service keeps this name for itself. @param username in lower case */
export function isReservedUsername(username: string): boolean {
  return RESERVED.has(username);
}
