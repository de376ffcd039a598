import { SourceLocation, ProblemLog } from '../form/problem-log';
import { splitXmlName } from '../xml/xml-names';

/**
 * Scope of the check for duplicate names (contract-xlsform 2.5): `refuse` them in the whole form, as for a deployment, or
 * only among `siblings`, as in a plain XLSForm.
 */
export type NamePolicy = 'refuse' | 'siblings';

/** Names used in one container, by their lower-case form. */
export type SiblingNames = Map<string, string>;

/** Kind and origin of the node that is named. */
interface NameUse {
  readonly isRepeat: boolean;
  /** True for one of the copies that a loop generates. */
  readonly fromLoop: boolean;
}

/** Validates every name: well-formed, unique, not reserved. */
export class SurveyNames {
  private readonly rowByName = new Map<string, number>();
  private readonly repeatRows = new Map<string, number>();

  constructor(
    private readonly policy: NamePolicy,
    private readonly rootName: string,
    private readonly prefixes: ReadonlySet<string>,
    private readonly log: ProblemLog,
  ) {}

  /** Registers the name of a node; problems go to the log. */
  register(name: string, row: number, { isRepeat, fromLoop }: NameUse, siblings: SiblingNames): void {
    const at: SourceLocation = { sheet: 'survey', row, column: 'name' };
    this.validateSpelling(name, at);
    this.validateUniqueness(name, row, fromLoop ? 'siblings' : this.policy, siblings, at);
    if (name === 'meta') {
      this.log.refuse(at, 'The name "meta" is reserved for metadata of the form. Use another name.');
    }
    if (isRepeat) this.validateRepeat(name, row, at);
    this.rowByName.set(name, this.rowByName.get(name) ?? row);
    siblings.set(name.toLowerCase(), name);
  }

  private validateSpelling(name: string, at: SourceLocation): void {
    const parts = splitXmlName(name);
    if (parts === null) {
      this.log.refuse(
        at,
        `"${name}" is not a valid name. Begin with a letter or "_" and use letters, digits, "_", "-" and "." only, without spaces.`,
      );
    } else if (parts.prefix !== null && !this.prefixes.has(parts.prefix)) {
      this.log.refuse(
        at,
        `The prefix of "${name}" is not declared. Remove it, or declare it in the namespaces setting.`,
      );
    }
  }

  private validateUniqueness(
    name: string,
    row: number,
    policy: NamePolicy,
    siblings: SiblingNames,
    at: SourceLocation,
  ): void {
    const existing = siblings.get(name.toLowerCase());
    const first = this.rowByName.get(name);
    if (existing === name || (policy === 'refuse' && first !== undefined)) {
      this.log.refuse(
        at,
        `The name "${name}" is already taken by row ${first ?? row}. Give each question, group and repeat its own name.`,
      );
    } else if (existing !== undefined) {
      this.log.warn(
        at,
        `The names "${existing}" and "${name}" differ in letter case only, which is easily mistaken.`,
      );
    }
  }

  private validateRepeat(name: string, row: number, at: SourceLocation): void {
    const first = this.repeatRows.get(name);
    if (first !== undefined) {
      this.log.refuse(
        at,
        `Row ${first} already has a repeat named "${name}". Rename one: repeat names must be unique on all levels.`,
      );
    } else if (name === this.rootName) {
      this.log.refuse(
        at,
        `The repeat can't be named "${name}", like the root of the form. Use another name.`,
      );
    }
    this.repeatRows.set(name, row);
  }
}
