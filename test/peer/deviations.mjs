import { listDeviations } from './list-deviations.mjs';
import { dataDeviations } from './data-deviations.mjs';

/**
 * Intended differences from KoboToolbox, in addition to those in the recording's own deviations.mjs and in its format.
 * A row matches nothing but the subject of its reason, which names the decision in docs/adr.
 *
 * @typedef {{ kind: string, pointer: string, expected?: unknown, got?: unknown }} Difference
 * @typedef {{ id: string, status: number, body: any, request: { as: string | null, method: string, path: string, json?: any } }} Line
 *
 * @typedef Deviation
 * @property {RegExp} [id] of steps, by area alone
 * @property {RegExp} [method]
 * @property {RegExp} [path]
 * @property {RegExp} [pointer]
 * @property {string} [kind]
 * @property {(difference: Difference, expected: Line, got: Line) => boolean} [when]
 * @property {string} reason
 */

import { exportDeviations } from './export-deviations.mjs';
import { projectDeviations } from './project-deviations.mjs';
import { hookDeviations } from './hook-deviations.mjs';
import { reportDeviations } from './report-deviations.mjs';
import { sharingDeviations } from './sharing-deviations.mjs';

const DELIVERY = /^\$\{(form|manifest|open)\}/;
const DATA = /^\/api\/v2\/assets\/[^/]+\/data\/?$/;
const DEPLOYMENT = /^\/api\/v2\/assets\/[^/]+\/deployment\/$/;
const LIST = /formList$/;
const FILES = /\/files(\.json)?\/?$/;
/** Of bytes, as the recording marks them. */
const MD5 = /^md5:(<hex32>|[0-9a-f]{32})$/;

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : '');
/** @param {Line} line */
const isRefused = ({ status }) => status >= 400 && status < 500;

/** @param {unknown} value */
const sortedTags = (value) => text(value).split(',').sort().join();
/** @param {any} body @returns {string[]} */
const rowNames = (body) =>
  (body?.asset?.content?.survey ?? []).map(/** @param {any} row */ (row) => row.name ?? '<kuid>');
/** @param {Line} line */
const isSentBySuper = ({ body }) => JSON.stringify(body ?? '').includes('"_submitted_by":"super"');

