import { MessageTemplate } from './message';

describe('MessageTemplate', () => {
  it.each([
    ['Row {row} has no name.', 'Row 7 has no name.', { row: '7' }],
    ['{first} and {last}', 'a and b and c', { first: 'a', last: 'b and c' }],
    ['end_{kind} of {kind}', 'end_group of group', { kind: 'group' }],
    ['No list "{name}".', 'No list "".', { name: '' }],
    ['"{name}" is no name.', '"a"\n{name} <b>" is no name.', { name: 'a"\n{name} <b>' }],
  ])('finds the values of %j', (message, text, values) => {
    expect(new MessageTemplate(message).valuesIn(text)).toEqual(values);
  });

  it.each([
    ['Row {row} has no name.', 'Row 7 has no label.'],
    ['Row {row} has no name.', 'Row has no name.'],
    ['{a} is {b} is c', 'x is c'],
    ['ab{x}ba', 'aba'],
  ])('does not find %j in %j', (message, text) => {
    expect(new MessageTemplate(message).valuesIn(text)).toBeUndefined();
  });
});
