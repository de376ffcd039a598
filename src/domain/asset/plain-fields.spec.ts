import { PLAIN_DEFAULTS, plainFields } from './plain-fields';

describe('plainFields', () => {
  it('takes the plain fields among others', () => {
    const fields = { ...PLAIN_DEFAULTS, name: 'Wells', tags: ['water'] };
    expect(plainFields(fields)).toEqual({ ...PLAIN_DEFAULTS, tags: ['water'] });
  });

  it('keeps empty values and leaves absent fields out', () => {
    expect(plainFields({ tags: [], mapStyles: {} })).toEqual({ tags: [], mapStyles: {} });
    expect(Object.keys(plainFields({}))).toEqual([]);
  });
});
