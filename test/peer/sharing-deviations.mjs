/** What sharing answers otherwise than the peer's on purpose. @type {import('./deviations.mjs').Deviation[]} */
export const sharingDeviations = [
  {
    id: /^sharing\/enabled-text$/,
    kind: 'type',
    pointer: /^\/data_sharing\/enabled$/,
    when: ({ expected, got }) => expected === 'yes' && got === true,
    reason: 'contract-clients 3: a flag may come as a word, and is a flag from then on',
  },
  {
    id: /^sharing\/(pair|allowed)$/,
    pointer: /^\/source(__name)?$/,
    when: ({ expected }) => expected === null,
    reason: 'decision 88: what was paired is told at once',
  },
  {
    id: /^sharing\/external/,
    when: (_, expected, got) => expected.status === 404 && got.status === 404,
    reason: 'decision 2: errors are JSON also where the answer would have been a file',
  },
];
