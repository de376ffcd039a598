import { isVersionName } from '../../content/content';
import { SourceLocation, ProblemLog } from '../form/problem-log';
import { splitXmlName } from '../xml/xml-tree';

/**
 * Scope of the check for duplicate names (contract-xlsform 2.5): refuse them among `siblings`, as in a plain XLSForm, and
 * in a deployment `warn` of others, which KoboToolbox refuses.
 */
export type NamePolicy = 'warn' | 'siblings';

/** Names used in one container, by their lower-case form. */
export type SiblingNames = Map<string, string>;

/** Kind and origin of the node that is named. */
interface NameUse {
  readonly isRepeat: boolean;
  /** True for one of the copies that a loop generates. */
  readonly fromLoop: boolean;
  /** Outside of groups and repeats. */
  readonly isTopLevel: boolean;
  readonly isInRepeat: boolean;
  readonly isCalculation: boolean;
}

/** Outside of groups: names that the service gives itself, so that they would hide answers, or answers them. */
const TOP_LEVEL_NAMES = new Set([
  // Keys of the JSON of a submission (contract-data 1.2), and columns of exports.
  ...[
    '_id',
    '_uuid',
    '_status',
    '_submitted_by',
    '_submission_time',
    '_geolocation',
    '_attachments',
    '_tags',
  ],
  ...['_validation_status', '_xform_id_string', '_date_modified', '_supplementalDetails', '_notes', '_index'],
  // Filters drop it (contract-data 2.2).
  '_userform_id',
  // Makes a submission the manifest of an encrypted one (contract-data 1.5).
  'base64EncryptedKey',
]);

/** Columns of the rows of repeats. */
const REPEAT_NAMES = new Set([
  ...['_index', '_parent_index', '_parent_table_name'],
  ...['id', 'uuid', 'submission_time', 'validation_status', 'notes', 'status', 'submitted_by', 'tags'].map(
    (key) => `_submission__${key}`,
  ),
  '_submission___version__',
]);

/** Whether a child of the root is read as metadata, which is found in any letter case and with any prefix. */
function isMetadataName(name: string): boolean {
  const local = name.slice(name.indexOf(':') + 1);
  return local.toLowerCase() === 'meta' || local === 'formhub';
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
  register(name: string, row: number, use: NameUse, siblings: SiblingNames): void {
    const at: SourceLocation = { sheet: 'survey', row, column: 'name' };
    this.validateSpelling(name, at);
    this.validateUniqueness(name, row, siblings, at);
    if (this.policy === 'warn' && !use.fromLoop) this.warnOfOtherGroups(name, siblings, at);
    if (name === 'meta') {
      this.log.refuse(at, 'The name "meta" is reserved for metadata of the form. Use another name.');
    } else if (this.policy === 'warn') this.refuseServiceName(name, use, at);
    if (use.isRepeat) this.validateRepeat(name, row, at);
    this.rowByName.set(name, this.rowByName.get(name) ?? row);
    siblings.set(name.toLowerCase(), name);
  }

  private refuseServiceName(
    name: string,
    { isTopLevel, isInRepeat, isCalculation }: NameUse,
    at: SourceLocation,
  ): void {
    if (isTopLevel && (TOP_LEVEL_NAMES.has(name) || isMetadataName(name))) {
      this.log.refuse(at, `${usedByService(name)} Use another name, or put it into a group.`);
    } else if (isInRepeat && REPEAT_NAMES.has(name)) {
      this.log.refuse(at, `${usedByService(name)} Use another name.`);
    } else if (isVersionName(name) && !isCalculation) {
      // Rows of this name are taken for those that KoboToolbox adds to a form, on all levels.
      this.log.refuse(at, `${usedByService(name)} Use another name.`);
    }
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

  private validateUniqueness(name: string, row: number, siblings: SiblingNames, at: SourceLocation): void {
    const existing = siblings.get(name.toLowerCase());
    if (existing === name) {
      const first = this.rowByName.get(name) ?? row;
      this.log.refuse(
        at,
        `The name "${name}" is already taken by row ${first}. Give each question, group and repeat its own name.`,
      );
    } else if (existing !== undefined) {
      this.log.warn(
        at,
        `The names "${existing}" and "${name}" differ in letter case only, which is easily mistaken.`,
      );
    }
  }

  private warnOfOtherGroups(name: string, siblings: SiblingNames, at: SourceLocation): void {
    const first = this.rowByName.get(name);
    if (first === undefined || siblings.get(name.toLowerCase()) === name) return;
    const reference = `\${${name}}`;
    this.log.warn(
      at,
      `Row ${first} has the name "${name}" too, in another group. KoboToolbox refuses such a form, and ${reference} is ambiguous. Give each row its own name.`,
    );
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

function usedByService(name: string): string {
  return `The name "${name}" is used by the service: answers to it would not be shown.`;
}
