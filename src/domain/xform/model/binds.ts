import { asCondition, cellText } from './cells';
import {
  Compilation,
  expressionIn,
  holdsReference,
  placeOf,
  renderer,
  resolveExpression,
  textIn,
} from './compilation';
import { FormNode, FormQuestion } from './form-tree';
import { itextReference } from './itext';
import { readParameters } from './parameters';
import { rangeBindType } from './range';
import { splitXmlName } from './xml-names';
import { element, XmlElement } from './xml-tree';

/** Column → attribute of the bind that holds an expression (contract-xlsform 3.4). */
const EXPRESSIONS = [
  ['required', 'required'],
  ['relevant', 'relevant'],
  ['constraint', 'constraint'],
  ['calculation', 'calculate'],
  ['read_only', 'readonly'],
] as const;

const MESSAGES = [
  ['constraint_message', 'jr:constraintMsg'],
  ['required_message', 'jr:requiredMsg'],
  ['no_app_error_string', 'jr:noAppErrorString'],
] as const;

/** The bind of a node; null for a group or repeat that has nothing to say. */
export function bindOf(compilation: Compilation, node: FormNode): XmlElement | null {
  const attributes: Record<string, string> = {
    ...(node.kind === 'question' ? typeAttributes(compilation, node) : {}),
    ...expressions(compilation, node),
    ...messages(compilation, node),
    ...ownAttributes(compilation, node),
  };
  if (Object.keys(attributes).length === 0) return null;
  return element('bind', { nodeset: node.path, ...attributes });
}

function typeAttributes(compilation: Compilation, question: FormQuestion): Record<string, string> {
  const { type } = question;
  return {
    ...type.bind,
    ...(type.name === 'range' ? { type: rangeBindType(compilation, question) } : {}),
    ...(type.constraint === undefined ? {} : { constraint: type.constraint }),
    ...readParameters(compilation, question).attributes('bind'),
  };
}

function expressions(compilation: Compilation, node: FormNode): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [column, attribute] of EXPRESSIONS) {
    // With a trigger the calculation runs as an action of the triggering question instead.
    if (column === 'calculation' && node.cells['trigger'] !== undefined) continue;
    const expression = expressionIn(compilation, node, column);
    if (expression !== undefined) attributes[attribute] = asCondition(expression);
  }
  return attributes;
}

function messages(compilation: Compilation, node: FormNode): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [column, attribute] of MESSAGES) {
    const text = textIn(compilation, node, column);
    if (text === undefined) continue;
    if (typeof text === 'string' && !holdsReference(text)) {
      attributes[attribute] = text;
    } else {
      const id = `${node.path}:${attribute}`;
      compilation.itext.add(id, undefined, text, renderer(compilation, node, column));
      attributes[attribute] = itextReference(id);
    }
  }
  return attributes;
}

/** `bind::x` columns as they are, and `save_to`. */
function ownAttributes(compilation: Compilation, node: FormNode): Record<string, string> {
  const attributes: [string, string][] = [];
  for (const column of Object.keys(node.cells)) {
    const attribute = /^bind::?\s*(.+)$/.exec(column)?.[1];
    const value = cellText(node.cells, column);
    if (attribute === undefined || value === undefined) continue;
    if (isWritable(compilation, node, column, attribute)) {
      attributes.push([attribute, resolveExpression(compilation, node, column, value)]);
    }
  }
  const saveTo = cellText(node.cells, 'save_to');
  if (saveTo !== undefined) attributes.push(['entities:saveto', saveTo]);
  return Object.fromEntries(attributes);
}

/** Prefixes that every form declares. */
const KNOWN_PREFIXES: ReadonlySet<string> = new Set([
  'jr',
  'orx',
  'odk',
  'h',
  'ev',
  'xsd',
  'xml',
  'entities',
]);

/** Judges the name of an attribute that an author wrote into a column header (`bind::`, `body::`, `instance::`). */
export function isWritable(
  compilation: Compilation,
  node: FormNode,
  column: string,
  attribute: string,
): boolean {
  const parts = splitXmlName(attribute);
  const declared =
    parts?.prefix == null ||
    KNOWN_PREFIXES.has(parts.prefix) ||
    Object.hasOwn(compilation.settings.namespaces, parts.prefix);
  if (parts !== null && declared) return true;
  compilation.log.refuse(
    placeOf(node, column),
    parts === null
      ? `"${attribute}" is no XML attribute name. Rename the column.`
      : `The prefix "${parts.prefix}" is not declared. Add ${parts.prefix}="https://…" to the namespaces setting.`,
  );
  return false;
}
