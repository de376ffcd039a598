import { isMetadata } from '../form-history/version-schema';
import { isPoint, type Geometry, type Position } from '../geo/geometry';
import { ExportPlan, type ExportedForm } from './export-plan';
import type { SectionPlan } from './section-plan';
import type { ExportRow, LabelSection, RowFormat, SubmissionFormat } from './row-format';
import type { FlatSubmission, ColumnType, ExportCell } from './column-group';
import type { ExportOptions } from './export-request';
import { BYTE_ORDER_MARK, csvLine, type CsvDialect } from '../text/csv-line';
import type { SheetView } from '../workbook/xlsx-stream';
import { tableFormat } from './table-format';
import { labelTable, type LabelTable } from './export-labels';
import { type FeatureProperties, geoFeatureReader, type GeoFeatures } from './geo-features';
import { rowXml } from '../workbook/xlsx-cells';
import { escapeAttribute, escapeText } from '../text/xml-text';

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
function placeNames({ sections }: ExportPlan): (row: ExportRow) => string {
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

/** Limit of Excel, in UTF-16 code units. */
const MAX_CELL_CHARACTERS = 32_767;
const TRUNCATION_WARNING = '<WARNING: Truncated to 32,767 characters, the limit of a workbook cell> ';

/** Formats each section as the rows of a sheet. */
function xlsxFormat(
  plan: ExportPlan,
  form: ExportedForm,
  { isFormatted, hasLabels }: ExportOptions,
): RowFormat {
  const { sections } = plan;
  const headers = (section: number): readonly (readonly string[])[] => {
    const { headers, tags } = sections[section]!;
    return tags === undefined ? [headers] : [headers, tags];
  };
  const view = (section: number): SheetView => {
    const { headers: texts, types } = sections[section]!;
    return { frozenRows: headers(section).length, widths: columnWidths(texts, types) };
  };
  return {
    head: (section) => sheetRows(headers(section)),
    row: ({ section, cells, index }) => rowXml(headers(section).length + index, cells.map(truncateCell)),
    separator: '',
    tail: '',
    ...(isFormatted && { view }),
    labels: hasLabels ? labelSheet(labelTable(plan, form)) : undefined,
  };
}

function labelSheet({ headers, rows }: LabelTable): LabelSection {
  const types = headers.map((): ColumnType => 'text');
  return {
    title: 'Labels',
    text: sheetRows([headers, ...rows]),
    view: { frozenRows: 1, widths: columnWidths(headers, types) },
  };
}

function sheetRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells, index) => rowXml(index + 1, cells.map(truncateCell))).join('');
}

/** In characters. Rows are streamed, so the widths depend on headers and types only. */
const MIN_WIDTHS: Readonly<Record<ColumnType, number>> = {
  text: 16,
  integer: 8,
  number: 10,
  date: 12,
  time: 10,
  timestamp: 20,
};
const MAX_WIDTH = 40;

function columnWidths(headers: readonly string[], types: readonly ColumnType[]): number[] {
  return headers.map((header, index) =>
    Math.max(MIN_WIDTHS[types[index]!], Math.min(header.length + 2, MAX_WIDTH)),
  );
}

function truncateCell(cell: ExportCell): ExportCell {
  if (typeof cell !== 'string' || cell.length <= MAX_CELL_CHARACTERS) return cell;
  return (
    TRUNCATION_WARNING +
    cell.slice(0, MAX_CELL_CHARACTERS - TRUNCATION_WARNING.length).replace(/\p{Surrogate}$/u, '')
  );
}

/** Formats submissions one by one as the text of an export. */
export class ExportText {
  readonly plan: ExportPlan;
  readonly format: RowFormat | SubmissionFormat;

  constructor(form: ExportedForm, options: ExportOptions) {
    this.plan = new ExportPlan(form, options);
    this.format = formatOf(this.plan, form, options);
  }

  /**
   * Calls `emit` with the text of the rows of a submission.
   * @param json the submission
   * @param counts rows by section so far; updated
   */
  write(json: string, counts: number[], emit: (section: number, text: string) => void): void {
    const { format } = this;
    const submission = JSON.parse(json) as FlatSubmission;
    if ('row' in format) {
      this.plan.forEachRow(submission, counts, (row) => emit(row.section, format.row(row)));
      return;
    }
    const rows: ExportRow[] = [];
    this.plan.forEachRow(submission, counts, (row) => rows.push(row));
    emit(0, format.submission(rows));
  }
}

