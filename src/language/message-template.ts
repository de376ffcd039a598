/** A message with values, which are found again in a text that was written with it: `Row {row} has no name.` */
export class MessageTemplate {
  /** Around the values: one more than there are names. */
  private readonly literals: readonly string[];
  private readonly names: readonly string[];

  constructor(readonly message: string) {
    const parts = message.split(/\{(\w+)\}/);
    this.literals = parts.filter((_, index) => index % 2 === 0);
    this.names = parts.filter((_, index) => index % 2 === 1);
  }

  /** Characters besides values: of two templates of a text, the one with more says more. */
  get length(): number {
    return this.literals.join('').length;
  }

  /** Name of a value that the message begins with. */
  get leadingName(): string | undefined {
    return this.literals[0] === '' ? this.names[0] : undefined;
  }

  /** Values by name; undefined if the text was not written with the message. A value ends where the next words of the message begin. */
  valuesIn(text: string): Readonly<Record<string, string>> | undefined {
    const first = this.literals[0]!;
    const last = this.literals.at(-1)!;
    const end = text.length - last.length;
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return undefined;
    const values: [string, string][] = [];
    let start = first.length;
    for (const [index, name] of this.names.entries()) {
      const isLast = index === this.names.length - 1;
      const next = this.literals[index + 1]!;
      const until = isLast ? end : text.indexOf(next, start);
      if (until < 0 || until > end) return undefined;
      values.push([name, text.slice(start, until)]);
      start = until + next.length;
      if (!isLast && start > end) return undefined;
    }
    return Object.fromEntries(values);
  }
}
