import { isPoint, POINT_PARTS } from '../geo/geometry';
import { isLiteracyTest } from '../form-history/form-part';
import { selectsFromAnswers, type Field } from '../form-history/version-schema';
import {
  type ColumnGroup,
  type ColumnSource,
  type FlatSubmission,
  type WriteAnswer,
  writePlain,
  type ColumnType,
  columnTypeOf,
  commonColumnType,
  type ExportCell,
  dateCell,
  numberCell,
  timeCell,
} from './column-group';
import type { ExportOptions } from './export-request';
import {
  behindParameters,
  isSelectOne,
  listedChoices,
  literacyColumns,
  markedWords,
  selectMultipleColumns,
  writeLabels,
} from './select-columns';

const NUMBER_TYPES = new Set(['integer', 'decimal', 'range']);
const DATE_TYPES = new Set(['date', 'today', 'start', 'end', 'datetime', 'dateTime']);
const MEDIA_TYPES = new Set(['image', 'audio', 'video', 'file', 'background-audio', 'audit']);
const DELETED = 'Deleted';

type ColumnLayout = 'one' | 'choices' | 'literacy' | 'point' | 'media';

/**
 * Columns of a question by the type in its newest version (contract-data 7.3). Answers of versions with a different layout
 * go to the first column, formatted by the type of that version.
 */
export function questionColumns(question: ColumnSource): ColumnGroup {
  const layout = layoutOf(question.field, question);
  const isLiteracy = layout === 'literacy';
  const source = layout === 'choices' || isLiteracy ? withSummaryIfMixed(question) : question;
  const group = COLUMNS[layout](source);
  const hasChoicesAlone = layout === 'choices' && source.options.selectMode === 'details';
  return {
    ...group,
    writer: (versionField) => {
      const own = layoutOf(versionField, source);
      const hasWords = isLiteracy && (own === 'choices' || isSelectOne(versionField));
      const isChoice = hasChoicesAlone && isSelectOne(versionField);
      if (own === layout || hasWords || isChoice) return group.writer(versionField);
      const write = singleColumnWriter(versionField, source);
      if (layout === 'choices' && own === 'literacy') {
        const writeWords = group.writer(versionField);
        return (answer, cells, firstColumn, submission) => {
          writeWords(markedWords(answer), cells, firstColumn, submission);
          // The summary keeps the parameters too.
          write(answer, cells, firstColumn, submission);
        };
      }
      return isLiteracy ? behindParameters(write) : write;
    },
  };
}

/** Columns of choices alone would lack the answers of versions in which the question was no select. */
function withSummaryIfMixed(source: ColumnSource): ColumnSource {
  const { field, options } = source;
  const layout = layoutOf(field, source);
  const isMixed = [...field.versions.values()].some((each) => {
    const own = layoutOf(each, source);
    return own !== layout && own !== 'choices' && !isSelectOne(each);
  });
  if (!isMixed || options.selectMode !== 'details') return source;
  return { ...source, options: { ...options, selectMode: 'both' } };
}

const COLUMNS: Readonly<Record<ColumnLayout, (source: ColumnSource) => ColumnGroup>> = {
  one: singleColumn,
  choices: selectMultipleColumns,
  literacy: literacyColumns,
  point: pointColumns,
  media: mediaColumns,
};

function layoutOf(
  versionField: Field | ColumnSource['field'],
  { field, options }: ColumnSource,
): ColumnLayout {
  const { type } = versionField;
  if (type === 'select_multiple_from_file') return listedChoices(field).length > 0 ? 'choices' : 'one';
  if (type === 'select_multiple') return isLiteracyTest(versionField) ? 'literacy' : 'choices';
  if (isPoint(type)) return 'point';
  return MEDIA_TYPES.has(type) && options.includeMediaUrls ? 'media' : 'one';
}

function singleColumn(source: ColumnSource): ColumnGroup {
  return {
    headers: [source.style.header(source.field)],
    types: [source.format === 'own' ? commonColumnType(source.field) : columnTypeOf(source.field.type)],
    writer: (versionField) => singleColumnWriter(versionField, source),
  };
}

function singleColumnWriter(versionField: Field, source: ColumnSource): WriteAnswer {
  const { isTyped, options } = source;
  if (versionField.type.startsWith('select_one') || versionField.type.startsWith('select_multiple')) {
    return writeLabels(versionField, source);
  }
  const cast = isTyped ? cellConverter(versionField, options) : undefined;
  if (cast === undefined) return writePlain;
  return (answer, cells, firstColumn) => {
    cells[firstColumn] = cast(answer);
  };
}

function cellConverter(
  { type, row }: Field,
  { isFormatted }: ExportOptions,
): ((text: string) => ExportCell) | undefined {
  if (type === 'time') return isFormatted ? timeCell : undefined;
  if (NUMBER_TYPES.has(type) || (type === 'text' && selectsFromAnswers(row))) return numberCell;
  return DATE_TYPES.has(type) ? dateCell : undefined;
}

/** Answer and its four parts. The header of the answer never has groups (contract-data 7.3). */
function pointColumns({ field, style, isTyped }: ColumnSource): ColumnGroup {
  const label = style.innerLabel(field);
  return {
    headers: [style.label(field), ...POINT_PARTS.map((part) => style.header(field, `_${label}_${part}`))],
    types: ['text', ...POINT_PARTS.map((): ColumnType => 'number')],
    writer: () => (answer, cells, firstColumn) => {
      cells[firstColumn] = answer;
      const parts = answer.trim().split(/\s+/).slice(0, POINT_PARTS.length);
      parts.forEach((part, index) => (cells[firstColumn + 1 + index] = isTyped ? numberCell(part) : part));
    },
  };
}

interface AttachmentJson {
  readonly media_file_basename?: string;
  readonly download_url?: string;
  readonly is_deleted?: boolean;
}

/** File name and download URL; the URL is empty while the file is missing. */
function mediaColumns({ field, style }: ColumnSource): ColumnGroup {
  const header = style.header(field);
  return {
    headers: [header, `${header}_URL`],
    types: ['text', 'text'],
    writer: () => (answer, cells, firstColumn, submission) => {
      cells[firstColumn] = answer;
      const file = attachmentsOf(submission).find((each) => each.media_file_basename === answer);
      cells[firstColumn + 1] = file?.is_deleted === true ? DELETED : (file?.download_url ?? '');
    },
  };
}

function attachmentsOf({ _attachments: attachments }: FlatSubmission): readonly AttachmentJson[] {
  return Array.isArray(attachments) ? (attachments as AttachmentJson[]) : [];
}
