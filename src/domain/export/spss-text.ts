export type SpssEntry =
  | { readonly name: string; readonly label: string }
  | { readonly name: string; readonly values: readonly { readonly name: string; readonly label: string }[] };

/** Line limit of SPSS syntax. */
const MAX_LINE_BYTES = 251;
const LINE_END = '\r\n';
const CONTINUATION = " + '";
const ELLIPSIS = '…';

/** SPSS command with one entry per variable. */
export function spssStatement(command: string, entries: readonly SpssEntry[]): string {
  const lines = entries.flatMap((entry, index) => {
    const name = ` ${index === 0 ? '' : '/'}${entry.name}`;
    if ('label' in entry) return quotedLines(`${name} `, entry.label);
    return [
      name,
      ...entry.values.flatMap((value) => quotedLines(` ${quotedLiteral(value.name)} `, value.label)),
    ];
  });
  return [command, ...lines, ' .', ''].join(LINE_END);
}

/** Truncates to `maxBytes` of UTF-8 on a character boundary, with a final `…`. */
export function truncateBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  let result = '';
  let bytes = byteLength(ELLIPSIS);
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > maxBytes) break;
    result += character;
  }
  return result + ELLIPSIS;
}

/** Literal after `start`, split into concatenated lines. */
function quotedLines(start: string, text: string): string[] {
  const lines: string[] = [];
  let line = `${start}'`;
  let bytes = byteLength(line) + 1;
  for (const character of text) {
    const escaped = escapeCharacter(character);
    const size = byteLength(escaped);
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(`${line}'`);
      line = CONTINUATION;
      bytes = byteLength(line) + 1;
    }
    line += escaped;
    bytes += size;
  }
  return [...lines, `${line}'`];
}

function quotedLiteral(text: string): string {
  return `'${[...text].map(escapeCharacter).join('')}'`;
}

function escapeCharacter(character: string): string {
  if (character === "'") return "''";
  if (character === '\r') return '';
  return character === '\n' ? '\\n' : character;
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
