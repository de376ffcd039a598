/** Intended differences of submissions, files and partial permissions; see deviations.mjs. */

/** @typedef {import('./deviations.mjs').Deviation} Deviation */
/** @typedef {import('./deviations.mjs').Line} Line */

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : '');
/** @param {Line} line */
const isRefused = ({ status }) => status >= 400 && status < 500;
/** @param {unknown} value the assignment before */
const isEast = (value) => value === 'east' || JSON.stringify(value ?? '').includes('"east"');

/** @type {Deviation[]} */
export const dataDeviations = [
  {
    kind: 'type',
    when: ({ expected, got }) =>
      typeof expected === 'number' && /^-?[\d.]{16,}$/.test(text(got)) && Number(got) === expected,
    reason: 'decision 1: a number that would change as a double is text',
  },
  {
    method: /^PATCH$/,
    path: /\/data\/validation_statuses\/$/,
    kind: 'status',
    when: (_, expected, got) => expected.status === 200 && got.status === 400,
    reason: 'decision 75: an unknown validation status is 400',
  },
  {
    path: /\/data\/[^/]+\/(enketo\/(edit|view)|edit)\/(\?.*)?$/,
    when: (_, expected, got) => expected.status === 200 && got.status === 409,
    reason: 'decision 142: web forms need an Enketo of the operator, which is not configured in this run',
  },
  {
    path: /\/data\/(\?.*)?$/,
    when: (_, expected, got) =>
      isRefused(expected) && isRefused(got) && text(expected.body['#xml']).startsWith('<?xml'),
    reason: 'decision 2: errors of the API are JSON, whatever the success would have been',
  },
  {
    path: /\/data\.xml/,
    pointer: /^\/#xml/,
    when: ({ expected, got }) => text(got).replace('&amp;after=‹id›', '') === expected,
    reason: 'decision 11: next contains a cursor',
  },
  {
    method: /^DELETE$/,
    kind: 'header',
    pointer: /^header content-type$/,
    when: ({ got }, expected) => expected.status === 204 && got === undefined,
    reason: 'decision 77: a response without a body has no Content-Type',
  },
  {
    id: /^partial\/(partial-inside|bad-operator)$/,
    when: (_, expected, got) => expected.status === 201 && got.status === 400,
    reason: 'decision 26: invalid filters are rejected when set',
  },
  {
    id: /^partial\/assignments-after$/,
    pointer: /partial_submissions/,
    when: ({ expected, got }) => JSON.stringify([expected, got]).includes('$nonsense') || isEast(got),
    reason: 'decision 26: rejected filters are not stored',
  },
  {
    id: /^data\/format-unknown$/,
    kind: 'status',
    when: ({ expected, got }) => expected === 404 && got === 200,
    reason: 'decision 58: all submissions can be read as CSV',
  },
  {
    path: /\/attachments\/[^/]+\/(small|medium|large)\/$/,
    pointer: /^\/(sha256|bytes)$/,
    when: (_, expected, got) => expected.body['#file'] === got.body['#file'],
    reason: 'decision 78: images are resized by another encoder',
  },
  {
    pointer: /\/(orx:)?meta\/(orx:)?instanceID$|orx:meta~1orx:instanceID$|\/meta~1instanceID$/,
    when: (_, expected, got) =>
      JSON.stringify(expected.body).includes('"orx:meta/orx:instanceID"') &&
      JSON.stringify(got.body).includes('"meta/instanceID"'),
    reason: 'decision 75: JSON has `meta` without its prefix',
  },
  {
    id: /^openrosa\/briefcase$/,
    pointer: /^\/#xml/,
    when: ({ expected, got }) => {
      const [, ...others] = text(got).split('</id><id>');
      return others.length > 0 && text(expected).startsWith(others.join('</id><id>'));
    },
    reason: 'decision 18: superusers may submit, so that their submission is listed too',
  },
];
