/** The values of one statement, bound and never written into its text. */
export class SqlParameters {
  readonly values: unknown[];

  /** @param values those that the statement's text names already, `$1` first */
  constructor(...values: unknown[]) {
    this.values = values;
  }

  /** Binds a value. @returns what stands for it in the text, as `$3::text` */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
