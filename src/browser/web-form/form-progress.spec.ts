import { progressOf } from './form-pages';

const node = (nodeType: string, state: object = {}) => ({
  nodeType,
  currentState: { relevant: true, readonly: false, children: null, instanceValue: '', ...state },
});

describe('progressOf', () => {
  it('counts relevant questions that people answer, in groups and repeats too', () => {
    const repeat = node('repeat-instance', {
      children: [node('select', { instanceValue: 'a b' }), node('range')],
    });
    const form = node('root', {
      children: [
        node('note', { instanceValue: 'read' }),
        node('model-value', { instanceValue: 'computed' }),
        node('input', { instanceValue: 'mary' }),
        node('input', { instanceValue: 'shown', readonly: true }),
        node('input', { relevant: false, instanceValue: 'hidden' }),
        node('group', { relevant: false, children: [node('input')] }),
        node('repeat-range:controlled', { children: [repeat] }),
        node('upload', { value: new File([], 'photo.jpg') }),
        node('trigger'),
      ],
    });
    expect(progressOf(form)).toEqual({ answered: 3, questions: 5 });
  });
});
