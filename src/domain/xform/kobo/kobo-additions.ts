import { FormRoot } from '../form/form-tree';
import { nameOf, TypedRow } from '../read/survey-rows';
import { element, plain, XmlElement } from '../xml/xml-tree';

/** What Kobo's servers add to a form (contract-xlsform 3.10). */
export interface KoboAdditions {
  /** The uuid of the deployment, put into every submission as `formhub/uuid`. */
  formUuid?: string;
  /** The uid of the deployed version, put into every submission as `__version__`. */
  versionUid?: string;
  /** For a form that opens a submission to edit it: the root uuid that the edit keeps, with its "uuid:". */
  rootUuid?: string;
}

const VERSION_NAME = '__version__';

/**
 * The rows with a last one that carries the version. A row of that name from an earlier deployment gives way. Where there
 * is no other row there is no form, and nothing is added that would make one of it.
 */
export function withVersionRow(
  rows: readonly TypedRow[],
  { versionUid }: KoboAdditions,
): readonly TypedRow[] {
  if (versionUid === undefined) return rows;
  const others = rows.filter((row) => nameOf(row) !== VERSION_NAME);
  if (others.length === 0) return others;
  const type = 'calculate';
  const cells = { type, name: VERSION_NAME, calculation: `'${versionUid}'` };
  return [...others, { row: (rows.at(-1)?.row ?? 1) + 1, type, cells }];
}

/** `formhub/uuid`, the first node of the root: says to which deployment a submission belongs. */
export function formhubNode(): XmlElement {
  return plain('formhub', [element('uuid')]);
}

/** The bind that fills `formhub/uuid`; it stands behind all others. */
export function formhubBind(root: FormRoot, formUuid: string): XmlElement {
  return constant(`${root.path}/formhub/uuid`, formUuid);
}

/** The bind that fills `meta/rootUuid`. */
export function rootUuidBind(root: FormRoot, rootUuid: string): XmlElement {
  return constant(`${root.path}/meta/rootUuid`, rootUuid);
}

function constant(nodeset: string, value: string): XmlElement {
  return element('bind', { nodeset, type: 'string', calculate: `'${value}'` });
}
