const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
export const SHEET_END = '</sheetData></worksheet>';

/** `[Content_Types].xml` */
export function contentTypesXml(sheetCount: number): string {
  const sheets = range(sheetCount).map((n) => override(`/xl/worksheets/sheet${n}.xml`, 'worksheet'));
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override('/xl/workbook.xml', 'sheet.main') +
    override('/xl/styles.xml', 'styles') +
    `${sheets.join('')}</Types>`
  );
}

/** `_rels/.rels` */
export function rootRelationshipsXml(): string {
  return relationshipsXml([relationship('rId1', 'officeDocument', 'xl/workbook.xml')]);
}

/** `xl/_rels/workbook.xml.rels` */
export function workbookRelationshipsXml(sheetCount: number): string {
  return relationshipsXml([
    ...range(sheetCount).map((n) => relationship(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
    relationship(`rId${sheetCount + 1}`, 'styles', 'styles.xml'),
  ]);
}

/** `xl/workbook.xml`; `names` are XML-escaped. */
export function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

/** `xl/styles.xml`: style 0 is plain, 1 a date, 2 a date and time. */
export const STYLES_XML =
  `${XML}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';

function override(part: string, kind: string): string {
  return `<Override PartName="${part}" ContentType="${CONTENT_TYPE}.${kind}+xml"/>`;
}

function relationshipsXml(relationships: readonly string[]): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relationships.join('')}</Relationships>`;
}

function relationship(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}
