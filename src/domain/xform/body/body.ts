import { Compilation, locationOf, expressionIn, renderer, textIn } from '../compilation';
import {
  cellText,
  FormQuestion,
  cleanCells,
  FormGroup,
  FormNode,
  FormRepeat,
  hasControl,
} from '../form/form-tree';
import { readParameters } from '../read/parameters';
import { XmlElement, element, plain } from '../xml/xml-tree';
import { itemsetElement } from './itemset';
import { fromList, choicesOf, externalQuery } from './selects';
import { Actions } from '../model/actions';
import { referenceGeometry, referenceGeometryOf } from './reference-geometry';
import { mediaAddress, readMedia } from '../read/choice-lists';
import { itextReference } from '../model/itext';
import { customAttributes } from '../model/binds';

/** Defaults of the parameters (contract-xlsform 3.3). */
const DEFAULTS = { start: '1', end: '10', step: '1' } as const;

/** Attributes of the range control; start, end and step are always present. */
function rangeAttributes(compilation: Compilation, question: FormQuestion): Record<string, string> {
  const parameters = readParameters(compilation, question);
  validateParameters(compilation, question, parameters.values);
  validateTickLabels(compilation, question, parameters.values);
  validateAppearance(compilation, question, parameters.values);
  return { ...DEFAULTS, ...parameters.attributes('control') };
}

function validateParameters(
  compilation: Compilation,
  question: FormQuestion,
  values: ReadonlyMap<string, string>,
): void {
  const number = (key: keyof typeof DEFAULTS) => Number(values.get(key) ?? DEFAULTS[key]);
  const refuse = (message: string) => compilation.log.refuse(locationOf(question, 'parameters'), message);
  const [start, end, step] = [number('start'), number('end'), number('step')];
  const [min, max] = [Math.min(start, end), Math.max(start, end)];
  if (step === 0) refuse('The step of a range must not be 0. Use another step.');
  else if (Math.abs(step) > max - min) {
    refuse(`The step (${step}) is larger than the range (${max - min}). Use a smaller step.`);
  }
  const interval = values.get('tick_interval');
  if (interval !== undefined) {
    const ticks = Number(interval);
    if (ticks === 0 || Math.abs(ticks) > max - min || !isMultiple(ticks, step)) {
      refuse(
        `tick_interval must be a multiple of the step (${step}) and no larger than the range (${max - min}). Correct it.`,
      );
    }
  }
  const placeholder = values.get('placeholder');
  if (placeholder !== undefined) {
    const value = Number(placeholder);
    if (value < min || value > max || !isMultiple(value - start, step)) {
      refuse(
        `placeholder must be a value that the range can take, from ${start} to ${end} in steps of ${step}. Correct it.`,
      );
    }
  }
}

/** Itemset of the tick labels, the list of the parameter tick_labelset. */
function tickLabels(compilation: Compilation, question: FormQuestion): XmlElement[] {
  const list = readParameters(compilation, question).values.get('tick_labelset');
  const itemset = list === undefined ? undefined : fromList(compilation, question, list, 'parameters');
  return itemset === undefined ? [] : [itemsetElement(itemset)];
}

/** Refuses labels of values that have no tick; without ticks, of any but the two ends. */
function validateTickLabels(
  compilation: Compilation,
  question: FormQuestion,
  values: ReadonlyMap<string, string>,
): void {
  const list = compilation.choices.find(values.get('tick_labelset') ?? '');
  if (list === undefined) return;
  const [start, end] = [values.get('start') ?? DEFAULTS.start, values.get('end') ?? DEFAULTS.end];
  const [min, max] = [Math.min(+start, +end), Math.max(+start, +end)];
  const interval = values.get('tick_interval') ?? values.get('step') ?? DEFAULTS.step;
  for (const { name, row } of list.items) {
    const isTick = +name >= min && +name <= max && isMultiple(+name - +start, +interval);
    if (isTick) continue;
    compilation.log.refuse(
      { sheet: 'choices', row, column: 'name' },
      `"${name}" labels a tick of the range "${question.name}", so it must be a number from ${start} to ${end} in steps of ${interval}.`,
    );
    return;
  }
  if (!appearanceWords(question).includes('no-ticks')) return;
  const labelled = new Set(list.items.map(({ name }) => +name));
  if (labelled.size === 2 && labelled.has(+start) && labelled.has(+end)) return;
  compilation.log.refuse(
    locationOf(question, 'parameters'),
    `With no-ticks only the ends of a range have labels. Let the list "${list.name}" hold ${start} and ${end} alone, or remove no-ticks.`,
  );
}

