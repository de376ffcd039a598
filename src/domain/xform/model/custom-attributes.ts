import { Compilation, locationOf, resolveExpression } from '../compilation';
import { cellText } from '../form/cells';
import { FormNode, FormRoot } from '../form/form-tree';
import { SAVE_TO_COLUMN } from '../read/entity-properties';
import { splitXmlName } from '../xml/xml-names';

/** Prefix of a column header that sets an attribute: `bind::x`, `body::x`, `control::x`, `instance::x`. */
type AttributePrefix = 'bind' | 'body' | 'control' | 'instance';

const HEADER = /^(bind|body|control|instance)::?\s*(.+)$/;

/** Attributes of the columns with these prefixes, references resolved; invalid XML names are refused. */
export function customAttributes(
  compilation: Compilation,
  node: FormNode | FormRoot,
  ...prefixes: AttributePrefix[]
): Record<string, string> {
  const attributes: [string, string][] = [];
  for (const column of Object.keys(node.cells)) {
    if (!column.includes(':') || column === SAVE_TO_COLUMN) continue;
    const [, prefix, attribute] = HEADER.exec(column) ?? [];
    const value = cellText(node.cells, column);
    if (attribute === undefined || value === undefined) continue;
    if (!prefixes.includes(prefix as AttributePrefix)) continue;
    if (isWritable(compilation, node, column, attribute)) {
      attributes.push([attribute, resolveExpression(compilation, node, column, value)]);
    }
  }
  return Object.fromEntries(attributes);
}

const DECLARED_PREFIXES: ReadonlySet<string> = new Set(['jr', 'orx', 'odk', 'h', 'ev', 'xsd', 'xml']);

function isWritable(
  compilation: Compilation,
  node: FormNode | FormRoot,
  column: string,
  attribute: string,
): boolean {
  const parts = splitXmlName(attribute);
  const isDeclared =
    parts?.prefix == null ||
    DECLARED_PREFIXES.has(parts.prefix) ||
    (parts.prefix === 'entities' && compilation.entities.length > 0) ||
    Object.hasOwn(compilation.settings.namespaces, parts.prefix);
  if (parts !== null && isDeclared) return true;
  compilation.log.refuse(
    locationOf(node, column),
    parts === null
      ? `"${attribute}" is not an XML attribute name. Rename the column.`
      : `The prefix "${parts.prefix}" is not declared. Add ${parts.prefix}="https://…" to the namespaces setting.`,
  );
  return false;
}