/** @type {Deviation[]} */
export const deviations = [
  {
    path: /^\/api\/v2\/assets\/[^/]+\/versions\//,
    pointer: /^header allow$/,
    when: (_, expected, got) => expected.status === 405 && got.status === 405,
    reason: 'decision 1: Allow lists the supported verbs; KoboToolbox lists those that it rejects',
  },
  {
    path: /\/assets\/bulk\/$/,
    pointer: /^\/detail$/,
    when: (_, expected, got) =>
      expected.status === 200 &&
      got.status === 200 &&
      expected.request.json?.payload?.confirm === true &&
      /archived$/.test(text(Object(got.body).detail)),
    reason: 'decision 81: drafts and other asset types are skipped and not counted',
  },
  {
    path: /\/assets\/bulk\/$/,
    when: (_, expected, got) =>
      expected.status === 200 && got.status === 400 && expected.request.json?.payload?.asset_uids === null,
    reason: 'decision 81: null instead of a list does not mean all',
  },
  {
    path: DELIVERY,
    pointer: /^\/#xml/,
    when: (_, expected, got) =>
      isRefused(expected) &&
      isRefused(got) &&
      /^<\?xml[^>]*>\s*<(xforms|manifest)[ >]/.test(expected.body['#xml']),
    reason: 'decision 2: errors on collector routes are OpenRosa XML',
  },
  {
    path: DELIVERY,
    kind: 'status',
    when: ({ expected, got }, { request }) => request.as === null && expected === 401 && got === 200,
    reason: 'decision 18: an anonymous collector may read the form that it may submit to',
  },
  {
    path: /^or:\/\$\{\w+\}\/formList$/,
    pointer: /^\/#xml/,
    when: ({ expected, got }, { request }) =>
      request.as !== null &&
      request.path.includes(`{${request.as}}`) &&
      expected === '</xforms>' &&
      text(got).startsWith('<xform>'),
    reason: 'decision 18: behind their own username, users get their forms',
  },
  {
    path: /formList\/$/,
    kind: 'status',
    when: ({ expected, got }) => expected === 404 && got === 200,
    reason: 'decision 1: spellings of a path are normalised',
  },
  {
    path: LIST,
    pointer: /^\/#xml/,
    when: ({ expected, got }) =>
      text(expected).replace(/&amp;(amp|lt|gt);/g, '&$1;') === got && expected !== got,
    reason: 'decision 69: names are escaped once',
  },
  {
    path: LIST,
    pointer: /^\/#xml/,
    when: ({ expected, got }) =>
      text(expected).replace(/\/(forms|xformsManifest)\/‹id›/g, '') ===
      text(got).replace(/\/(forms|xformsManifest)\/‹\w+›/g, ''),
    reason: 'decision 18: the formID is the asset uid',
  },
  {
    pointer: /\/tag_string$/,
    kind: 'value',
    when: ({ expected, got }) => sortedTags(expected) === sortedTags(got),
    reason: 'decision 69: tags keep the order of the request',
  },
  {
    pointer: /\/summary\/languages\/\[null\]$/,
    kind: 'missing',
    when: ({ expected }) => expected === null,
    reason: 'decision 69: a summary lists named languages only',
  },
  {
    path: /^\/api\/v2\/assets\/[^/]+\/$/,
    method: /^PATCH$/,
    pointer: /\/content\/translations\/\d+$/,
    kind: 'missing',
    when: ({ expected }) => expected === null,
    reason: 'decision 69: a list with one text per language adds no language',
  },
  {
    pointer: /\/survey\/\d+\/label$/,
    kind: 'type',
    when: ({ expected, got }) => typeof expected === 'string' && Array.isArray(got) && got[0] === expected,
    reason: 'decision 69: headers are case-insensitive',
  },
  {
    pointer: /\/survey\/\d+\/label$/,
    kind: 'missing',
    when: ({ expected }) => JSON.stringify(expected) === '[""]',
    reason: 'decision 69: an empty cell is absent',
  },
  {
    path: DEPLOYMENT,
    pointer: /^\/asset\/deployment__submission_count$/,
    when: ({ expected, got }) => typeof expected === 'number' && got === expected + 1,
    reason: 'decision 18: superusers may submit, so that their row exists',
  },
  {
    path: DEPLOYMENT,
    kind: 'status',
    when: ({ expected, got }, _, { body }) =>
      expected === 200 && got === 400 && /has no question/.test(text(Object(body).detail)),
    reason: 'decision 16: an unusable form is not deployed',
  },
  {
    path: DEPLOYMENT,
    pointer: /^\/asset\/report_styles\/(specified|kuid_names)\/[^/]+$/,
    kind: 'missing',
    when: ({ pointer }, _, { body }) => !rowNames(body).includes(text(pointer.split('/').pop())),
    reason: 'decision 12: styles of deleted rows are dropped',
  },
  {
    path: /\/counts\/$/,
    pointer: /^\/total_submission_count$/,
    when: ({ expected, got }) => expected === null && typeof got === 'number',
    reason: 'decision 47: the total counts visible submissions, like the days',
  },
  {
    path: /^\/api\/v2\/imports\/[^/]+\/$/,
    pointer: /^\/(status|messages\/.*)$/,
    when: (_, expected, got) =>
      /^ImportTask data must contain/.test(text(expected.body.messages?.error)) &&
      got.body.status === 'complete',
    reason: 'decision 36: a JSON body imports too',
  },
  {
    path: /^\/api\/v2\/imports\/[^/]+\/$/,
    pointer: /^\/(status|messages\/.*)$/,
    when: (_, expected, got) =>
      expected.body.status === 'complete' &&
      /must have one of these sheets/.test(text(got.body.messages?.error)),
    reason: 'decision 69: a workbook without a survey is rejected',
  },
  {
    path: /^\/api\/v2\/$/,
    pointer: /^\/[a-z_-]+(\/|~1|$)/,
    kind: 'missing',
    when: ({ expected }) => text(expected).startsWith('{base}/api/v2/'),
    reason: 'decision 69: the API root lists existing resources',
  },
  {
    method: /^OPTIONS$/,
    pointer: /^header content-type$/,
    when: ({ expected, got }) => expected === 'text/html' && got === 'application/json',
    reason: 'decision 69: OPTIONS returns JSON',
  },
  {
    path: /^\/api\/v2\/assets\/$/,
    pointer: /^\/asset_type$/,
    kind: 'missing',
    when: (_, expected, got) =>
      isRefused(expected) &&
      isRefused(got) &&
      /^The multipart body can't be read/.test(text(got.body.detail)),
    reason: 'decision 69: an unreadable body is reported as such',
  },
  {
    path: /permission-assignments\/$/,
    pointer: /^\/\[.*view_asset\/\]$/,
    kind: 'value',
    when: ({ expected, got }, _, { body }) =>
      expected === undefined &&
      body.some(
        /** @param {any} each */ (each) =>
          each.user === Object(got).user && /discover_asset/.test(each.permission),
      ),
    reason: 'decision 26: discover_asset is assignable on every type and implies view_asset',
  },
  {
    path: DATA,
    pointer: /^\/(count|results.*)$/,
    when: (_, expected, got) => !isSentBySuper(expected) && isSentBySuper(got),
    reason: 'decision 18: superusers may submit, so that their row exists',
  },
  {
    path: /\/data\//,
    pointer: /\/_attachments\/\d+$/,
    kind: 'value',
    when: ({ expected, got }) => expected === undefined && Object(got).question_xpath === '',
    reason: 'decision 75: a file without a question is stored and listed',
  },
  ...dataDeviations,
  // The service requires file_type and content only, so that two more files are created than by KoboToolbox.
  {
    path: FILES,
    kind: 'status',
    when: ({ expected, got }, { body }) => expected === 400 && got === 201 && 'description' in Object(body),
    reason: 'decision 77: a file needs no description',
  },
  {
    path: FILES,
    kind: 'missing',
    pointer: /^\/description$/,
    when: (_, expected, got) => isRefused(expected) && isRefused(got),
    reason: 'decision 77: a file needs no description',
  },
  {
    id: /^files\/(list|list-limit|list-media)$/,
    pointer: /^\/count$/,
    when: ({ expected, got }) => got === Number(expected) + 2,
    reason: 'decision 77: two requests created files that KoboToolbox rejected',
  },
  {
    id: /^files\/(list|deploy-form)$/,
    pointer: /\/\[no(desc|meta)\.png\]$/,
    when: ({ expected }) => expected === undefined,
    reason: 'decision 77: two requests created files that KoboToolbox rejected',
  },
  {
    kind: 'value',
    pointer: /\/metadata\/hash$/,
    when: ({ expected, got }) => !/^md5:(<hex32>|[0-9a-f]{32})/.test(text(expected)) && MD5.test(text(got)),
    reason: 'decision 77: the hash is computed from the content, whatever the client sent',
  },
  {
    kind: 'value',
    pointer: /\/metadata\/hash$/,
    when: ({ expected, got }) => MD5.test(text(expected)) && /^md5:\S+-url$/.test(text(got)),
    reason: 'decision 77: the hash of every remote file is marked',
  },
  {
    path: /\/files\/[^/]+\/content\/$/,
    kind: 'header',
    pointer: /^header content-type$/,
    when: ({ got }) => got === undefined,
    reason: 'decision 77: a response without a body has no Content-Type',
  },
  {
    id: /^files\/manifest$/,
    kind: 'value',
    when: ({ expected, got }) => [expected, got].every((text) => String(text).includes('/xformsMedia/')),
    reason: 'decision 77: the manifest contains all files at once, by uid',
  },
  ...listDeviations,
  ...hookDeviations,
  ...reportDeviations,
  ...exportDeviations,
  ...sharingDeviations,
  ...projectDeviations,
];
