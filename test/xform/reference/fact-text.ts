/** How expressions and texts are written in facts, so that ways to write the same thing are one. */

const TOKEN =
  /"[^"]*"|'[^']*'|\d+\.\d*|\.\d+|\d+|::|\.\.|\/\/|!=|<=|>=|[\p{L}_][\p{L}\p{N}_.\-·]*(?::(?!:)[\p{L}_][\p{L}\p{N}_.-]*)?|\S/gu;
const TIGHT = / *(\/\/|\/|\(|\)|\[|\]|,|::|@) */g;

export const squash = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** An expression without surplus white space, quotes all alike, the form's root written `/R`. */
export function normalExpression(source: string, root: string): string {
  const literals: string[] = [];
  const tokens = (source.match(TOKEN) ?? []).map((token) => {
    if (token[0] !== '"' && token[0] !== "'") return token;
    const literal = token.slice(1, -1);
    // jr:choice-name takes a path as text.
    const isPath = literal.trim().startsWith(`/${root}/`);
    literals.push(isPath ? `/R${literal.trim().slice(root.length + 1)}` : literal);
    return `\0${literals.length - 1}\0`;
  });
  const name = root.replace(/[.\\+*?[^\]$(){}=!<>|:-]/g, '\\$&');
  const closed = tokens
    .join(' ')
    .replace(TIGHT, '$1')
    .replace(
      new RegExp(
        `(?:(?<![\\w.\\-\\])*:/])|(?<=\\band)|(?<=\\bor)|(?<=\\bdiv)|(?<=\\bmod))/${name}(?![\\w.\\-:])`,
        'gu',
      ),
      '/R',
    )
    .replace(new RegExp(`(instance\\(\0\\d+\0\\))/${name}(?![\\w.\\-:])`, 'gu'), '$1/R');
  return closed.replace(/\0(\d+)\0/g, (_, index: string) => `'${literals[Number(index)]}'`);
}

const RELATIVE = /(?:(?<![\w./])|(?<=current\(\)\/))(\.\.(?:\/\.\.)*)((?:\/[\p{L}_][\p{L}\p{N}_.-]*)+)/gu;

/** `../../g/x` as seen from inside group g is `../x`: both ways to write it are one. Repeats are not folded. */
export function shortestPaths(expression: string, context: string, repeats: ReadonlySet<string>): string {
  if (!expression.includes('../') || !context.startsWith('/')) return expression;
  const own = context.split('/').slice(1);
  return expression.replace(RELATIVE, (_, climb: string, way: string) => {
    let up = climb.split('/').length;
    let steps = way.split('/').slice(1);
    while (
      up > 1 &&
      steps.length > 1 &&
      up <= own.length &&
      steps[0] === own[own.length - up] &&
      !repeats.has(`/${own.slice(0, own.length - up + 1).join('/')}`)
    ) {
      up -= 1;
      steps = steps.slice(1);
    }
    return [...Array<string>(up).fill('..'), ...steps].join('/');
  });
}
