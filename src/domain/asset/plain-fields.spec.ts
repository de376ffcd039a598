import { PLAIN_DEFAULTS, plainFields } from './settings-rules';

describe('plainFields', () => {
  it('takes the plain fields among others', () => {
    const fields = { ...PLAIN_DEFAULTS, name: 'Wells', tags: ['water'] };
    expect(plainFields(fields)).toEqual({ ...PLAIN_DEFAULTS, tags: ['water'] });
  });

  it('takes any number of saved reports, such as those of a moved asset', () => {
    const reportCustom = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`r${n}`, {}]));
    expect(plainFields({ reportCustom })).toEqual({ reportCustom });
  });

  it('keeps empty values and leaves absent fields out', () => {
    expect(plainFields({ tags: [], mapStyles: {} })).toEqual({ tags: [], mapStyles: {} });
    expect(Object.keys(plainFields({}))).toEqual([]);
  });
});
