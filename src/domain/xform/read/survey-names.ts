import { Place, ProblemLog } from '../form/problem-log';
import { splitXmlName } from '../xml/xml-names';

/**
 * Where one name may stand twice (contract-xlsform 2.5): `refuse` it anywhere in the form, as a deployment does, or
 * only among `siblings`, as a plain XLSForm does.
 */
export type NamePolicy = 'refuse' | 'siblings';

/** Names already taken inside one group, repeat or the form itself. */
export type SiblingNames = Map<string, string>;

/** What a name is given to. */
export interface NameUse {
  readonly isRepeat: boolean;
  /** Directly in the form, outside groups. */
  readonly atTop: boolean;
  /** One of several alike that a loop made. */
  readonly repeated: boolean;
}

/** Judges every name as it is met: well-formed, free, not reserved. */
export class SurveyNames {
  private readonly rowByName = new Map<string, number>();
  private readonly repeatRows = new Map<string, number>();

  constructor(
    private readonly policy: NamePolicy,
    private readonly rootName: string,
    private readonly prefixes: ReadonlySet<string>,
    private readonly log: ProblemLog,
  ) {}

  /** Takes a name for a node; what is wrong with it goes to the log. */
  take(name: string, row: number, { isRepeat, atTop, repeated }: NameUse, siblings: SiblingNames): void {
    const place: Place = { sheet: 'survey', row, column: 'name' };
    this.judgeSpelling(name, place);
    this.judgeUniqueness(name, row, repeated ? 'siblings' : this.policy, siblings, place);
    if (atTop && name === 'meta') {
      this.log.refuse(place, 'The name "meta" is reserved for what the form notes itself. Use another name.');
    }
    if (isRepeat) this.judgeRepeat(name, row, place);
    this.rowByName.set(name, this.rowByName.get(name) ?? row);
    siblings.set(name.toLowerCase(), name);
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

  private judgeUniqueness(
    name: string,
    row: number,
    policy: NamePolicy,
    siblings: SiblingNames,
    place: Place,
  ): void {
    const namesake = siblings.get(name.toLowerCase());
    const first = this.rowByName.get(name);
    if (namesake === name || (policy === 'refuse' && first !== undefined)) {
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
