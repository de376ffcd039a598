import { asCondition, FormNode, FormQuestion, cellText, FormRoot } from '../form/form-tree';
import {
  Compilation,
  expressionIn,
  containsReference,
  renderer,
  textIn,
  locationOf,
  resolveExpression,
} from '../compilation';
import { itextReference } from './itext';
import { saveToOf, splitSaveTo, SAVE_TO_COLUMN } from '../read/entity-properties';
import { DECLARED_PREFIXES } from '../read/form-settings';
import { readParameters } from '../read/parameters';
import { element, XmlElement, splitXmlName } from '../xml/xml-tree';
import { Token, tokenize } from '../expression/expression-tokens';
import { QuestionType } from '../form/question-types';

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
    const [, prefix, name] = HEADER.exec(column) ?? [];
    // Other tools write `bind::ns::name` for the attribute `ns:name`.
    const attribute = name?.replace('::', ':');
    const value = cellText(node.cells, column);
    if (attribute === undefined || value === undefined) continue;
    if (!prefixes.includes(prefix as AttributePrefix)) continue;
    if (isWritable(compilation, node, column, attribute)) {
      attributes.push([attribute, resolveExpression(compilation, node, column, value)]);
    }
  }
  return Object.fromEntries(attributes);
}

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

const RANGE_NUMBERS = ['start', 'end', 'step', 'tick_interval', 'placeholder'];

/** Bind type of a range: decimal if any of its parameters has a fraction, else int. */
function rangeBindType(compilation: Compilation, question: FormQuestion): string {
  const { values } = readParameters(compilation, question);
  return RANGE_NUMBERS.some((key) => values.get(key)?.includes('.') === true) ? 'decimal' : 'int';
}

/** Expression columns → attributes of the bind (contract-xlsform 3.4). */
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

/** Bind of a node; null for a group or repeat without any attribute. */
export function bindOf(compilation: Compilation, node: FormNode): XmlElement | null {
  const saveTo = saveToOf(node);
  const attributes: Record<string, string> = {
    ...(node.kind === 'question' ? typeAttributes(compilation, node) : {}),
    ...expressions(compilation, node),
    ...messages(compilation, node),
    ...customAttributes(compilation, node, 'bind'),
    ...(saveTo === undefined ? {} : { 'entities:saveto': splitSaveTo(saveTo).property }),
  };
  if (Object.keys(attributes).length === 0) return null;
  return element('bind', { nodeset: node.path, ...attributes });
}

const CONDITIONS: ReadonlySet<string> = new Set(EXPRESSIONS.map(([, attribute]) => attribute));

/** Bind of the root from columns such as `bind::x` of the settings; null without any. */
export function rootBind(compilation: Compilation): XmlElement | null {
  const { root } = compilation.survey;
  const attributes = Object.entries(customAttributes(compilation, root, 'bind')).map(
    ([name, value]) => [name, CONDITIONS.has(name) ? asCondition(value) : value] as const,
  );
  if (attributes.length === 0) return null;
  return element('bind', { nodeset: root.path, ...Object.fromEntries(attributes) });
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
    // A calculation with a trigger becomes an action in the triggering question.
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
    if (typeof text === 'string' && !containsReference(text)) {
      attributes[attribute] = text;
    } else {
      const id = `${node.path}:${attribute}`;
      compilation.itext.add(id, undefined, text, renderer(compilation, node, column));
      attributes[attribute] = itextReference(id);
    }
  }
  return attributes;
}

/** Types whose values contain dashes that are not subtraction: 2024-01-31, "12.5 -1.2 0 0". */
const TYPES_WITH_DASHES = ['date', 'time', 'datetime', 'geopoint', 'geotrace', 'geoshape'];
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '|', 'mod', 'div']);
/** A text such as "modern" or "London (Ealing)" is neither arithmetic nor a call. */
const WORD = /^(mod|div)$/;

/**
 * True when a default is an expression and not a value (contract-xlsform 3.4): it contains arithmetic, a function call, a
 * predicate or a reference.
 */
export function isDynamicDefault(value: string, type: QuestionType): boolean {
  const tokens = tokenize(value);
  return tokens.some((token, index) => {
    switch (token.kind) {
      case 'reference':
      case 'broken-reference': // reported when references are resolved
        return true;
      case 'function':
        return !/\s\($/.test(token.text);
      case '[':
        return tokens[index - 1]?.kind === 'name';
      case 'operator':
        if (WORD.test(token.text) && !isApart(tokens, index)) return false;
        if (token.text === '-' && TYPES_WITH_DASHES.includes(type.name)) return false;
        if (!ARITHMETIC.has(token.text)) return false;
        // Nothing after it: the beginning of an answer such as "1309-", which collectors can't compute.
        const isEnd = tokens.slice(index + 1).every(({ kind }) => kind === 'space');
        return !isEnd || tokens.slice(0, index).every(({ kind }) => kind === 'space');
      default:
        return false;
    }
  });
}

function isApart(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.kind === 'space' && tokens[index + 1]?.kind === 'space';
}
