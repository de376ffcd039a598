import { FormProblemsError } from '../../content/form-problem';
import { parseRowType } from '../../content/standard/row-type';
import { createRoot, FormContainer, FormNode, FormQuestion, FormRoot, SheetRow } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { saveToOf } from './entity-properties';
import { ParsedSettings } from './form-settings';
import { findQuestionType, QuestionType } from '../form/question-types';
import { NamePolicy, SiblingNames, SurveyNames } from './survey-names';
import { nameOf, TypedRow } from './survey-rows';

export interface ParsedSurvey {
  readonly root: FormRoot;
  readonly audit: FormQuestion | null;
  /** `xml-external` and `csv-external`: instances without a node. */
  readonly externals: readonly FormQuestion[];
}

/** Depth limit of groups and repeats; submissions nested deeper would be refused. */
const MAX_DEPTH = 64;

/**
 * Builds the tree of groups, repeats and questions from the rows; problems go to the log.
 * @throws FormProblemsError when groups and repeats are nested more than 64 deep
 */
export function readSurvey(
  rows: readonly TypedRow[],
  settings: ParsedSettings,
  policy: NamePolicy,
  log: ProblemLog,
): ParsedSurvey {
  const reader = new SurveyReader(settings, policy, log);
  for (const row of rows) reader.read(row);
  return reader.finish();
}

class SurveyReader {
  private readonly root: FormRoot;
  private readonly names: SurveyNames;
  private readonly open: { container: FormContainer; siblings: SiblingNames }[];
  private readonly externals: FormQuestion[] = [];
  private audit: FormQuestion | null = null;

  constructor(
    settings: ParsedSettings,
    policy: NamePolicy,
    private readonly log: ProblemLog,
  ) {
    this.root = createRoot(settings.rootName, settings.rootCells);
    this.names = new SurveyNames(policy, settings.rootName, new Set(Object.keys(settings.namespaces)), log);
    this.open = [{ container: this.root, siblings: new Map() }];
  }

  read(row: TypedRow): void {
    if (row.type === 'begin_group' || row.type === 'begin_repeat') this.begin(row, row.type);
    else if (row.type === 'end_group' || row.type === 'end_repeat') this.end(row, row.type);
    else this.question(row);
  }

  finish(): ParsedSurvey {
    for (const { container } of this.open.slice(1)) {
      this.refuse(
        container,
        'type',
        `The ${container.kind} "${container.name}" is never closed. Add a row of type end_${container.kind}.`,
      );
    }
    return { root: this.root, audit: this.audit, externals: this.externals };
  }

  private begin(row: TypedRow, type: 'begin_group' | 'begin_repeat'): void {
    const kind = type === 'begin_repeat' ? 'repeat' : 'group';
    const node = { kind, ...this.nodeFields(row, kind === 'repeat'), children: [] as FormNode[] } as const;
    if (node.depth > MAX_DEPTH) {
      throw new FormProblemsError([
        {
          sheet: 'survey',
          row: row.row,
          column: 'type',
          message: `Groups and repeats are nested more than ${MAX_DEPTH} deep. Make the form flatter.`,
        },
      ]);
    }
    this.innermost.children.push(node);
    this.open.push({ container: node, siblings: new Map() });
    if (node.cells['label'] === undefined && !hasMedia(node)) {
      this.log.warn(
        { sheet: 'survey', row: row.row, column: 'label' },
        `The ${kind} "${node.name}" has no label.`,
      );
    }
  }

  private end(row: TypedRow, type: 'end_group' | 'end_repeat'): void {
    const kind = type === 'end_repeat' ? 'repeat' : 'group';
    const innermost = this.innermost;
    if (saveToOf(row) !== undefined) {
      this.refuse(row, 'save_to', `A ${kind} has no answer to save. Move save_to to a question.`);
    }
    if (innermost.kind === kind) {
      this.open.pop();
      if (innermost.children.length > 0) return;
      this.log.warn(
        { sheet: 'survey', row: innermost.row, column: 'type' },
        `The ${kind} "${innermost.name}" holds no question. Some clients can't open such a form; remove the ${kind}.`,
      );
      return;
    }
    const expected =
      innermost.kind === 'root'
        ? 'nothing is open here. Remove the row, or add the row that begins it'
        : `the innermost open one is the ${innermost.kind} "${innermost.name}" of row ${innermost.row}. Close that first`;
    this.refuse(row, 'type', `This row ends a ${kind}, but ${expected}.`);
    // Error recovery: assume that the missing ends are there, so that one mistake is reported once.
    const match = this.open.findLastIndex(({ container }) => container.kind === kind);
    if (match > 0) this.open.length = match;
    else if (innermost.kind !== 'root') this.open.pop();
  }

