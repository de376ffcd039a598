interface RemovedRoute {
  /** Path prefix of the V1 API; `*` matches one segment. */
  readonly path: string;
  readonly advice: string;
}

/** V1 routes and their replacements (contract-service 5, contract-assets 0.3); the longest matching path applies. */
const REMOVED: readonly RemovedRoute[] = [
  // The earlier data-collection interface.
  { path: '/api/v1', advice: 'Use the routes under /api/v2/ instead.' },
  { path: '/api/v1/data', advice: 'Use /api/v2/assets/?asset_type=survey instead.' },
  { path: '/api/v1/data/*', advice: 'Use /api/v2/assets/<asset_uid>/data/ instead.' },
  { path: '/api/v1/data/*/*', advice: 'Use /api/v2/assets/<asset_uid>/data/<submission_id>/ instead.' },
  { path: '/api/v1/forms', advice: 'Use /api/v2/assets/?asset_type=survey instead.' },
  { path: '/api/v1/forms/*', advice: 'Use /api/v2/assets/<asset_uid>/ instead.' },
  {
    path: '/api/v1/forms/*/labels',
    advice: 'Labels and tags are set by PATCH /api/v2/assets/<asset_uid>/ with tag_string.',
  },
  {
    path: '/api/v1/media',
    advice: 'Use /api/v2/assets/<asset_uid>/data/<submission_id>/attachments/ instead.',
  },
  { path: '/api/v1/metadata', advice: 'Use /api/v2/assets/<asset_uid>/files/ instead.' },
  { path: '/api/v1/metadata/*', advice: 'Use /api/v2/assets/<asset_uid>/files/<file_uid>/ instead.' },
  { path: '/api/v1/submissions', advice: 'Use /submission or /api/v2/assets/<asset_uid>/data/ instead.' },
  { path: '/api/v1/user', advice: 'Use /me/ instead; the API token is at /token/.' },
  {
    path: '/api/v1/notes',
    advice: 'Notes were not ported; the data is at /api/v2/assets/<asset_uid>/data/.',
  },
  { path: '/api/v1/formlist', advice: 'Use /formList instead.' },
  { path: '/api/v1/briefcase', advice: 'Use /api/v2/assets/<asset_uid>/data/ instead.' },
  { path: '/api/v1/users', advice: 'Use /api/v2/users/<username>/ instead.' },
  // The earlier asset interface.
  { path: '/assets', advice: 'Use /api/v2/assets/ instead.' },
  { path: '/assets/*', advice: 'Use /api/v2/assets/<asset_uid>/ instead.' },
  { path: '/assets/*/submissions', advice: 'Use /api/v2/assets/<asset_uid>/data/ instead.' },
  {
    path: '/assets/*/submissions/*',
    advice: 'Use /api/v2/assets/<asset_uid>/data/<submission_id>/ instead.',
  },
  { path: '/asset_snapshots', advice: 'Use /api/v2/asset_snapshots/ instead.' },
  { path: '/asset_subscriptions', advice: 'Use /api/v2/asset_subscriptions/ instead.' },
  { path: '/exports', advice: 'Use /api/v2/assets/<asset_uid>/exports/ instead.' },
  { path: '/imports', advice: 'Use /api/v2/imports/ instead.' },
  { path: '/permissions', advice: 'Use /api/v2/permissions/ instead.' },
  { path: '/reports', advice: 'Use /api/v2/assets/<asset_uid>/reports/ instead.' },
  { path: '/tags', advice: 'Tags are set by PATCH /api/v2/assets/<asset_uid>/ with tag_string.' },
  { path: '/users', advice: 'Use /api/v2/users/<username>/ instead.' },
  { path: '/authorized_application', advice: 'Use OAuth2 instead, from /o/authorize/ on.' },
  { path: '/environment', advice: 'Use the routes under /api/v2/ instead.' },
  { path: '/sitewide_messages', advice: 'Use the routes under /api/v2/ instead.' },
  { path: '/formupload', advice: 'Use /api/v2/imports/ instead.' },
  { path: '/upload', advice: 'Use /api/v2/imports/ instead.' },
];

const TOP_PATHS = REMOVED.map(({ path }) => path).filter(
  (path, _, all) => !all.some((other) => path.startsWith(`${other}/`)),
);
/** Tested first: nearly all requests are for other paths. */
const BEGINS_REMOVED = new RegExp(`^(?:${TOP_PATHS.join('|')})(?:[/.]|$)`, 'i');

const bySegments = REMOVED.map(({ path, advice: instead }) => ({ segments: segmentsOf(path), instead })).sort(
  (one, other) => other.segments.length - one.segments.length,
);

/**
 * Returns the error message for a V1 path; undefined for every other path.
 * @param path without the query; case-insensitive
 */
export function removedRouteMessage(path: string): string | undefined {
  if (!BEGINS_REMOVED.test(path)) return undefined;
  const requested = segmentsOf(path.toLowerCase());
  const found = bySegments.find(
    ({ segments }) =>
      segments.length <= requested.length &&
      segments.every((each, index) => each === '*' || each === requested[index]),
  );
  return found && `The V1 API has been removed. ${found.instead}`;
}

/** First segments of the paths above; reserved, so that no username equals one. */
export const REMOVED_FIRST_SEGMENTS: readonly string[] = [
  ...new Set(REMOVED.map(({ path }) => segmentsOf(path)[0]!)),
];

/** Splits a path without its format suffix: `/assets.json` is `/assets`. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/\.(json|xml|xls|xlsx|csv|html)$/, '')
    .split('/')
    .filter(Boolean);
}
