/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : '');

/** Intended differences of exports. @type {import('./deviations.mjs').Deviation[]} */
export const exportDeviations = [
  {
    id: /^exports\/.*-(file|office)$/,
    kind: 'header',
    pointer: /^header content-disposition$/,
    when: ({ expected, got }) =>
      text(expected)
        .replace(/^inline/, 'attachment')
        .replaceAll('"', '') === got,
    reason: 'decision 75: files that browsers need not display are attachments',
  },
  {
    id: /^exports\//,
    kind: 'missing',
    pointer: /\/data\/fields\/\d+$/,
    reason: 'decision 84: the request is returned as sent',
  },
  {
    id: /^exports\//,
    kind: 'missing',
    pointer: /\/data\/query\/_userform_id$/,
    reason: 'decision 84: the request is returned as sent',
  },
  {
    id: /^exports\//,
    pointer: /\/last_submission_time$/,
    when: ({ expected, got }) => expected === null && got === '<dateZ>',
    reason: 'contract-data 7.1: the time of the newest submission, whatever columns were requested',
  },
  {
    id: /^exports\/(bad-hierarchy|xls-types-word)$/,
    when: (_, expected, got) => expected.status === 201 && got.status === 400,
    reason: 'decision 84: flags are booleans',
  },
  {
    id: /^exports\//,
    when: ({ expected, got }) =>
      /Can contain only the following valid keys/.test(text(expected)) &&
      text(got).includes("'xls_formatted'"),
    reason: 'decision 84: more keys are valid',
  },
  {
    id: /^exports\//,
    when: ({ expected, got }) =>
      text(expected).startsWith("Must be either 'csv'") && text(got).includes("'parquet'"),
    reason: 'decision 84: more types',
  },
  {
    id: /^exports\/data-(csv|xlsx)$/,
    when: (_, expected, got) => expected.status === 302 && got.status === 200,
    reason: 'decision 84: the file itself, generated while it is sent',
  },
];
