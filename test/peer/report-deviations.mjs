/** @param {import('./deviations.mjs').Line} line @param {string} name */
const entryOf = (line, name) =>
  line.body?.list?.find(/** @param {any} entry */ (entry) => entry.name === name);
/** @param {string} pointer */
const nameIn = (pointer) => /\[(\w+)\]/.exec(pointer)?.[1] ?? '';

/** Intended differences of reports. @type {import('./deviations.mjs').Deviation[]} */
export const reportDeviations = [
  {
    id: /^reports\//,
    kind: 'missing',
    pointer: /\/data\/percentage$/,
    when: ({ expected }) => Array.isArray(expected) && expected.length === 0,
    reason: 'contract-data 5: no list of percentages without answers',
  },
  {
    id: /^reports\//,
    pointer: /^\/list\/\[(\w+)\]\/data\//,
    when: ({ pointer }, expected, got) => {
      const [theirs, ours] = [expected, got].map((line) => entryOf(line, nameIn(pointer)));
      return theirs?.data?.provided === 0 && ours?.data?.provided > 0;
    },
    reason: 'decision 20: answers in repeats count, once per submission',
  },
  {
    id: /^reports\/split-/,
    pointer: /\/data\/(total_count|not_provided|values\/.*percentages\/\d+)$/,
    when: ({ pointer }, expected, got) => {
      const [theirs, ours] = [expected, got].map((line) => entryOf(line, nameIn(pointer))?.data);
      return (
        theirs?.total_count > ours?.total_count && ours.total_count === ours.provided + ours.not_provided
      );
    },
    reason: 'contract-data 5: each submission counts once, also when grouped',
  },
  {
    id: /^reports\/(after-redeploy|after-delete)$/,
    pointer: /^\/(count$|list\/)/,
    reason: 'decision 20: a report covers the newest version by default',
  },
  {
    id: /^reports\/counts-after-delete$/,
    pointer: /^\/daily_submission_counts\//,
    when: ({ expected, got }) => Number(got) === Number(expected) - 1,
    reason: 'decision 47: deleted submissions are not counted',
  },
  {
    id: /^reports\/change$/,
    kind: 'missing',
    pointer: /^\/report_styles\/(specified|kuid_names)\/<kuid>$/,
    when: (_, __, got) => got.body.content.survey.every(/** @param {any} row */ (row) => row.name),
    reason: 'decision 12: styles of deleted rows are dropped',
  },
];
