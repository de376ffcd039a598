const MAX_LENGTH = 31;
const ELLIPSIS = '...';
const FORBIDDEN = /[[\]:*?/\\]/g;

/** Generates valid sheet names: at most 31 characters, none of `[]:*?/\`, unique in any letter case. */
export class SheetNames {
  private readonly taken = new Set<string>();

  /** Returns `requested` or a valid, unique variant of it: `Visits`, `Visits (1)`. */
  claim(requested: string): string {
    const base = requested.replace(FORBIDDEN, '_').replace(/^'|'$/g, '_') || 'Sheet';
    let name = truncate(base, MAX_LENGTH);
    for (let suffix = 1; this.taken.has(name.toLowerCase()); suffix++) {
      const end = ` (${suffix})`;
      name = truncate(base, MAX_LENGTH - end.length) + end;
    }
    this.taken.add(name.toLowerCase());
    return name;
  }
}

/** Truncates to `length` UTF-16 units, as spreadsheets count, without splitting a surrogate pair. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, length - ELLIPSIS.length).replace(/\p{Surrogate}$/u, '') + ELLIPSIS;
}