  private question(row: TypedRow): void {
    const type = findQuestionType(row.type);
    if (type === undefined) {
      this.refuse(row, 'type', unknownType(row.type));
      return;
    }
    if (type.inMeta === true) {
      this.addAudit(row, type);
      return;
    }
    const node: FormQuestion = { kind: 'question', type, ...this.nodeFields(row, false) };
    if (type.bind === undefined) this.externals.push(node);
    else this.innermost.children.push(node);
  }

  private addAudit(row: TypedRow, type: QuestionType): void {
    if (nameOf(row) !== type.name) {
      this.refuse(
        row,
        'name',
        `The ${type.name} question must be named "${type.name}", or have no name at all.`,
      );
    }
    if (saveToOf(row) !== undefined) {
      this.refuse(row, 'save_to', 'The audit has no answer to save. Move save_to to a question.');
    }
    if (this.audit !== null) {
      this.refuse(row, 'type', `The form has a question of type ${type.name} already. Remove this one.`);
    }
    this.audit ??= metaQuestion(this.root, type, type.name, row);
  }

  private nodeFields(row: TypedRow, isRepeat: boolean) {
    const { container, siblings } = this.open.at(-1)!;
    const name = nameOf(row) ?? `unnamed_${row.row}`;
    if (nameOf(row) === undefined) this.refuse(row, 'name', 'The row has no name. Give it one.');
    const use = {
      isRepeat,
      fromLoop: row.fromLoop === true,
      isTopLevel: container === this.root,
      isInRepeat: container.kind === 'repeat' || container.repeat !== null,
      isCalculation: row.type === 'calculate',
    };
    this.names.register(name, row.row, use, siblings);
    return {
      name,
      path: `${container.path}/${name}`,
      depth: container.depth + 1,
      parent: container,
      repeat: container.kind === 'repeat' ? container : container.repeat,
      row: row.row,
      cells: row.cells,
      ...(row.sourceColumns === undefined ? {} : { sourceColumns: row.sourceColumns }),
    };
  }

  private get innermost(): FormContainer {
    return this.open.at(-1)!.container;
  }

  private refuse(row: { row: number }, column: string, message: string): void {
    this.log.refuse({ sheet: 'survey', row: row.row, column }, message);
  }
}

function hasMedia(node: FormNode): boolean {
  return Object.keys(node.cells).some((column) => column.startsWith('media::'));
}

/** Creates a question in `meta`, regardless of the position of its row. */
function metaQuestion(
  root: FormRoot,
  type: QuestionType,
  name: string,
  { row, cells }: SheetRow,
): FormQuestion {
  const path = `${root.path}/meta/${name}`;
  return { kind: 'question', type, name, path, depth: 3, parent: root, repeat: null, row, cells };
}

/** Creates the instanceID as a node that expressions can reference. */
export function instanceIdQuestion(root: FormRoot): FormQuestion {
  return metaQuestion(root, findQuestionType('hidden')!, 'instanceID', { row: 1, cells: {} });
}

/** Kobo's row types; rows that were not expanded lack their begin or end row (contract-xlsform 2.8). */
const KOBO_ROW = /^(begin|end)[_ ](score|rank|kobomatrix)$|^(score)__row$|^(rank)__level$/;

function unknownType(type: string): string {
  const [, , block, score, rank] = KOBO_ROW.exec(type) ?? [];
  const kind = block ?? score ?? rank;
  if (kind !== undefined) {
    return `A row of type "${type}" belongs between begin_${kind} and end_${kind}. Add the row that is missing.`;
  }
  const parsed = parseRowType(type);
  return 'problem' in parsed ? parsed.problem : `There is no question type "${type}". Check its spelling.`;
}
