import { cellText, FormNode, FormQuestion, FormRepeat, hasControl } from '../form/form-tree';
import { Compilation, expressionIn, locationOf, resolveExpression } from '../compilation';
import { isDynamicDefault } from './binds';
import { entityActions, repeatOf } from './entities';
import { findCalculationCycles } from '../expression/calculation-cycles';
import { findConditionCycles } from '../expression/condition-cycles';
import { splitAtReferences, readReference } from '../expression/expression-tokens';
import { readParameters } from '../read/parameters';
import { element, XmlElement } from '../xml/xml-tree';

/** Actions by parent element: dynamic defaults, triggers, locations, recordings (contract-xlsform 3.3, 3.4). */
export interface Actions {
  /** Written after the bind of the question. */
  readonly inModel: ReadonlyMap<FormNode, readonly XmlElement[]>;
  /** In the control of the question that triggers them. */
  readonly inControl: ReadonlyMap<FormNode, readonly XmlElement[]>;
  /** In the repeat whose new copies trigger them. */
  readonly inRepeat: ReadonlyMap<FormRepeat, readonly XmlElement[]>;
}

/** Collects the actions of all questions and entities. */
export function collectActions(compilation: Compilation, questions: Iterable<FormQuestion>): Actions {
  const inModel = new Map<FormNode, XmlElement[]>();
  const inControl = new Map<FormNode, XmlElement[]>();
  const inRepeat = new Map<FormRepeat, XmlElement[]>();
  for (const question of questions) {
    for (const action of modelActions(compilation, question)) append(inModel, question, action);
    if (question.repeat !== null) {
      const action = dynamicDefault(compilation, question, 'odk-new-repeat');
      if (action !== null) append(inRepeat, question.repeat, action);
    }
    const triggered = triggeredAction(compilation, question);
    if (triggered === null) continue;
    for (const trigger of triggersOf(compilation, question)) append(inControl, trigger, triggered);
  }
  for (const entity of compilation.entities) {
    const repeat = repeatOf(entity);
    if (repeat === null) continue;
    for (const action of entityActions(entity).inRepeat) append(inRepeat, repeat, action);
  }
  return { inModel, inControl, inRepeat };
}

function append<K>(map: Map<K, XmlElement[]>, key: K, action: XmlElement): void {
  const actions = map.get(key);
  if (actions === undefined) map.set(key, [action]);
  else actions.push(action);
}

function modelActions(compilation: Compilation, question: FormQuestion): XmlElement[] {
  const ref = question.path;
  const actions: XmlElement[] = [];
  if (question.type.action === 'start-geopoint') {
    actions.push(element('odk:setgeopoint', { ref, event: 'odk-instance-first-load' }));
  }
  if (question.type.action === 'background-audio') {
    const quality = readParameters(compilation, question).attributes('action');
    actions.push(element('odk:recordaudio', { ref, event: 'odk-instance-load', ...quality }));
  }
  const initial = dynamicDefault(compilation, question, 'odk-instance-first-load');
  return initial === null ? actions : [...actions, initial];
}

function dynamicDefault(compilation: Compilation, question: FormQuestion, event: string): XmlElement | null {
  const value = cellText(question.cells, 'default');
  if (value === undefined || !isDynamicDefault(value, question.type)) return null;
  const resolved = resolveExpression(compilation, question, 'default', value);
  return element('setvalue', { ref: question.path, event, value: resolved });
}

function triggeredAction(compilation: Compilation, question: FormQuestion): XmlElement | null {
  const isLocation = question.type.action === 'background-geopoint';
  if (cellText(question.cells, 'trigger') === undefined) {
    if (isLocation) {
      compilation.log.refuse(
        locationOf(question, 'trigger'),
        `The background-geopoint "${question.name}" needs a trigger. Name a visible question, such as \${q}, whose change records the location.`,
      );
    }
    return null;
  }
  const ref = question.path;
  const event = 'xforms-value-changed';
  if (!isLocation) {
    return element('setvalue', { ref, event, value: expressionIn(compilation, question, 'calculation') });
  }
  if (cellText(question.cells, 'calculation') !== undefined) {
    compilation.log.refuse(
      locationOf(question, 'calculation'),
      'A background-geopoint takes its value from the device. Remove the calculation.',
    );
  }
  return element('odk:setgeopoint', { ref, event });
}

function triggersOf(compilation: Compilation, question: FormQuestion): FormQuestion[] {
  const at = locationOf(question, 'trigger');
  const pieces = splitAtReferences(cellText(question.cells, 'trigger') ?? '');
  const triggers: FormQuestion[] = [];
  for (const [index, piece] of pieces.entries()) {
    const reference = index % 2 === 1 ? readReference(piece) : null;
    const isSeparator =
      /^[\s,]*,[\s,]*$/.test(piece) || ((index === 0 || index === pieces.length - 1) && piece.trim() === '');
    if ((reference === null && !isSeparator) || reference?.lastSaved === true || pieces.length === 1) {
      compilation.log.refuse(at, 'Write the names of questions only, such as ${q1}, ${q2}.');
      return [];
    }
    if (reference === null) continue;
    const trigger = compilation.references.resolve(reference.name, at);
    if (trigger === undefined) continue;
    if (trigger.kind !== 'question' || !hasControl(trigger)) {
      compilation.log.refuse(
        at,
        `"${trigger.name}" is not visible, so it can't trigger anything. Name a visible question.`,
      );
    } else {
      triggers.push(trigger);
    }
  }
  return triggers;
}

/** Refuses a calculate row without calculation and without dynamic default. */
export function validateCalculation(compilation: Compilation, question: FormQuestion): void {
  if (question.type.name !== 'calculate' || cellText(question.cells, 'calculation') !== undefined) return;
  const initial = cellText(question.cells, 'default');
  if (initial !== undefined && isDynamicDefault(initial, question.type)) return;
  compilation.log.refuse(
    locationOf(question, 'calculation'),
    'A calculate row needs a calculation. Fill in that column.',
  );
}

/** Reports circular calculations, each cycle once, and conditions that ODK Collect takes for circular. */
export function validateCycles(
  { survey, references, log }: Compilation,
  questions: readonly FormQuestion[],
): void {
  for (const { node, column, names } of findConditionCycles(survey.root, (name) => references.find(name))) {
    log.warn(
      locationOf(node, column),
      `ODK Collect can't open this form, since the condition depends on itself: ${names.join(' → ')}. Remove one of these references.`,
    );
  }
  for (const cycle of findCalculationCycles(questions, (name) => references.find(name))) {
    const [first] = cycle;
    const path = [...cycle, first!].map(({ name }) => name).join(' → ');
    log.reportInvalidExpression(
      locationOf(first!, 'calculation'),
      `The calculation needs its own result: ${path}. Remove one of these references.`,
    );
  }
}
