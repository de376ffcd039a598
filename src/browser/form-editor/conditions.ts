/** Simple conditions as parts, and as XPath. What can't be taken apart stays a text. */

export const COMPARISONS = [
  'is',
  'is-not',
  'less',
  'at-most',
  'more',
  'at-least',
  'selected',
  'not-selected',
  'answered',
  'not-answered',
] as const;

export type Comparison = (typeof COMPARISONS)[number];

export interface Condition {
  readonly question: string;
  readonly comparison: Comparison;
  readonly value: string;
  /** Written without quotes. */
  readonly isNumber: boolean;
}

export interface Conditions {
  readonly join: 'and' | 'or';
  readonly items: readonly Condition[];
}

const OPERATORS: Readonly<Record<string, Comparison>> = {
  '=': 'is',
  '!=': 'is-not',
  '<': 'less',
  '<=': 'at-most',
  '>': 'more',
  '>=': 'at-least',
};
const OPERATOR_OF = new Map(
  Object.entries(OPERATORS).map(([operator, comparison]) => [comparison, operator]),
);

const NAME = String.raw`\$\{\s*([\p{L}_][\p{L}\p{M}\p{N}_.·-]*)\s*\}`;
const LITERAL = String.raw`(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?))`;
const COMPARED = new RegExp(String.raw`\s*${NAME}\s*(!=|<=|>=|=|<|>)\s*${LITERAL}\s*`, 'uy');
const SELECTED = new RegExp(String.raw`\s*selected\(\s*${NAME}\s*,\s*${LITERAL}\s*\)\s*`, 'uy');
const NOT_SELECTED = new RegExp(
  String.raw`\s*not\(\s*selected\(\s*${NAME}\s*,\s*${LITERAL}\s*\)\s*\)\s*`,
  'uy',
);
const JOIN = /(and|or)(?=\s|\$)/y;

/** Takes a condition apart; undefined for what is more than comparisons joined by one of `and` and `or`. */
export function parseConditions(xpath: string): Conditions | undefined {
  const items: Condition[] = [];
  let join: Conditions['join'] | undefined;
  for (let at = 0; at < xpath.length;) {
    if (items.length > 0) {
      const found = matchAt(JOIN, xpath, at);
      const word = found?.[1] as Conditions['join'] | undefined;
      if (word === undefined || (join !== undefined && word !== join)) return undefined;
      join = word;
      at += word.length;
    }
    const term = termAt(xpath, at);
    if (term === undefined) return undefined;
    items.push(term.condition);
    at = term.end;
  }
  return { join: join ?? 'and', items };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function termAt(xpath: string, at: number): { condition: Condition; end: number } | undefined {
  const compared = matchAt(COMPARED, xpath, at);
  if (compared !== undefined) {
    const [all, question = '', operator = '', single, double, number] = compared;
    const value = single ?? double ?? number ?? '';
    const isNumber = number !== undefined;
    const given = OPERATORS[operator]!;
    const isEmpty = value === '' && (given === 'is' || given === 'is-not');
    const comparison = isEmpty ? (given === 'is' ? 'not-answered' : 'answered') : given;
    return { condition: { question, comparison, value, isNumber }, end: at + all.length };
  }
  for (const [pattern, comparison] of [
    [SELECTED, 'selected'],
    [NOT_SELECTED, 'not-selected'],
  ] as const) {
    const found = matchAt(pattern, xpath, at);
    if (found === undefined) continue;
    const [all, question = '', single, double, number] = found;
    const value = single ?? double ?? number ?? '';
    return {
      condition: { question, comparison, value, isNumber: number !== undefined },
      end: at + all.length,
    };
  }
  return undefined;
}

export function writeConditions({ join, items }: Conditions): string {
  return items.map(writeCondition).join(` ${join} `);
}

function writeCondition({ question, comparison, value, isNumber }: Condition): string {
  const name = `\${${question}}`;
  switch (comparison) {
    case 'answered':
      return `${name} != ''`;
    case 'not-answered':
      return `${name} = ''`;
    case 'selected':
      return `selected(${name}, ${literal(value, isNumber)})`;
    case 'not-selected':
      return `not(selected(${name}, ${literal(value, isNumber)}))`;
    default:
      return `${name} ${OPERATOR_OF.get(comparison)!} ${literal(value, isNumber)}`;
  }
}

/** XPath has no escapes: a text with both quotes loses the double ones. */
function literal(value: string, isNumber: boolean): string {
  if (isNumber && /^-?\d+(\.\d+)?$/.test(value)) return value;
  return value.includes("'") ? `"${value.replaceAll('"', '')}"` : `'${value}'`;
}
