import { cellText, cleanCells } from '../form/cells';
import { Compilation, locationOf } from '../compilation';
import { FormQuestion } from '../form/form-tree';
import { element, plain, XmlElement } from '../xml/xml-tree';

/** Tags of an OpenStreetMap question, one per row of its list on the osm sheet: key and label. */
export function osmTags(compilation: Compilation, question: FormQuestion): XmlElement[] {
  const list = cellText(question.cells, 'select_from_list_name');
  if (list === undefined) return [];
  const rows = compilation.osmTags
    .map((row) => cleanCells(row, false))
    .filter((row) => (cellText(row, 'list_name') ?? cellText(row, 'list name')) === list);
  if (rows.length === 0) {
    compilation.log.refuse(
      locationOf(question, 'type'),
      `There is no list "${list}" on the osm sheet. Add its tags, or check the spelling.`,
    );
  }
  return rows.flatMap((row) => {
    const key = cellText(row, 'name');
    return key === undefined
      ? []
      : [element('tag', { key }, [plain('label', cellText(row, 'label') ?? key)])];
  });
}