function appearanceWords(question: FormQuestion): string[] {
  return cellText(question.cells, 'appearance')?.split(/\s+/) ?? [];
}

/** Appearances drawn with a scale, besides none at all, and the parameters that need one. */
const APPEARANCES_WITH_SCALE = ['vertical', 'no-ticks'];
const SCALE_PARAMETERS = ['tick_interval', 'tick_labelset', 'placeholder'];

function validateAppearance(
  compilation: Compilation,
  question: FormQuestion,
  values: ReadonlyMap<string, string>,
): void {
  const words = appearanceWords(question);
  if (words.length === 0 || APPEARANCES_WITH_SCALE.some((word) => words.includes(word))) return;
  const parameter = SCALE_PARAMETERS.find((name) => values.has(name));
  if (parameter === undefined) return;
  compilation.log.refuse(
    locationOf(question, 'appearance'),
    `A range with the appearance ${words.join(' ')} has no ${parameter}. Remove one of the two, or use vertical or no-ticks.`,
  );
}

/** True when `value` is a multiple of the step, within rounding errors of decimal fractions. */
function isMultiple(value: number, step: number): boolean {
  if (step === 0) return true;
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

/** Label element with its media; null when the node has neither. */
export function labelOf(compilation: Compilation, node: FormNode): XmlElement | null {
  const label = textIn(compilation, node, 'label');
  const media = readMedia(node.cells, compilation.languages);
  if (label === undefined && media.length === 0) return null;
  const render = renderer(compilation, node, 'label');
  if (typeof label === 'string' && media.length === 0) return plain('label', render(label));
  const id = `${node.path}:label`;
  if (label !== undefined) compilation.itext.add(id, undefined, label, render);
  for (const [form, text] of media) {
    const renderMedia = renderer(compilation, node, `media::${form}`);
    compilation.itext.add(id, form, text, (fileName) => renderMedia(mediaAddress(form, fileName)));
  }
  return element('label', { ref: itextReference(id) });
}

function hintOf(compilation: Compilation, question: FormQuestion): XmlElement | null {
  const hint = textIn(compilation, question, 'hint') ?? question.type.hint;
  const guidance = textIn(compilation, question, 'guidance_hint');
  if (hint === undefined && guidance === undefined) return null;
  const render = renderer(compilation, question, 'hint');
  if (typeof hint === 'string' && guidance === undefined) return plain('hint', render(hint));
  const id = `${question.path}:hint`;
  if (hint !== undefined) compilation.itext.add(id, undefined, hint, render);
  if (guidance !== undefined) {
    compilation.itext.add(id, 'guidance', guidance, renderer(compilation, question, 'guidance_hint'));
  }
  return element('hint', { ref: itextReference(id) });
}

/** Label and hint of a visible question; refuses a question with no text at all. */
function labelAndHint(compilation: Compilation, question: FormQuestion): XmlElement[] {
  const label = labelOf(compilation, question);
  const hint = hintOf(compilation, question);
  validateTexts(compilation, question, label !== null);
  return [label ?? element('label'), ...(hint === null ? [] : [hint])];
}

function validateTexts(compilation: Compilation, question: FormQuestion, hasLabel: boolean): void {
  const media = readMedia(question.cells, compilation.languages).map(([form]) => form);
  if (media.includes('big-image') && !media.includes('image')) {
    compilation.log.refuse(
      locationOf(question, 'media::big-image'),
      'media::big-image enlarges an image, and the row has none. Fill in media::image.',
    );
  }
  const isUnlabelled = !hasLabel && textIn(compilation, question, 'hint') === undefined;
  // The head of a table shows the labels of its choices only.
  const isTableHead = cellText(question.cells, 'appearance') === 'label';
  if (isUnlabelled && question.type.hint === undefined && !isTableHead) {
    compilation.log.refuse(
      locationOf(question, 'label'),
      `The question "${question.name}" has nothing to display. Give it a label, a hint or a picture.`,
    );
  }
}

const ATTRIBUTE_COLUMNS = ['appearance', 'rows', 'autoplay', 'intent'] as const;

/** Attributes of the body element from appearance, rows, autoplay and intent, and from `body::x` and `control::x`. */
export function controlAttributes(compilation: Compilation, node: FormNode): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const column of ATTRIBUTE_COLUMNS) {
    const value = expressionIn(compilation, node, column);
    if (value !== undefined) attributes[column] = value;
  }
  return { ...attributes, ...customAttributes(compilation, node, 'body', 'control') };
}

