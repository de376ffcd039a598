/** Intended differences of sharing. @type {import('./deviations.mjs').Deviation[]} */
export const sharingDeviations = [
  {
    id: /^sharing\/enabled-text$/,
    kind: 'type',
    pointer: /^\/data_sharing\/enabled$/,
    when: ({ expected, got }) => expected === 'yes' && got === true,
    reason: 'contract-clients 3: a flag may be sent as text and is stored as a boolean',
  },
  {
    id: /^sharing\/(pair|allowed)$/,
    pointer: /^\/source(__name)?$/,
    when: ({ expected }) => expected === null,
    reason: 'decision 88: paired data is reported at once',
  },
  {
    id: /^sharing\/viewer-list$/,
    pointer: /^\/results\/\d+\/source(__name)?$/,
    when: ({ got }) => got === null,
    reason: 'decision 88: the source shows only to those who may view it',
  },
  {
    id: /^sharing\/not-allowed$/,
    kind: 'sentence',
    reason: 'decision 88: a hidden source looks absent, whether it shares its data or not',
  },
  {
    id: /^sharing\/external/,
    when: (_, expected, got) => expected.status === 404 && got.status === 404,
    reason: 'decision 2: errors are JSON, even if a success is a file',
  },
];
