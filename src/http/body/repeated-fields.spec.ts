import { markRepeatedFields, resolveRepeatedFields } from './repeated-fields';

describe('resolveRepeatedFields', () => {
  it.each<[fields: object, repeated: string[], values: object]>([
    [{ name: ['one', 'two'], fields: ['a', 'b'] }, ['name', 'fields'], { name: 'two', fields: ['a', 'b'] }],
    [{ name: 'one', fields: 'a' }, [], { name: 'one', fields: ['a'] }],
    // A list by the brackets in its name, not by repetition.
    [{ name: ['one'] }, [], { name: ['one'] }],
  ])('resolves the form %j with %j repeated to %j', (fields, repeated, values) => {
    expect(resolveRepeatedFields(markRepeatedFields(fields, new Set(repeated)), new Set(['fields']))).toEqual(
      values,
    );
  });

  it('returns JSON unchanged', () => {
    const json = { name: ['one', 'two'], fields: 'a' };
    expect(resolveRepeatedFields(json, new Set(['fields']))).toBe(json);
  });
});
