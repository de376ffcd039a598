/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : '');

/** What exports answer otherwise than the peer's on purpose. @type {import('./deviations.mjs').Deviation[]} */
export const exportDeviations = [
  {
    id: /^exports\/.*-(file|office)$/,
    kind: 'header',
    pointer: /^header content-disposition$/,
    when: ({ expected, got }) =>
      text(expected)
        .replace(/^inline/, 'attachment')
        .replaceAll('"', '') === got,
    reason: 'decision 34: what a browser need not show at once is saved',
  },
  {
    id: /^exports\//,
    kind: 'missing',
    pointer: /\/data\/fields\/\d+$/,
    reason: 'decision 85: a request is given back as it was sent',
  },
  {
    id: /^exports\//,
    kind: 'missing',
    pointer: /\/data\/query\/_userform_id$/,
    reason: 'decision 85: a request is given back as it was sent',
  },
  {
    id: /^exports\//,
    pointer: /\/last_submission_time$/,
    when: ({ expected, got }) => expected === null && got === '<dateZ>',
    reason: 'contract-data 7.1: when the newest submission came, whatever columns were asked for',
  },
  {
    id: /^exports\/(bad-hierarchy|xls-types-word)$/,
    when: (_, expected, got) => expected.status === 201 && got.status === 400,
    reason: 'decision 85: flags are true or false',
  },
  {
    id: /^exports\/data-(csv|xlsx)$/,
    when: (_, expected, got) => expected.status === 302 && got.status === 200,
    reason: 'decision 84: the file itself, made for the caller while it is sent',
  },
];
