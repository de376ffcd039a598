import { createRoot, FormQuestion } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { readParameters } from './parameters';
import { findQuestionType } from '../form/question-types';

function read(type: string, parameters: string) {
  const log = new ProblemLog();
  const question: FormQuestion = {
    kind: 'question',
    type: findQuestionType(type)!,
    name: 'q',
    path: '/data/q',
    depth: 2,
    parent: createRoot('data'),
    repeat: null,
    row: 7,
    cells: { parameters },
  };
  return { parameters: readParameters({ log }, question), log };
}

describe('readParameters', () => {
  it.each([
    'start=1 end=5 step=2',
    'start=1, end=5, step=2',
    'start=1;end=5;step=2',
    'START = 1 ; End=5,\n step =2',
  ])('accepts the separators of: %s', (source) => {
    const { parameters, log } = read('range', source);
    expect([...parameters.values].join(' ')).toBe('start,1 end,5 step,2');
    expect(() => log.throwIfRefused()).not.toThrow();
  });

  it('lowercases values except names and references', () => {
    const source = 'randomize=TRUE value=Code label=Title seed=${Seed}';
    const { values } = read('select_one_from_file', source).parameters;
    expect([...values].join(' ')).toBe('randomize,true value,Code label,Title seed,${Seed}');
  });

  it('assigns each parameter to its element', () => {
    const { parameters } = read('geopoint', 'capture-accuracy=5 allow-mock-accuracy=true');
    expect(parameters.attributes('control')).toEqual({ accuracyThreshold: '5' });
    expect(parameters.attributes('bind')).toEqual({ 'odk:allow-mock-accuracy': 'true' });
    expect(parameters.attributes('action')).toEqual({});
  });

  it('ignores parameters of types without any', () => {
    const { parameters, log } = read('date', 'whatever=1');
    expect(parameters.attributes('control')).toEqual({});
    expect(() => log.throwIfRefused()).not.toThrow();
  });

  it('refuses keys of Object.prototype', () => {
    expect(() => read('text', 'constructor=1').log.throwIfRefused()).toThrow(
      'has no parameter "constructor"',
    );
  });
});
