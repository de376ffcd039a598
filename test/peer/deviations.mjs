import { listDeviations } from './list-deviations.mjs';
import { dataDeviations } from './data-deviations.mjs';

/**
 * Where the service answers otherwise than the peer on purpose, besides what the recording's own deviations.mjs names.
 * A row is in the form of that file, fits nothing but what its reason is about, and says which page of docs/decisions
 * argues it.
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
/** Of bytes, as the recording tells it or marks it. */
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
    reason: 'decision 4: Allow names the verbs that there are; the peer names those that it refuses',
  },
  {
    path: /\/assets\/bulk\/$/,
    pointer: /^\/detail$/,
    when: (_, expected, got) =>
      expected.status === 200 &&
      got.status === 200 &&
      expected.request.json?.payload?.confirm === true &&
      /archived$/.test(text(Object(got.body).detail)),
    reason: 'decision 81: drafts and what is no survey are passed over, and not counted',
  },
  {
    path: /\/assets\/bulk\/$/,
    when: (_, expected, got) =>
      expected.status === 200 && got.status === 400 && expected.request.json?.payload?.asset_uids === null,
    reason: 'decision 81: null for a list does not mean everything',
  },
  {
    path: DELIVERY,
    pointer: /^\/#xml/,
    when: (_, expected, got) =>
      isRefused(expected) &&
      isRefused(got) &&
      /^<\?xml[^>]*>\s*<(xforms|manifest)[ >]/.test(expected.body['#xml']),
    reason: 'decision 2: routes of collectors say errors in OpenRosa XML',
  },
  {
    path: DELIVERY,
    kind: 'status',
    when: ({ expected, got }, { request }) => request.as === null && expected === 401 && got === 200,
    reason: 'decision 37: an anonymous collector may read the form that it may submit to',
  },
  {
    path: /^or:\/\$\{\w+\}\/formList$/,
    pointer: /^\/#xml/,
    when: ({ expected, got }, { request }) =>
      request.as !== null &&
      request.path.includes(`{${request.as}}`) &&
      expected === '</xforms>' &&
      text(got).startsWith('<xform>'),
    reason: 'decision 37: below their own name, users are listed their forms',
  },
  {
    path: /formList\/$/,
    kind: 'status',
    when: ({ expected, got }) => expected === 404 && got === 200,
    reason: 'decision 6: one path for many spellings',
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
    reason: 'decision 18: forms are named by the uid of their asset',
  },
  {
    pointer: /\/tag_string$/,
    kind: 'value',
    when: ({ expected, got }) => sortedTags(expected) === sortedTags(got),
    reason: 'decision 69: tags stand in the order sent',
  },
  {
    pointer: /\/summary\/languages\/\[null\]$/,
    kind: 'missing',
    when: ({ expected }) => expected === null,
    reason: 'decision 69: the languages of a summary are the named ones',
  },
  {
    path: /^\/api\/v2\/assets\/[^/]+\/$/,
    method: /^PATCH$/,
    pointer: /\/content\/translations\/\d+$/,
    kind: 'missing',
    when: ({ expected }) => expected === null,
    reason: 'decision 69: a list with as many texts as the form has languages adds none',
  },
  {
    pointer: /\/survey\/\d+\/label$/,
    kind: 'type',
    when: ({ expected, got }) => typeof expected === 'string' && Array.isArray(got) && got[0] === expected,
    reason: 'decision 69: a header is known in any letter case',
  },
  {
    pointer: /\/survey\/\d+\/label$/,
    kind: 'missing',
    when: ({ expected }) => JSON.stringify(expected) === '[""]',
    reason: 'decision 69: an empty cell is none',
  },
  {
    path: DEPLOYMENT,
    pointer: /^\/asset\/deployment__submission_count$/,
    when: ({ expected, got }) => typeof expected === 'number' && got === expected + 1,
    reason: 'decision 18: superusers may submit, so that their row is there',
  },
  {
    path: DEPLOYMENT,
    kind: 'status',
    when: ({ expected, got }, _, { body }) =>
      expected === 200 && got === 400 && /has no question/.test(text(Object(body).detail)),
    reason: 'decision 30: a form that nobody could open is not deployed',
  },
  {
    path: DEPLOYMENT,
    pointer: /^\/asset\/report_styles\/(specified|kuid_names)\/[^/]+$/,
    kind: 'missing',
    when: ({ pointer }, _, { body }) => !rowNames(body).includes(text(pointer.split('/').pop())),
    reason: 'decision 35: rows that are gone keep no style',
  },
  {
    path: /\/counts\/$/,
    pointer: /^\/total_submission_count$/,
    when: ({ expected, got }) => expected === null && typeof got === 'number',
    reason: 'decision 19: the total is of what the caller may see, as the days are',
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
    reason: 'decision 69: a workbook without a survey is refused',
  },
  {
    path: /^\/api\/v2\/$/,
    pointer: /^\/[a-z_-]+(\/|~1|$)/,
    kind: 'missing',
    when: ({ expected }) => text(expected).startsWith('{base}/api/v2/'),
    reason: 'decision 69: the map of the API names what is there',
  },
  {
    method: /^OPTIONS$/,
    pointer: /^header content-type$/,
    when: ({ expected, got }) => expected === 'text/html' && got === 'application/json',
    reason: 'decision 69: OPTIONS is answered in JSON',
  },
  {
    path: /^\/api\/v2\/assets\/$/,
    pointer: /^\/asset_type$/,
    kind: 'missing',
    when: (_, expected, got) =>
      isRefused(expected) &&
      isRefused(got) &&
      /^The multipart body can't be read/.test(text(got.body.detail)),
    reason: 'decision 69: a body that can not be read is told as that',
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
    reason: 'decision 27: discover_asset is assignable on every type, with the view that it implies',
  },
  {
    path: DATA,
    pointer: /^\/(count|results.*)$/,
    when: (_, expected, got) => !isSentBySuper(expected) && isSentBySuper(got),
    reason: 'decision 18: superusers may submit, so that their row is there',
  },
  {
    path: /\/data\//,
    pointer: /\/_attachments\/\d+$/,
    kind: 'value',
    when: ({ expected, got }) => expected === undefined && Object(got).question_xpath === '',
    reason: 'decision 34: a file that no question names is kept and listed',
  },
  ...dataDeviations,
  // A file needs file_type and content alone, so two more are made than of the peer.
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
    reason: 'decision 77: two requests made a file that the peer refused',
  },
  {
    id: /^files\/(list|deploy-form)$/,
    pointer: /\/\[no(desc|meta)\.png\]$/,
    when: ({ expected }) => expected === undefined,
    reason: 'decision 77: two requests made a file that the peer refused',
  },
  {
    kind: 'value',
    pointer: /\/metadata\/hash$/,
    when: ({ expected, got }) => !/^md5:(<hex32>|[0-9a-f]{32})/.test(text(expected)) && MD5.test(text(got)),
    reason: 'decision 77: the hash is that of the bytes, whatever the client sent',
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
    reason: 'decision 77: an answer without a body has no type',
  },
  {
    id: /^files\/manifest$/,
    kind: 'value',
    when: ({ expected, got }) => [expected, got].every((text) => String(text).includes('/xformsMedia/')),
    reason: 'decision 77: all files are in the manifest at once, under their uids',
  },
  ...listDeviations,
  ...hookDeviations,
  ...reportDeviations,
  ...exportDeviations,
  ...sharingDeviations,
  ...projectDeviations,
];
