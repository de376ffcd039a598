const SNAPSHOT_LISTS = /\/asset_snapshots\/[^/]+\/(formList|manifest)$/;
const REPORT_STYLES = /\/report_styles\/(specified|kuid_names)\/<kuid>$/;

/** @param {any} body */
const transfersOf = (body) =>
  (body?.results ?? []).filter(/** @param {any} entry */ (entry) => entry.action === 'transfer');

/**
 * What differs on purpose in snapshots, in offers of projects, in histories, and in what is nobody's area.
 * @type {import('./deviations.mjs').Deviation[]}
 */
export const projectDeviations = [
  {
    path: SNAPSHOT_LISTS,
    pointer: /^\/#xml/,
    when: (_, expected, got) => expected.status === 404 && got.status === 404,
    reason: 'decision 2: routes of collectors say errors in OpenRosa XML',
  },
  {
    path: SNAPSHOT_LISTS,
    when: (_, expected, got) => expected.status === 404 && got.status === 200,
    reason: 'decision 91: whoever knows the uid of a snapshot may have its form, by its list too',
  },
  {
    path: /^\/api\/v2\/asset_snapshots\/[^/]+\/$/,
    method: /^(PATCH|PUT)$/,
    when: (_, __, { status }) => status === 405,
    reason: 'contract-assets 9: a snapshot is made, read and removed; there is nothing in it to change',
  },
  {
    path: /^\/api\/v2\/assets\/[^/]+\/files\/[^/]+\/$/,
    method: /^(PATCH|PUT)$/,
    when: (_, __, { status }) => status === 405,
    reason: 'contract-assets 9: a file is sent, read and removed; there is nothing in it to change',
  },
  {
    path: /^\$\{inv\d*\}$/,
    method: /^PUT$/,
    when: (_, __, { status }) => status === 405,
    reason: 'contract-assets 9: an offer is answered by PATCH',
  },
  {
    path: /^\$\{inv\d*\}$/,
    method: /^PATCH$/,
    pointer: /\/status$/,
    when: ({ expected, got }) => expected === 'in_progress' && ['complete', 'success'].includes(String(got)),
    reason: 'decision 73: a project changes hands at once',
  },
  {
    path: /\/history\/$/,
    when: ({ pointer }, expected, got) =>
      /^\/(count|results)/.test(pointer) && transfersOf(got.body).length > transfersOf(expected.body).length,
    reason: 'decision 73: what became of an offer is told like the offer',
  },
  {
    id: /^transfers\/history-limit$/,
    pointer: /^\/count$/,
    when: ({ expected, got }) => Number(got) === Number(expected) + 2,
    reason: 'decision 73: what became of an offer is told like the offer',
  },
  {
    path: /permission-assignments\/clone\/$/,
    when: (_, expected, got) => expected.status === 403 && got.status === 404,
    reason: 'decision 71: an asset that the caller can not see is as absent',
  },
  {
    id: /^lists\/super$/,
    pointer: /^\/(count|results\/\d+)$/,
    when: (_, __, { body }) =>
      body.results.every(/** @param {any} each */ ({ name }) => name === 'By the superuser'),
    reason: 'another area made it: all areas are asked by one superuser',
  },
  {
    pointer: REPORT_STYLES,
    kind: 'missing',
    when: ({ pointer }, _, { body }) => {
      const [kind = ''] = pointer.split('/').slice(-2);
      const styles = (body?.asset ?? body)?.report_styles?.[kind];
      return Object.keys(styles ?? {}).some((key) => /^[A-Za-z0-9]{9}$/.test(key));
    },
    reason: 'a row without a name is keyed by its $kuid, which is made of chance',
  },
  {
    path: /^\/api\/v2\/assets\/[^/]+\/data\/$/,
    pointer: /^\/results\/\d+\/meta~1deprecatedID$/,
    kind: 'value',
    when: ({ expected }) => expected === 'uuid:<edited_uuid>',
    reason: 'decision 38: a number is an answer, where the peer answers 5xx: there was one more edit',
  },
  {
    path: /\/counts\/$/,
    pointer: /^\/daily_submission_counts\//,
    when: ({ expected, got }) => Number(got) < Number(expected),
    reason: 'decision 19: deleting lowers the daily counts as it does the total',
  },
  {
    path: /\/imports\/[^/]+\/$/,
    pointer: /^\/messages\/audit_logs\/\d+\/source$/,
    reason: 'decision 72: the source is what the client calls itself',
  },
  {
    path: /\/export-settings\/[^/]+\/data\.[a-z]+$/,
    when: (_, expected, got) => isRefused(expected.status) && expected.status === got.status,
    reason: 'decision 2: errors are JSON also where the answer would have been a file',
  },
];

/** @param {number} status */
function isRefused(status) {
  return status >= 400 && status < 500;
}
