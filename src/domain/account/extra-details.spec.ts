import { readExtraDetailsChange, shownExtraDetails } from './extra-details';

describe('shownExtraDetails', () => {
  it('shows every text of the specification, and what else is kept', () => {
    expect(shownExtraDetails({ city: 'Lyon', sector: 'Health' })).toEqual({
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
  it('sets what has a value, clears what is null, and leaves require_auth to the service', () => {
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
  ])('refuses %j', (sent, problems) => {
    expect(() => readExtraDetailsChange(sent)).toThrow(
      expect.objectContaining({ fields: { extra_details: problems } }),
    );
  });
});
