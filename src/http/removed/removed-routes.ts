interface RemovedRoute {
  /** A path of the first version; `*` stands for one segment. It covers everything below it. */
  readonly path: string;
  /** The sentence that tells the caller where to go. */
  readonly instead: string;
}

/**
 * Routes of the first version and where their successors are (contract-service 5, contract-assets 0.3). The most
 * particular path that covers a request answers.
 */
const REMOVED: readonly RemovedRoute[] = [
  // The earlier data-collection interface.
  { path: '/api/v1', instead: 'Use the routes under /api/v2/ instead.' },
  { path: '/api/v1/data', instead: 'Use /api/v2/assets/?asset_type=survey instead.' },
  { path: '/api/v1/data/*', instead: 'Use /api/v2/assets/<asset_uid>/data/ instead.' },
  { path: '/api/v1/data/*/*', instead: 'Use /api/v2/assets/<asset_uid>/data/<submission_id>/ instead.' },
  { path: '/api/v1/forms', instead: 'Use /api/v2/assets/?asset_type=survey instead.' },
  { path: '/api/v1/forms/*', instead: 'Use /api/v2/assets/<asset_uid>/ instead.' },
  {
    path: '/api/v1/forms/*/labels',
    instead: 'Labels and tags are set by PATCH /api/v2/assets/<asset_uid>/ with tag_string.',
  },
  {
    path: '/api/v1/media',
    instead: 'Use /api/v2/assets/<asset_uid>/data/<submission_id>/attachments/ instead.',
  },
  { path: '/api/v1/metadata', instead: 'Use /api/v2/assets/<asset_uid>/files/ instead.' },
  { path: '/api/v1/metadata/*', instead: 'Use /api/v2/assets/<asset_uid>/files/<file_uid>/ instead.' },
  { path: '/api/v1/submissions', instead: 'Use /submission or /api/v2/assets/<asset_uid>/data/ instead.' },
  { path: '/api/v1/user', instead: 'Use /me/ instead; the API token is at /token/.' },
  {
    path: '/api/v1/notes',
    instead: 'Notes were not ported; the data is at /api/v2/assets/<asset_uid>/data/.',
  },
  { path: '/api/v1/formlist', instead: 'Use /formList instead.' },
  { path: '/api/v1/briefcase', instead: 'Use /api/v2/assets/<asset_uid>/data/ instead.' },
  { path: '/api/v1/users', instead: 'Use /api/v2/users/<username>/ instead.' },
  // The earlier asset interface.
  { path: '/assets', instead: 'Use /api/v2/assets/ instead.' },
  { path: '/assets/*', instead: 'Use /api/v2/assets/<asset_uid>/ instead.' },
  { path: '/assets/*/submissions', instead: 'Use /api/v2/assets/<asset_uid>/data/ instead.' },
  {
    path: '/assets/*/submissions/*',
    instead: 'Use /api/v2/assets/<asset_uid>/data/<submission_id>/ instead.',
  },
  { path: '/asset_snapshots', instead: 'Use /api/v2/asset_snapshots/ instead.' },
  { path: '/asset_subscriptions', instead: 'Use /api/v2/asset_subscriptions/ instead.' },
  { path: '/exports', instead: 'Use /api/v2/assets/<asset_uid>/exports/ instead.' },
  { path: '/imports', instead: 'Use /api/v2/imports/ instead.' },
  { path: '/permissions', instead: 'Use /api/v2/permissions/ instead.' },
  { path: '/reports', instead: 'Use /api/v2/assets/<asset_uid>/reports/ instead.' },
  { path: '/tags', instead: 'Tags are set by PATCH /api/v2/assets/<asset_uid>/ with tag_string.' },
  { path: '/users', instead: 'Use /api/v2/users/<username>/ instead.' },
  { path: '/authorized_application', instead: 'Use OAuth2 instead, from /o/authorize/ on.' },
  { path: '/environment', instead: 'Use the routes under /api/v2/ instead.' },
  { path: '/sitewide_messages', instead: 'Use the routes under /api/v2/ instead.' },
  { path: '/formupload', instead: 'Use /api/v2/imports/ instead.' },
  { path: '/upload', instead: 'Use /api/v2/imports/ instead.' },
];

const bySegments = REMOVED.map(({ path, instead }) => ({ segments: segmentsOf(path), instead })).sort(
  (one, other) => other.segments.length - one.segments.length,
);

/**
 * What to use instead of a path of the first version; undefined for every other path.
 * @param path without the query; letter case counts for nothing, as in the routes of today
 */
export function sentenceAboutRemoved(path: string): string | undefined {
  const sent = segmentsOf(path.toLowerCase());
  const found = bySegments.find(
    ({ segments }) =>
      segments.length <= sent.length && segments.every((each, index) => each === '*' || each === sent[index]),
  );
  return found && `The V1 API has been removed. ${found.instead}`;
}

/** First segments of the paths above; no username may be one of them. */
export const REMOVED_FIRST_SEGMENTS: readonly string[] = [
  ...new Set(REMOVED.map(({ path }) => segmentsOf(path)[0]!)),
];

/** A format suffix of the last segment counts for nothing: `/assets.json` is `/assets`. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/\.(json|xml|xls|xlsx|csv|html)$/, '')
    .split('/')
    .filter(Boolean);
}
