/** Intended differences of hooks. @type {import('./deviations.mjs').Deviation[]} */
export const hookDeviations = [
  {
    id: /^hooks\//,
    kind: 'value',
    pointer: /\/settings\/password$/,
    when: ({ expected, got }) => expected === 'p' && got === '********',
    reason: 'decision 86: no response contains a password',
  },
  {
    id: /^hooks\/settings-text$/,
    kind: 'type',
    pointer: /^\/settings$/,
    reason: 'contract-clients 3: settings may be JSON text',
  },
  {
    id: /^hooks\/(as-form|list|editor)$/,
    kind: 'value',
    pointer: /\/(active|email_notification)$/,
    when: ({ expected, got }) => expected === false && got === true,
    reason: 'decision 86: a flag that is absent from a form has its default',
  },
  {
    id: /^hooks\/editor$/,
    kind: 'value',
    pointer: /\/\[By form\]\/failed_count$/,
    when: ({ expected, got }) => expected === 0 && got === 1,
    reason: 'decision 86: a flag that is absent from a form has its default',
  },
  {
    id: /^hooks\/(list|editor)$/,
    kind: 'value',
    pointer: /\/\[My hook\]\/(endpoint|export_type|failed_count)$/,
    reason: 'decision 1: newest first; hooks with the same name are matched by position',
  },
  {
    id: /^hooks\/log/,
    kind: 'value',
    pointer: /\/message$/,
    when: ({ expected, got }) =>
      String(expected).startsWith('HTTPConnectionPool') && String(got).startsWith('Nothing could be sent'),
    reason: 'decision 86: a log does not give the cause of a failed connection',
  },
  {
    id: /^hooks\/retry-none$/,
    kind: 'header',
    pointer: /^header content-type$/,
    when: ({ got }, _, { status }) => got === undefined && status === 304,
    reason: 'decision 1: a response without a body has no Content-Type',
  },
  {
    id: /^hooks\/deleted-logs$/,
    when: (_, expected, got) => expected.body?.count === 0 && got.status === 404,
    reason: 'decision 86: the log of a deleted hook is deleted',
  },
];
