import { choosesAmongAnswers, type Field } from '../form-history/version-schema';
import {
  type ColumnGroup,
  type ColumnSource,
  type SubmissionJson,
  type WriteAnswer,
  writePlain,
} from './column-group';
import { type ExportCell, momentCell, numberCell } from './export-cell';
import { literacyColumns, selectMultipleColumns, writeLabels } from './select-columns';

/** What a geopoint tells, in this order. */
export const POINT_PARTS = ['latitude', 'longitude', 'altitude', 'precision'];

const NUMBERS = new Set(['integer', 'decimal', 'range']);
const MOMENTS = new Set(['date', 'today', 'start', 'end', 'datetime', 'dateTime']);
const MEDIA = new Set(['image', 'audio', 'video', 'file', 'background-audio', 'audit']);
const DELETED = 'Deleted';

/** How many columns a question has, and which. */
type Layout = 'one' | 'choices' | 'literacy' | 'point' | 'media';

/**
 * The columns of a question, by the type that its newest version gives it (contract-data 7.3). The answers of a version
 * that gives it another one stand in the first of them, as that version means them.
 */
export function questionColumns(source: ColumnSource): ColumnGroup {
  const layout = layoutOf(source.field, source);
  const group = COLUMNS[layout](source);
  const hasPlainFirst =
    layout !== 'literacy' && (layout !== 'choices' || source.options.selectMode !== 'details');
  return {
    headers: group.headers,
    writer: (own) => {
      if (layoutOf(own, source) === layout) return group.writer(own);
      return hasPlainFirst ? oneWriter(own, source) : () => undefined;
    },
  };
}

/** Whether the answers of a type are a latitude, a longitude and what goes with them. */
export function isPoint(type: string): boolean {
  return type === 'geopoint' || type === 'start-geopoint';
}

const COLUMNS: Readonly<Record<Layout, (source: ColumnSource) => ColumnGroup>> = {
  one: oneColumn,
  choices: selectMultipleColumns,
  literacy: literacyColumns,
  point: pointColumns,
  media: mediaColumns,
};

function layoutOf({ type, row }: Field | ColumnSource['field'], { options }: ColumnSource): Layout {
  if (type === 'select_multiple') return isLiteracy(row.appearance) ? 'literacy' : 'choices';
  if (isPoint(type)) return 'point';
  return MEDIA.has(type) && options.includeMediaUrls ? 'media' : 'one';
}

function isLiteracy(appearance: unknown): boolean {
  return typeof appearance === 'string' && appearance.split(/\s+/).includes('literacy');
}

function oneColumn(source: ColumnSource): ColumnGroup {
  return { headers: [source.style.header(source.field)], writer: (own) => oneWriter(own, source) };
}

function oneWriter(own: Field, { style, isTyped }: ColumnSource): WriteAnswer {
  if (own.type.startsWith('select_one') || own.type === 'select_multiple') {
    return writeLabels(own, style, isTyped);
  }
  const cast = isTyped ? castOf(own) : undefined;
  if (cast === undefined) return writePlain;
  return (answer, cells, first) => {
    cells[first] = cast(answer);
  };
}

function castOf({ type, row }: Field): ((text: string) => ExportCell) | undefined {
  if (NUMBERS.has(type) || (type === 'text' && choosesAmongAnswers(row))) return numberCell;
  return MOMENTS.has(type) ? momentCell : undefined;
}

/** The answer and its four parts. The answer itself never has its groups before it. */
function pointColumns({ field, style, isTyped }: ColumnSource): ColumnGroup {
  const label = style.of(field);
  return {
    headers: [label, ...POINT_PARTS.map((part) => style.header(field, `_${label}_${part}`))],
    writer: () => (answer, cells, first) => {
      cells[first] = answer;
      const parts = answer.trim().split(/\s+/).slice(0, POINT_PARTS.length);
      parts.forEach((part, index) => (cells[first + 1 + index] = isTyped ? numberCell(part) : part));
    },
  };
}

interface AttachmentJson {
  readonly media_file_basename?: string;
  readonly download_url?: string;
  readonly is_deleted?: boolean;
}

/** The name of a file and where to fetch it; nothing where it never came. */
function mediaColumns({ field, style }: ColumnSource): ColumnGroup {
  const header = style.header(field);
  return {
    headers: [header, `${header}_URL`],
    writer: () => (answer, cells, first, submission) => {
      cells[first] = answer;
      const file = attachmentsOf(submission).find((each) => each.media_file_basename === answer);
      cells[first + 1] = file?.is_deleted === true ? DELETED : (file?.download_url ?? '');
    },
  };
}

function attachmentsOf({ _attachments: attachments }: SubmissionJson): readonly AttachmentJson[] {
  return Array.isArray(attachments) ? (attachments as AttachmentJson[]) : [];
}
