const TOKEN =
  /"[^"]*"|'[^']*'|\d+\.\d*|\.\d+|\d+|::|\.\.|\/\/|!=|<=|>=|[\p{L}_][\p{L}\p{N}_.\-·]*(?::(?!:)[\p{L}_][\p{L}\p{N}_.-]*)?|\S/gu;
const TIGHT = / *(\/\/|\/|\(|\)|\[|\]|,|::|@) */g;

export const squash = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Normalizes white space and quotes of an expression; writes the root of the form as `/R`. */
export function normalizeExpression(source: string, root: string): string {
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

/** Shortens relative paths: `../../g/x` inside group g becomes `../x`. Does not shorten steps through repeats. */
export function shortestPaths(expression: string, context: string, repeats: ReadonlySet<string>): string {
  if (!expression.includes('../') || !context.startsWith('/')) return expression;
  const own = context.split('/').slice(1);
  return expression.replace(RELATIVE, (_, climb: string, descent: string) => {
    let up = climb.split('/').length;
    let steps = descent.split('/').slice(1);
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
