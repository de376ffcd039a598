import { FormRoot } from '../form/form-tree';
import { nameOf, TypedRow } from '../read/survey-rows';
import { element, plain, XmlElement } from '../xml/xml-tree';

/** Values that KoboToolbox's servers add to a form (contract-xlsform 3.10). */
export interface KoboAdditions {
  /** Uuid of the deployment; sent by every submission as `formhub/uuid`. */
  formUuid?: string;
  /** Uid of the deployed version; sent by every submission as `__version__`. */
  versionUid?: string;
  /** Root uuid, with its "uuid:", of the submission that the form is opened to edit. */
  rootUuid?: string;
}

const VERSION_NAME = '__version__';

/**
 * Appends the row that holds the version and removes one of that name from an earlier deployment. Adds nothing to an
 * empty survey, which must stay without questions.
 */
export function withVersionRow(
  rows: readonly TypedRow[],
  { versionUid }: KoboAdditions,
): readonly TypedRow[] {
  if (versionUid === undefined) return rows;
  const others = rows.filter((row) => nameOf(row) !== VERSION_NAME || row.type !== 'calculate');
  if (others.length === 0) return others;
  const type = 'calculate';
  const cells = { type, name: VERSION_NAME, calculation: `'${versionUid}'` };
  return [...others, { row: (rows.at(-1)?.row ?? 1) + 1, type, cells }];
}

/** Node `formhub/uuid`, first below the root: identifies the deployment of a submission. */
export function formhubNode(): XmlElement {
  return plain('formhub', [element('uuid')]);
}

/** Bind that sets `formhub/uuid`; comes after all others. */
export function formhubBind(root: FormRoot, formUuid: string): XmlElement {
  return constant(`${root.path}/formhub/uuid`, formUuid);
}

/** Bind that sets `meta/rootUuid`. */
export function rootUuidBind(root: FormRoot, rootUuid: string): XmlElement {
  return constant(`${root.path}/meta/rootUuid`, rootUuid);
}

function constant(nodeset: string, value: string): XmlElement {
  return element('bind', { nodeset, type: 'string', calculate: `'${value}'` });
}
