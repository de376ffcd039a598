import { deviceZone, zonePathsOf, edmTimestamp } from '../odata/edm-value';
import type { FlatSubmission, ExportCell } from './column-group';
import { labelTable } from './export-labels';
import type { ExportedForm, ExportPlan } from './export-plan';
import type { SectionPlan } from './section-plan';
import type { ExportTable, LabelSection, RowFormat } from './row-format';
import { LABEL_TABLE, UniqueNames } from './export-file-name';

const KEY = '_index';
const PARENT_KEY = '_parent_index';

/** Formats each section as rows of a table: a JSON array of texts and numbers on each line. */
export function tableFormat(plan: ExportPlan, form: ExportedForm): RowFormat {
  const zonePaths = zonePathsOf(plan.sections[0]!.section.fields);
  return {
    head: () => '',
    row: ({ section, cells, submission }) =>
      jsonLine(withZones(plan.sections[section]!, cells, zonePaths, submission)),
    separator: '',
    tail: '',
    table: (section) => tableOf(plan, section),
    labels: labelsOf(plan, form),
  };
}

function jsonLine(cells: readonly ExportCell[]): string {
  return `${JSON.stringify(cells)}\n`;
}

function tableOf({ sections, isShown }: ExportPlan, index: number): ExportTable {
  const { section, title, headers, types, questionColumnCount } = sections[index]!;
  const unique = new UniqueNames();
  // System columns keep their names.
  const system = headers.slice(questionColumnCount).map((header) => unique.claim(header));
  const names = [...headers.slice(0, questionColumnCount).map((header) => unique.claim(header)), ...system];
  const [parentName, ...others] = new Set(section.parents.values());
  const parent = sections.findIndex((each) => each.section.name === parentName);
  const hasParent = others.length === 0 && parent !== -1 && isShown[parent] === true;
  return {
    name: title,
    columns: names.map((name, column) => ({ name, type: types[column]! })),
    key: KEY,
    parent: hasParent ? { column: PARENT_KEY, table: sections[parent]!.title, key: KEY } : undefined,
  };
}

function labelsOf(plan: ExportPlan, form: ExportedForm): LabelSection {
  const { headers, rows } = labelTable(plan, form);
  const unique = new UniqueNames();
  const columns = headers.map((header) => ({ name: unique.claim(header), type: 'text' as const }));
  const table = { name: LABEL_TABLE, columns, key: undefined, parent: undefined };
  return { title: LABEL_TABLE, text: rows.map(jsonLine).join(''), table };
}

/** Completes times without a zone by that of the device; system columns are in UTC. */
function withZones(
  { types, questionColumnCount }: SectionPlan,
  cells: readonly ExportCell[],
  zonePaths: readonly string[],
  submission: FlatSubmission,
): ExportCell[] {
  let zone: string | undefined;
  return cells.map((cell, column) => {
    if (types[column] !== 'timestamp' || typeof cell !== 'string') return cell;
    if (column >= questionColumnCount) return edmTimestamp(cell) ?? cell;
    zone ??= deviceZone(submission, zonePaths);
    return edmTimestamp(cell, zone) ?? cell;
  });
}
