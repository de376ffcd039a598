import { organizationDetails, organizationOf } from './profile';

const ANN = { username: 'ann', extraDetails: {}, extraDetailsUid: 'uBMZxx9tVfepvTRp3e9Twj' };

describe('organizationOf', () => {
  it('is named after the user by default', () => {
    expect(organizationOf(ANN)).toEqual({
      uid: 'orgBMZxx9tVfepvTRp3e9Twj',
      name: "ann's organization",
      website: '',
      type: 'none',
    });
  });

  it('takes name, website and type from the profile', () => {
    const extraDetails = organizationDetails({
      name: 'Wells',
      website: 'https://example.org',
      type: 'educational',
    });
    expect(organizationOf({ ...ANN, extraDetails })).toMatchObject({
      name: 'Wells',
      website: 'https://example.org',
      type: 'educational',
    });
  });

  it.each([[{ organization: ' ' }], [{ organization_website: 7 }], [{ organization_type: ['x'] }]])(
    'ignores the details %j',
    (extraDetails) => {
      expect(organizationOf({ ...ANN, extraDetails })).toEqual(organizationOf(ANN));
    },
  );

  it('leaves absent members out of a change', () => {
    expect(organizationDetails({ name: 'Wells' })).toEqual({ organization: 'Wells' });
  });
});
