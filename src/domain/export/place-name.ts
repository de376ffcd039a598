import { isMetadata } from '../form-history/version-schema';
import { isPoint } from '../geo/geometry';
import type { ExportPlan } from './export-plan';
import type { SectionPlan } from './section-plan';
import type { ExportRow } from './row-format';

/** Types whose answers name a thing, in order of preference. */
const NAMING_TYPES: readonly ReadonlySet<string>[] = [
  new Set(['text', 'barcode', 'select_one', 'select_one_from_file', 'select_one_external']),
  new Set([
    'calculate',
    'select_multiple',
    'select_multiple_from_file',
    'integer',
    'decimal',
    'range',
    'date',
  ]),
];
const MAX_CHARACTERS = 100;
const INSTANCE_NAME = 'meta/instanceName';

/**
 * Creates a reader of names of rows on a map: the instance name of a submission, or the first answer that names it, or its
 * id; of a copy of a repeat the first answer of its own that names it, or the name around it with the row of the copy.
 */
export function placeNames({ sections }: ExportPlan): (row: ExportRow) => string {
  const columns = sections.map(namingColumns);
  const answered = ({ section, cells }: ExportRow): string | undefined => {
    for (const column of columns[section]!) {
      const text = clipped(String(cells[column] ?? ''));
      if (text !== '') return text;
    }
    return undefined;
  };
  return function nameOf(row): string {
    if (row.parent !== undefined) return answered(row) ?? `${nameOf(row.parent)} (${row.index})`;
    const { [INSTANCE_NAME]: instanceName, _id: id } = row.submission;
    const given = typeof instanceName === 'string' ? clipped(instanceName) : '';
    return given === '' ? (answered(row) ?? String(id)) : given;
  };
}

function namingColumns({ questions }: SectionPlan): number[] {
  return NAMING_TYPES.flatMap((types) =>
    questions.flatMap(({ field: { type }, group, firstColumn }) =>
      group.headers.length > 0 && types.has(type) && !isMetadata(type) && !isPoint(type) ? [firstColumn] : [],
    ),
  );
}

function clipped(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_CHARACTERS
    ? line
    : `${line.slice(0, MAX_CHARACTERS).replace(/\p{Surrogate}$/u, '')}…`;
}
