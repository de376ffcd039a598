import { asForm, declaredValues } from './form-names';

describe('declaredValues', () => {
  it.each<[fields: object, repeated: string[], values: object]>([
    [{ name: ['one', 'two'], fields: ['a', 'b'] }, ['name', 'fields'], { name: 'two', fields: ['a', 'b'] }],
    [{ name: 'one', fields: 'a' }, [], { name: 'one', fields: ['a'] }],
    // Nested by the brackets in its name: a list that was meant as one.
    [{ name: ['one'] }, [], { name: ['one'] }],
  ])('makes of the form %j, where %j came twice, %j', (fields, repeated, values) => {
    expect(declaredValues(asForm(fields, new Set(repeated)), new Set(['fields']))).toEqual(values);
  });

  it('leaves JSON as it is', () => {
    const json = { name: ['one', 'two'], fields: 'a' };
    expect(declaredValues(json, new Set(['fields']))).toBe(json);
  });
});
