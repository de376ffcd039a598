/** Keywords that start a line, longer ones first. */
const CLAUSES = [
  'LEFT JOIN LATERAL',
  'CROSS JOIN LATERAL',
  'LEFT JOIN',
  'INNER JOIN',
  'CROSS JOIN',
  'JOIN',
  'DELETE FROM',
  'FROM',
  'WHERE',
  'AND',
  'GROUP BY',
  'HAVING',
  'ORDER BY',
  'LIMIT',
  'OFFSET',
  'FOR UPDATE',
  'FOR NO KEY UPDATE',
  'ON CONFLICT',
  'DO UPDATE SET',
  'UPDATE',
  'SET',
  'VALUES',
  'SELECT',
  'RETURNING',
];
const CLAUSE = new RegExp(`(?:${CLAUSES.join('|').replaceAll(' ', '\\s+')})\\b`, 'y');
const QUERY = /\(\s*(?=(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b)/y;
/** String, quoted identifier, word, white space, or any other character. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|[\w$.:]+|\s+|./sy;
const CONDITIONS = /^(WHERE|HAVING|AND)$/;
const WIDTH = 110;

interface Level {
  readonly isQuery: boolean;
  readonly indent: number;
  clause: string;
}

/** Formats SQL, independent of the layout in the source: one line per clause, subqueries indented. */
export function readableSql(text: string): string {
  const lines: string[] = [];
  const levels: Level[] = [{ isQuery: true, indent: 0, clause: '' }];
  let line = '';
  let at = 0;
  const level = (): Level => levels.at(-1)!;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const indent = (): number => level().indent + (level().clause === 'AND' ? 1 : 0);
  const endLine = (): void => {
    if (line.trim() !== '') lines.push(...wrap(line.trim(), '  '.repeat(indent())));
    line = '';
  };
  const takeClause = (): boolean => {
    if (!level().isQuery || line.endsWith('DISTINCT ')) return false;
    const start = at;
    const clause = collapseSpaces(take(CLAUSE));
    if (clause === '' || (clause === 'AND' && !CONDITIONS.test(level().clause))) {
      at = start;
      return false;
    }
    endLine();
    level().clause = clause;
    line = clause;
    return true;
  };
  while (at < text.length) {
    if (take(QUERY) !== '') {
      line += '(';
      endLine();
      levels.push({ isQuery: true, indent: indent() + 1, clause: '' });
    } else if (!takeClause()) {
      const token = take(TOKEN);
      if (token === '(') levels.push({ isQuery: false, indent: indent(), clause: '' });
      if (token === ')') {
        if (level().isQuery) endLine();
        levels.pop();
      }
      line += token.trim() === '' ? (line.endsWith(' ') ? '' : ' ') : token;
    }
  }
  endLine();
  return lines.join('\n');
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Wraps long lists after commas and before conditions. */
function wrap(line: string, indent: string): string[] {
  const lines: string[] = [];
  for (const part of line.split(/(?<=, )|(?<= )(?=AND )/)) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(indent + part);
    else if (last.length + part.trimEnd().length <= WIDTH) lines[lines.length - 1] = last + part;
    else lines.push(`${indent}  ${part}`);
  }
  return lines.map((each) => each.trimEnd());
}
