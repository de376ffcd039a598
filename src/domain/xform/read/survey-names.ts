import { Place, ProblemLog } from './problem-log';
import { splitXmlName, toXmlName } from '../xml/xml-names';

/**
 * What to do when two nodes bear the same name (contract-xlsform 2.5):
 * `refuse` anywhere in the form, as a deployment does; `siblings` only within one group, as a plain XLSForm does;
 * `rename` the later one, as a preview does.
 */
export type DuplicatePolicy = 'refuse' | 'siblings' | 'rename';

/** A node that got another name than the one in its row. */
export interface RenamedNode {
  readonly row: number;
  readonly from: string;
  readonly to: string;
}

/** Names already taken inside one group, repeat or the form itself. */
export type SiblingNames = Map<string, string>;

/** Judges every name as it is met: well-formed, free, not reserved. */
export class SurveyNames {
  private readonly rowByName = new Map<string, number>();
  private readonly repeatRows = new Map<string, number>();
  readonly renamed: RenamedNode[] = [];

  constructor(
    private readonly policy: DuplicatePolicy,
    private readonly rootName: string,
    private readonly prefixes: ReadonlySet<string>,
    private readonly log: ProblemLog,
  ) {}

  /** Takes a name for a node and returns the one to use; problems go to the log. */
  take(wanted: string, row: number, isRepeat: boolean, siblings: SiblingNames, atTop: boolean): string {
    const place: Place = { sheet: 'survey', row, column: 'name' };
    const name = this.policy === 'rename' ? this.rename(wanted, row) : wanted;
    if (this.policy !== 'rename') {
      this.judgeSpelling(name, place);
      this.judgeUniqueness(name, row, siblings, place);
    }
    if (atTop && name === 'meta') {
      this.log.refuse(place, 'The name "meta" is reserved for what the form notes itself. Use another name.');
    }
    if (isRepeat) this.judgeRepeat(name, row, place);
    this.rowByName.set(name, this.rowByName.get(name) ?? row);
    siblings.set(name.toLowerCase(), name);
    return name;
  }

  private rename(wanted: string, row: number): string {
    const base = toXmlName(wanted);
    let name = base;
    for (let count = 1; this.rowByName.has(name) || name === this.rootName; count++) {
      name = `${base}_${String(count).padStart(3, '0')}`;
    }
    if (name !== wanted) this.renamed.push({ row, from: wanted, to: name });
    return name;
  }

  private judgeSpelling(name: string, place: Place): void {
    const parts = splitXmlName(name);
    if (parts === null) {
      this.log.refuse(
        place,
        `"${name}" is no valid name. Begin with a letter or "_" and use letters, digits, "_", "-" and "." only, without spaces.`,
      );
    } else if (parts.prefix !== null && !this.prefixes.has(parts.prefix)) {
      this.log.refuse(
        place,
        `The prefix of "${name}" is not declared. Remove it, or declare it in the namespaces setting.`,
      );
    }
  }

  private judgeUniqueness(name: string, row: number, siblings: SiblingNames, place: Place): void {
    const namesake = siblings.get(name.toLowerCase());
    const first = this.rowByName.get(name);
    if (namesake === name || (this.policy === 'refuse' && first !== undefined)) {
      this.log.refuse(
        place,
        `The name "${name}" is already taken by row ${first ?? row}. Give each question, group and repeat its own name.`,
      );
    } else if (namesake !== undefined) {
      this.log.warn(
        place,
        `The names "${namesake}" and "${name}" differ in letter case only, which is easily mistaken.`,
      );
    }
  }

  private judgeRepeat(name: string, row: number, place: Place): void {
    const first = this.repeatRows.get(name);
    if (first !== undefined) {
      this.log.refuse(
        place,
        `A repeat named "${name}" stands in row ${first} already. Repeats need names that no other repeat has, on any level.`,
      );
    } else if (name === this.rootName) {
      this.log.refuse(
        place,
        `The repeat can't be named "${name}", like the root of the form. Use another name.`,
      );
    }
    this.repeatRows.set(name, row);
  }
}
