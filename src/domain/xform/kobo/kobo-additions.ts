import { FormRoot } from '../read/form-tree';
import { TypedRow } from '../read/survey-rows';
import { element, XmlElement } from '../xml/xml-tree';

/** What Kobo's servers add to a deployed form (contract-xlsform 3.10). */

/** The last row: `__version__` carries the uid of the deployed version into every submission. */
export function versionRow(versionUid: string, rows: readonly TypedRow[]): TypedRow {
  const type = 'calculate';
  return {
    row: (rows.at(-1)?.row ?? 1) + 1,
    type,
    cells: { type, name: '__version__', calculation: `'${versionUid}'` },
  };
}

/** `formhub/uuid`, the first node of the root: says to which deployment a submission belongs. */
export function formhubNode(): XmlElement {
  return element('formhub', {}, [element('uuid')]);
}

/** The bind that fills `formhub/uuid`; it stands behind all others. */
export function formhubBind(root: FormRoot, formUuid: string): XmlElement {
  return element('bind', {
    nodeset: `${root.path}/formhub/uuid`,
    type: 'string',
    calculate: `'${formUuid}'`,
  });
}
