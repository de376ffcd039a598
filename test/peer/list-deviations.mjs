/** Intended differences of lists, of collections, and of all routes in general. @type {import('./deviations.mjs').Deviation[]} */
export const listDeviations = [
  {
    path: /^\/api\/v2\/assets\/$/,
    kind: 'extra',
    pointer:
      /^\/results\/\[[^\]]*\]\/summary\/(geo|labels|columns|languages|lock_all|lock_any|row_count|name_quality|default_translation)$/,
    reason: 'decision 1: the summary of a collection has all keys',
  },
  {
    id: /^permissions\/detail-discover_asset$/,
    kind: 'status',
    when: ({ expected, got }) => expected === 404 && got === 200,
    reason: 'decision 26: discover_asset is assignable on every type, and implies view_asset',
  },
  {
    id: /^permissions\/public-(asset|status)$/,
    pointer: /^\/status$/,
    when: ({ expected, got }) => expected === 'public' && got === 'public-discoverable',
    reason: 'decision 26: discover_asset is assignable on every type',
  },
  {
    id: /^collections\/subscription-patch$/,
    when: (_, __, { status }) => status === 405,
    reason: 'contract-assets 9: a subscription has no updatable fields',
  },
  {
    id: /^lists\/q-geo$/,
    pointer: /^\/(count|results\/7)$/,
    when: ({ expected, got }) => got === Number(expected) + 1 || Object(got).asset_type === 'collection',
    reason: 'decision 1: the summary of a collection has all keys including geo, so that a search matches it',
  },
  {
    id: /^protocol\/head-(versions|hooks|exports)$/,
    kind: 'status',
    when: ({ expected, got }) => expected === 405 && got === 200,
    reason: 'decision 1: every GET route supports HEAD',
  },
  {
    id: /^protocol\/unknown-(anonymous-)?history$/,
    when: (_, expected, got) => expected.status === 404 && [401, 403].includes(got.status),
    reason: 'decision 3: the histories of a hidden and an unknown asset return the same error',
  },
  {
    id: /^deployment\/no-active-after$/,
    pointer: /^\/deployment(__active|_status)$/,
    reason: 'decision 16: `active` defaults to true',
  },
  {
    id: /^writing\/duplicate-archived$/,
    kind: 'type',
    when: ({ expected, got }) => Object(got).detail === expected,
    reason: 'decision 2: an error is an object with a message under detail',
  },
];