/** Body of the form: the controls in the order of the sheet. */
export function body(compilation: Compilation, actions: Actions): XmlElement {
  const children = compilation.survey.root.children.flatMap((node) => controlsOf(compilation, node, actions));
  return element('h:body', { class: compilation.settings.style }, children);
}

function controlsOf(compilation: Compilation, node: FormNode, actions: Actions): XmlElement[] {
  switch (node.kind) {
    case 'question':
      return hasControl(node) ? [control(compilation, node, actions)] : [];
    case 'group':
      return [group(compilation, node, actions)];
    case 'repeat':
      return [repeat(compilation, node, actions)];
  }
}

function group(compilation: Compilation, node: FormGroup, actions: Actions): XmlElement {
  const label = labelOf(compilation, node);
  return element('group', { ref: node.path, ...controlAttributes(compilation, node) }, [
    ...(label === null ? [] : [label]),
    ...node.children.flatMap((child) => controlsOf(compilation, child, actions)),
  ]);
}

function repeat(compilation: Compilation, node: FormRepeat, actions: Actions): XmlElement {
  const count = expressionIn(compilation, node, 'repeat_count')?.trim();
  const copies = element(
    'repeat',
    { nodeset: node.path, ...controlAttributes(compilation, node), 'jr:count': count },
    [
      ...node.children.flatMap((child) => controlsOf(compilation, child, actions)),
      ...(actions.inRepeat.get(node) ?? []),
    ],
  );
  return element('group', { ref: node.path }, [labelOf(compilation, node) ?? element('label'), copies]);
}

function control(compilation: Compilation, question: FormQuestion, actions: Actions): XmlElement {
  const { type } = question;
  const attributes = {
    ref: question.path,
    ...type.controlAttributes,
    ...(type.choices === 'external' ? { query: externalQuery(compilation, question) } : {}),
    ...controlAttributes(compilation, question),
    ...(type.control === 'range'
      ? rangeAttributes(compilation, question)
      : readParameters(compilation, question).attributes('control')),
  };
  return element(type.control!, attributes, [
    ...labelAndHint(compilation, question),
    ...choiceElements(compilation, question),
    ...(actions.inControl.get(question) ?? []),
  ]);
}

function choiceElements(compilation: Compilation, question: FormQuestion): XmlElement[] {
  const { type } = question;
  if (type.choices === 'list' || type.choices === 'file') return choicesOf(compilation, question);
  const geometry = referenceGeometryOf(compilation, question);
  if (geometry !== undefined) return referenceGeometry(compilation, question, geometry);
  if (cellText(question.cells, 'choice_filter') !== undefined && type.choices === undefined) {
    compilation.log.warn(locationOf(question, 'choice_filter'), `A ${type.name} has no choices to filter.`);
  }
  if (type.name === 'osm') return osmTags(compilation, question);
  return type.control === 'range' ? tickLabels(compilation, question) : [];
}

/** Tags of an OpenStreetMap question, one per row of its list on the osm sheet: key and label. */
function osmTags(compilation: Compilation, question: FormQuestion): XmlElement[] {
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
