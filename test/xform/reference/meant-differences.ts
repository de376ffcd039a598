/**
 * Where this converter differs from the reference on purpose. Each difference has a cause, a reason, and a way to write a
 * fact so that only this cause is out of sight: what is left must agree.
 */
export interface MeantDifference {
  readonly cause: string;
  readonly reason: string;
  /** The fact as it reads when the cause is left out; undefined for facts that it does not touch. */
  readonly blind: (fact: string, side: 'reference' | 'ours') => string | undefined;
}

export const MEANT_DIFFERENCES: readonly MeantDifference[] = [
  {
    cause: 'what a triggered value is counted from',
    reason:
      'A setvalue computes in the place of the question that it sets (ODK XForms, Actions). The reference counts relative ' +
      'paths from the question that triggers it, and so reads other nodes, or none.',
    blind: (fact, side) => {
      const [kind, where = '', action, event, target = '', value = '', ...rest] = fact.split('|');
      if (kind !== 'action' || action !== 'setvalue' || where === 'model') return undefined;
      const from = side === 'ours' ? target : where.split(' ').at(-1)!;
      return [
        kind,
        where,
        action,
        event,
        target,
        absolutePaths(value, { current: from, here: from }),
        ...rest,
      ].join('|');
    },
  },
  {
    cause: 'which copies of a repeat a choice filter looks at',
    reason:
      "Choices from a repeat are all its copies, of an inner repeat too, and a filter's question in that repeat is the one " +
      'of the copy on offer; any other is the one of the copy at hand. The reference at times offers the copy at hand ' +
      'alone, or filters all choices by the answers of one copy.',
    blind: (fact) => {
      const [kind, key = '', nodeset = '', ...rest] = fact.split('|');
      if (kind !== 'itemset') return undefined;
      const current = key.split(' ').at(-1)!;
      const bracket = nodeset.indexOf('[');
      const list = absolutePaths(bracket < 0 ? nodeset : nodeset.slice(0, bracket), {
        current,
        here: current,
      });
      const filter = bracket < 0 ? '' : absolutePaths(nodeset.slice(bracket), { current, here: list });
      return [kind, key, `${list}${filter}`, ...rest].join('|');
    },
  },
];

const PATH = /(?<![\w./\])])(current\(\)\/)?(\.\.?(?:\/\.\.)*)((?:\/[\p{L}_][\p{L}\p{N}_.-]*)*)(?![\w(])/gu;

/** Relative paths written out from the root, whatever copy of a repeat they go through. */
function absolutePaths(expression: string, { current, here }: { current: string; here: string }): string {
  const absolute = expression.replace(
    PATH,
    (_, viaCurrent: string | undefined, climb: string, way: string) => {
      const from = (viaCurrent === undefined ? here : current).split('/');
      const up = climb.split('/').filter((step) => step === '..').length;
      return `${from.slice(0, from.length - up).join('/')}${way}`;
    },
  );
  return absolute.replace(/ +(?=['/])/g, '');
}
