const SNAPSHOT_LISTS = /\/asset_snapshots\/[^/]+\/(formList|manifest)$/;
const REPORT_STYLES = /\/report_styles\/(specified|kuid_names)\/<kuid>$/;

/** @param {any} body */
const transfersOf = (body) =>
  (body?.results ?? []).filter(/** @param {any} entry */ (entry) => entry.action === 'transfer');

/**
 * Intended differences of snapshots, ownership invites, histories, and the rest.
 * @type {import('./deviations.mjs').Deviation[]}
 */
export const projectDeviations = [
  {
    path: /^\/api\/v2\/imports\/[^/]+\/$/,
    when: (_, expected) => /is specified as the default language/.test(expected.body?.messages?.error ?? ''),
    reason: 'contract-xlsform 2.2: a default language that is no translation is a warning',
  },
  {
    pointer: /(^|\/)deployment__links\/\w+$/,
    reason:
      'decision 142: links lead to the web form of this service, and there is one for the preview in a frame',
  },
  {
    path: /\/data\/[^/]+\/(edit|enketo\/(edit|view))\/$/,
    pointer: /^\/url$/,
    reason: 'decision 142: submissions are edited and viewed in the web form of this service',
  },
  {
    path: SNAPSHOT_LISTS,
    pointer: /^\/#xml/,
    when: (_, expected, got) => expected.status === 404 && got.status === 404,
    reason: 'decision 2: errors on collector routes are OpenRosa XML',
  },
  {
    path: SNAPSHOT_LISTS,
    when: (_, expected, got) => expected.status === 404 && got.status === 200,
    reason: 'decision 142: the uid of a snapshot grants access to its form and its form list',
  },
  {
    path: /^\/api\/v2\/asset_snapshots\/[^/]+\/$/,
    method: /^(PATCH|PUT)$/,
    when: (_, __, { status }) => status === 405,
    reason: 'contract-assets 9: a snapshot has no updatable fields',
  },
  {
    path: /^\/api\/v2\/assets\/[^/]+\/files\/[^/]+\/$/,
    method: /^(PATCH|PUT)$/,
    when: (_, __, { status }) => status === 405,
    reason: 'contract-assets 9: a file has no updatable fields',
  },
  {
    path: /^\$\{inv\d*\}$/,
    method: /^PUT$/,
    when: (_, __, { status }) => status === 405,
    reason: 'contract-assets 9: an invite is answered by PATCH',
  },
  {
    path: /^\$\{inv\d*\}$/,
    method: /^PATCH$/,
    pointer: /\/status$/,
    when: ({ expected, got }) => expected === 'in_progress' && ['complete', 'success'].includes(String(got)),
    reason: 'decision 73: a project is transferred at once',
  },
  {
    path: /\/history\/$/,
    when: ({ pointer }, expected, got) =>
      /^\/(count|results)/.test(pointer) && transfersOf(got.body).length > transfersOf(expected.body).length,
    reason: 'decision 73: the outcome of an invite is reported like the invite',
  },
  {
    id: /^transfers\/history-limit$/,
    pointer: /^\/count$/,
    when: ({ expected, got }) => Number(got) === Number(expected) + 2,
    reason: 'decision 73: the outcome of an invite is reported like the invite',
  },
  {
    path: /permission-assignments\/clone\/$/,
    when: (_, expected, got) => expected.status === 403 && got.status === 404,
    reason: 'decision 26: a hidden asset looks absent',
  },
  {
    id: /^lists\/super$/,
    pointer: /^\/(count|results\/\d+)$/,
    when: (_, __, { body }) =>
      body.results.every(/** @param {any} each */ ({ name }) => name === 'By the superuser'),
    reason: 'created by another area: all areas use the same superuser',
  },
  {
    pointer: REPORT_STYLES,
    kind: 'missing',
    when: ({ pointer }, _, { body }) => {
      const [kind = ''] = pointer.split('/').slice(-2);
      const styles = (body?.asset ?? body)?.report_styles?.[kind];
      return Object.keys(styles ?? {}).some((key) => /^[A-Za-z0-9]{9}$/.test(key));
    },
    reason: 'a row without a name is keyed by its $kuid, which is random',
  },
  {
    path: /^\/api\/v2\/assets\/[^/]+\/data\/$/,
    pointer: /^\/results\/\d+\/meta~1deprecatedID$/,
    kind: 'value',
    when: ({ expected }) => expected === 'uuid:<edited_uuid>',
    reason: 'decision 2: a number is a valid answer, while KoboToolbox returns 5xx: there was one more edit',
  },
  {
    path: /\/counts\/$/,
    pointer: /^\/daily_submission_counts\//,
    when: ({ expected, got }) => Number(got) < Number(expected),
    reason: 'decision 47: a deletion lowers the daily counts as well as the total',
  },
  {
    path: /\/imports\/[^/]+\/$/,
    pointer: /^\/messages\/audit_logs\/\d+\/source$/,
    reason: 'decision 72: the source is the User-Agent of the client',
  },
  {
    path: /\/export-settings\/[^/]+\/data\.[a-z]+$/,
    when: (_, expected, got) => isRefused(expected.status) && expected.status === got.status,
    reason: 'decision 2: errors are JSON, even if a success is a file',
  },
];

/** @param {number} status */
function isRefused(status) {
  return status >= 400 && status < 500;
}
