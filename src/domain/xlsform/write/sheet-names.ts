const MAX_LENGTH = 31;
/** Ends a name that was longer. */
const CUT = '...';
const FORBIDDEN = /[[\]:*?/\\]/g;

/** Gives sheets names that spreadsheets accept: at most 31 characters, none of `[]:*?/\`, each once in any letter case. */
export class SheetNames {
  private readonly taken = new Set<string>();

  /** The wished name, or the nearest that will do: `Visits`, `Visits (1)`. */
  claim(wish: string): string {
    const base = wish.replace(FORBIDDEN, '_').replace(/^'|'$/g, '_') || 'Sheet';
    let name = cut(base, MAX_LENGTH);
    for (let suffix = 1; this.taken.has(name.toLowerCase()); suffix++) {
      const end = ` (${suffix})`;
      name = cut(base, MAX_LENGTH - end.length) + end;
    }
    this.taken.add(name.toLowerCase());
    return name;
  }
}

/** At most so many UTF-16 units, as spreadsheets count, without cutting a character in two. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, length - CUT.length).replace(/\p{Surrogate}$/u, '') + CUT;
}
