import { readExtraDetailsChange, extraDetailsWithDefaults } from './profile';

describe('extraDetailsWithDefaults', () => {
  it('fills in the default keys and keeps others', () => {
    expect(extraDetailsWithDefaults({ city: 'Lyon', sector: 'Health' })).toEqual({
      name: '',
      organization: '',
      city: 'Lyon',
      country: '',
      website: '',
      twitter: '',
      sector: 'Health',
      require_auth: true,
    });
  });
});

describe('readExtraDetailsChange', () => {
  it('sets values, clears nulls and ignores require_auth', () => {
    expect(
      readExtraDetailsChange({ city: 'Lyon', country: null, newsletter: true, require_auth: false }),
    ).toEqual({ set: { city: 'Lyon', newsletter: true }, clear: ['country'] });
  });

  it.each([
    [{ name: '' }, { name: ['This field may not be blank.'] }],
    [{ name: null }, { name: ['This field may not be blank.'] }],
    [{ city: 5 }, { city: ['Not a valid string.'] }],
    [{ bio: 'a\u0000' }, { bio: [expect.stringContaining('NUL')] }],
    [{ bio: { deep: ['\ud800'] } }, { bio: [expect.stringContaining('surrogate')] }],
    [{ bio: { 'k\u0000': 1 } }, { bio: [expect.stringContaining('NUL')] }],
    [{ bio: 'x'.repeat(17_000) }, [expect.stringContaining('at most')]],
  ])('rejects %j', (sent, problems) => {
    expect(() => readExtraDetailsChange(sent)).toThrow(
      expect.objectContaining({ fields: { extra_details: problems } }),
    );
  });
});
