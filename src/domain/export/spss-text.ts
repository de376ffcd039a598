/** A variable with its label, or with those of its values. */
export type SpssEntry =
  | { readonly name: string; readonly label: string }
  | { readonly name: string; readonly values: readonly { readonly name: string; readonly label: string }[] };

/** Bytes of a line of commands. */
const MOST_LINE = 251;
const LINE_END = '\r\n';
const CONTINUED = " + '";
const CUT = '…';

/** A command over many variables. */
export function spssStatement(command: string, entries: readonly SpssEntry[]): string {
  const lines = entries.flatMap((entry, index) => {
    const name = ` ${index === 0 ? '' : '/'}${entry.name}`;
    if ('label' in entry) return quoted(`${name} `, entry.label);
    return [name, ...entry.values.flatMap((value) => quoted(` ${literal(value.name)} `, value.label))];
  });
  return [command, ...lines, ' .', ''].join(LINE_END);
}

/** A text of at most so many bytes; one that was longer ends in `…`. No character is cut in two. */
export function cutTo(text: string, mostBytes: number): string {
  if (byteLength(text) <= mostBytes) return text;
  let kept = '';
  let bytes = byteLength(CUT);
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > mostBytes) break;
    kept += character;
  }
  return kept + CUT;
}

/** A literal behind `start`, on as many lines as it takes. */
function quoted(start: string, text: string): string[] {
  const lines: string[] = [];
  let line = `${start}'`;
  let bytes = byteLength(line) + 1;
  for (const character of text) {
    const written = escaped(character);
    const more = byteLength(written);
    if (bytes + more > MOST_LINE) {
      lines.push(`${line}'`);
      line = CONTINUED;
      bytes = byteLength(line) + 1;
    }
    line += written;
    bytes += more;
  }
  return [...lines, `${line}'`];
}

function literal(text: string): string {
  return `'${[...text].map(escaped).join('')}'`;
}

function escaped(character: string): string {
  if (character === "'") return "''";
  if (character === '\r') return '';
  return character === '\n' ? '\\n' : character;
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
