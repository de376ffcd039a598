import { listMetadata } from './list-metadata';

const NOTHING = { languages: null, country: null, sector: null, organization: null };
const KENYA = { value: 'KEN', label: 'Kenya' };
const FRANCE = { value: 'FRA', label: 'France' };

describe('listMetadata', () => {
  it('is empty without assets, and without values', () => {
    const empty = { languages: [], countries: [], sectors: [], organizations: [] };
    expect(listMetadata([])).toEqual(empty);
    expect(listMetadata([NOTHING])).toEqual(empty);
  });

  it('lists each value once, sorted by label', () => {
    expect(
      listMetadata([
        { languages: ['Swahili', 'english'], country: [KENYA], sector: KENYA, organization: 'Org two' },
        { languages: ['Swahili'], country: [FRANCE, KENYA], sector: FRANCE, organization: 'Org one' },
        { ...NOTHING, country: KENYA, organization: 'Org two' },
      ]),
    ).toEqual({
      languages: ['english', 'Swahili'],
      countries: [
        ['FRA', 'France'],
        ['KEN', 'Kenya'],
      ],
      sectors: [
        ['FRA', 'France'],
        ['KEN', 'Kenya'],
      ],
      organizations: ['Org one', 'Org two'],
    });
  });

  it.each([
    ['France', 5],
    [{}, ''],
    [[null, ['x'], { value: 'KEN' }, { value: 1, label: 'One' }], {}],
  ])('skips values without a code: %j', (country, organization) => {
    const { countries, organizations } = listMetadata([
      { ...NOTHING, country, sector: country, organization },
    ]);
    expect({ countries, organizations }).toEqual({ countries: [], organizations: [] });
  });
});