function formatOf(
  plan: ExportPlan,
  form: ExportedForm,
  options: ExportOptions,
): RowFormat | SubmissionFormat {
  switch (options.type) {
    case 'xls':
      return xlsxFormat(plan, form, options);
    case 'geojson':
      return geoJsonFormat(plan, form, options);
    case 'kml':
      return kmlFormat(plan, form);
    case 'parquet':
    case 'sqlite':
      return tableFormat(plan, form);
    case 'csv':
    case 'spss_labels':
      return csvFormat(plan, options.csv);
  }
}

/** Formats the top level as CSV (contract-data 7.3). */
function csvFormat({ sections }: ExportPlan, { separator, hasBom, escapesFormulas }: CsvDialect): RowFormat {
  return {
    head: (section) => {
      const { headers, tags } = sections[section]!;
      const lines = [headers, ...(tags === undefined ? [] : [tags])].map((cells) =>
        csvLine(cells, separator, escapesFormulas),
      );
      return (hasBom ? BYTE_ORDER_MARK : '') + lines.join('');
    },
    row: ({ cells }) => csvLine(cells, separator, escapesFormulas),
    separator: '',
    tail: '',
  };
}

/**
 * Formats geo answers as GeoJSON (RFC 7946) with the other answers as properties.
 * @param flatten one feature collection; false writes an array of one per submission
 */
function geoJsonFormat(plan: ExportPlan, form: ExportedForm, { flatten }: ExportOptions): SubmissionFormat {
  const read = geoFeatureReader(plan, form);
  const begin = `{"type":"FeatureCollection","name":${JSON.stringify(form.title)},"features":[`;
  const featuresOf = (rows: readonly ExportRow[]): string[] => rows.flatMap((row) => features(read(row)));
  if (!flatten) {
    return {
      head: () => '[',
      submission: (rows) => `,${begin}${featuresOf(rows).join(',')}]}`,
      separator: ',',
      tail: ']',
    };
  }
  return {
    head: () => begin,
    submission: (rows) =>
      featuresOf(rows)
        .map((feature) => `,${feature}`)
        .join(''),
    separator: ',',
    tail: ']}',
  };
}

function features({ geometries, properties }: GeoFeatures): string[] {
  if (geometries.length === 0) return [];
  const propertiesJson = JSON.stringify(properties);
  return geometries.map(
    (geometry) => `{"type":"Feature","geometry":${JSON.stringify(geometry)},"properties":${propertiesJson}}`,
  );
}

/** Formats geo answers as named KML placemarks with the other answers as extended data. */
function kmlFormat(plan: ExportPlan, form: ExportedForm): SubmissionFormat {
  const read = geoFeatureReader(plan, form);
  const nameOf = placeNames(plan);
  const placemarks = (row: ExportRow): string[] => {
    const { geometries, properties } = read(row);
    if (geometries.length === 0) return [];
    const name = escapeText(nameOf(row));
    const data = dataXml(properties);
    return geometries.map(
      (geometry) => `<Placemark><name>${name}</name>${data}${geometryXml(geometry)}</Placemark>`,
    );
  };
  return {
    head: () =>
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeText(form.title)}</name>`,
    submission: (rows) => rows.flatMap(placemarks).join('\n'),
    separator: '',
    tail: '</Document></kml>\n',
  };
}

function dataXml(properties: FeatureProperties): string {
  const data = Object.entries(properties).map(
    ([name, value]) =>
      `<Data name="${escapeAttribute(name)}"><value>${escapeText(String(value))}</value></Data>`,
  );
  return `<ExtendedData>${data.join('')}</ExtendedData>`;
}

function geometryXml(geometry: Geometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${coordinates([geometry.coordinates])}</Point>`;
    case 'LineString':
      return `<LineString>${coordinates(geometry.coordinates)}</LineString>`;
    case 'Polygon': {
      const rings = geometry.coordinates.map((ring) => `<LinearRing>${coordinates(ring)}</LinearRing>`);
      return `<Polygon><outerBoundaryIs>${rings.join('')}</outerBoundaryIs></Polygon>`;
    }
  }
}

function coordinates(positions: readonly Position[]): string {
  return `<coordinates>${positions.map((position) => position.join(',')).join(' ')}</coordinates>`;
}
