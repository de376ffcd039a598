import { Compilation, placeOf } from '../compilation';
import { cellText } from '../form/cells';
import { FormQuestion } from '../form/form-tree';
import { readParameters } from '../read/parameters';

/** What a range asks for when its parameters do not say (contract-xlsform 3.3). */
const DEFAULTS = { start: '1', end: '10', step: '1' } as const;

/** Attributes of the range control; start, end and step are always there. */
export function rangeAttributes(compilation: Compilation, question: FormQuestion): Record<string, string> {
  const parameters = readParameters(compilation, question);
  judge(compilation, question, parameters.values);
  judgeTickLabels(compilation, question, parameters.values);
  judgeAppearance(compilation, question, parameters.values);
  return { ...DEFAULTS, ...parameters.attributes('control') };
}

function judge(compilation: Compilation, question: FormQuestion, values: ReadonlyMap<string, string>): void {
  const number = (key: keyof typeof DEFAULTS) => Number(values.get(key) ?? DEFAULTS[key]);
  const refuse = (message: string) => compilation.log.refuse(placeOf(question, 'parameters'), message);
  const [start, end, step] = [number('start'), number('end'), number('step')];
  const [least, most] = [Math.min(start, end), Math.max(start, end)];
  if (step === 0) refuse('The step of a range must not be 0.');
  else if (Math.abs(step) > most - least) {
    refuse(`The step (${step}) is larger than the range (${most - least}). Take a smaller step.`);
  }
  const interval = values.get('tick_interval');
  if (interval !== undefined) {
    const ticks = Number(interval);
    if (ticks === 0 || Math.abs(ticks) > most - least || !isMultiple(ticks, step)) {
      refuse(
        `tick_interval must be a multiple of the step (${step}) and no larger than the range (${most - least}).`,
      );
    }
  }
  const placeholder = values.get('placeholder');
  if (placeholder !== undefined) {
    const at = Number(placeholder);
    if (at < least || at > most || !isMultiple(at - start, step)) {
      refuse(
        `placeholder must be a value that the range can take, from ${start} to ${end} in steps of ${step}.`,
      );
    }
  }
}

/** The labels of ticks stand at values of the range; the first that does not is told. */
function judgeTickLabels(
  compilation: Compilation,
  question: FormQuestion,
  values: ReadonlyMap<string, string>,
): void {
  const list = compilation.choices.find(values.get('tick_labelset') ?? '');
  const [start, end] = [values.get('start') ?? DEFAULTS.start, values.get('end') ?? DEFAULTS.end];
  const [least, most] = [Math.min(+start, +end), Math.max(+start, +end)];
  const misplaced = list?.items.find(({ name }) => !(+name >= least && +name <= most));
  if (misplaced === undefined) return;
  compilation.log.refuse(
    { sheet: 'choices', row: misplaced.row, column: 'name' },
    `"${misplaced.name}" labels a tick of the range "${question.name}", so it must be a number from ${start} to ${end}.`,
  );
}

/** Stars and wheels have no line that ticks could stand on. */
const WITHOUT_LINE = ['picker', 'rating'];
const OF_THE_LINE = ['tick_interval', 'tick_labelset', 'placeholder'];

function judgeAppearance(
  compilation: Compilation,
  question: FormQuestion,
  values: ReadonlyMap<string, string>,
): void {
  const words = cellText(question.cells, 'appearance')?.split(/\s+/) ?? [];
  const appearance = WITHOUT_LINE.find((word) => words.includes(word));
  const parameter = OF_THE_LINE.find((name) => values.has(name));
  if (appearance === undefined || parameter === undefined) return;
  compilation.log.refuse(
    placeOf(question, 'appearance'),
    `A range that looks like a ${appearance} has no ${parameter}. Remove one of the two.`,
  );
}

/** True when `value` is a whole number of steps, up to rounding of decimal fractions. */
function isMultiple(value: number, step: number): boolean {
  if (step === 0) return true;
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9;
}
