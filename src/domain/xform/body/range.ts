import { Compilation, locationOf } from '../compilation';
import { cellText } from '../form/cells';
import { FormQuestion } from '../form/form-tree';
import { readParameters } from '../read/parameters';

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

function validateTickLabels(
  compilation: Compilation,
  question: FormQuestion,
  values: ReadonlyMap<string, string>,
): void {
  const list = compilation.choices.find(values.get('tick_labelset') ?? '');
  const [start, end] = [values.get('start') ?? DEFAULTS.start, values.get('end') ?? DEFAULTS.end];
  const [min, max] = [Math.min(+start, +end), Math.max(+start, +end)];
  const misplaced = list?.items.find(({ name }) => !(+name >= min && +name <= max));
  if (misplaced === undefined) return;
  compilation.log.refuse(
    { sheet: 'choices', row: misplaced.row, column: 'name' },
    `"${misplaced.name}" labels a tick of the range "${question.name}", so it must be a number from ${start} to ${end}.`,
  );
}

/** Appearances drawn without a scale, and the parameters that need one. */
const APPEARANCES_WITHOUT_TICKS = ['picker', 'rating'];
const TICK_PARAMETERS = ['tick_interval', 'tick_labelset', 'placeholder'];

function validateAppearance(
  compilation: Compilation,
  question: FormQuestion,
  values: ReadonlyMap<string, string>,
): void {
  const words = cellText(question.cells, 'appearance')?.split(/\s+/) ?? [];
  const appearance = APPEARANCES_WITHOUT_TICKS.find((word) => words.includes(word));
  const parameter = TICK_PARAMETERS.find((name) => values.has(name));
  if (appearance === undefined || parameter === undefined) return;
  compilation.log.refuse(
    locationOf(question, 'appearance'),
    `A range with the appearance ${appearance} has no ${parameter}. Remove one of the two.`,
  );
}

/** True when `value` is a multiple of the step, within rounding errors of decimal fractions. */
function isMultiple(value: number, step: number): boolean {
  if (step === 0) return true;
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}
