import { Compilation, locationOf } from '../compilation';
import { cellText, FormQuestion } from '../form/form-tree';
import { readParameters } from '../read/parameters';
import { XmlElement } from '../xml/xml-tree';
import { itemsetElement } from './itemset';
import { fromList } from './selects';

/** Defaults of the parameters (contract-xlsform 3.3). */
const DEFAULTS = { start: '1', end: '10', step: '1' } as const;

/** Attributes of the range control; start, end and step are always present. */
export function rangeAttributes(compilation: Compilation, question: FormQuestion): Record<string, string> {
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
export function tickLabels(compilation: Compilation, question: FormQuestion): XmlElement[] {
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
