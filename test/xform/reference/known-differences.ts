/**
 * Intended difference from the reference converter. `mask` rewrites a fact without the effect of this cause; the rewritten
 * facts of both converters must agree.
 */
export interface KnownDifference {
  readonly cause: string;
  readonly reason: string;
  /** Returns the fact without the effect of the cause; undefined for facts that it does not affect. */
  readonly mask: (fact: string, side: 'reference' | 'ours') => string | undefined;
}

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    cause: 'what a triggered value is counted from',
    reason:
      'The context node of a setvalue is the question that it sets (ODK XForms, Actions). The reference resolves relative ' +
      'paths at the question that triggers it, and so reads other nodes, or none.',
    mask: (fact, side) => {
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
      'of the candidate copy; any other is the one of the current copy. The reference sometimes lists the current copy ' +
      'only, or filters all choices by the answers of one copy.',
    mask: (fact) => {
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

/** Makes relative paths absolute, without distinguishing the copies of a repeat. */
function absolutePaths(expression: string, { current, here }: { current: string; here: string }): string {
  const absolute = expression.replace(
    PATH,
    (_, viaCurrent: string | undefined, climb: string, descent: string) => {
      const from = (viaCurrent === undefined ? here : current).split('/');
      const up = climb.split('/').filter((step) => step === '..').length;
      return `${from.slice(0, from.length - up).join('/')}${descent}`;
    },
  );
  return absolute.replace(/ +(?=['/])/g, '');
}
