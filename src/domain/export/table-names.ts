/** Table of the top level, whatever the form is called: programs that read it don't depend on its title. */
const TOP_TABLE = 'submissions';
export const LABEL_TABLE = '_labels';

/** Names that SQLite reserves. */
const RESERVED = /^sqlite_/i;

/** Allocates names that are unique in any letter case. */
export class UniqueNames {
  private readonly taken = new Set<string>();

  claim(requested: string): string {
    let name = requested;
    for (let number = 2; this.taken.has(name.toLowerCase()); number++) name = `${requested}_${number}`;
    this.taken.add(name.toLowerCase());
    return name;
  }
}

/** Names of the tables of sections; the top level has an empty name. */
export function tableNames(sections: readonly { readonly name: string }[]): string[] {
  const names = new UniqueNames();
  names.claim(LABEL_TABLE);
  return sections.map(({ name }) => names.claim(name === '' ? TOP_TABLE : name.replace(RESERVED, '_$&')));
}
