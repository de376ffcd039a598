import { knownCountries, KNOWN_SECTORS } from './known-words';

describe('the words for settings', () => {
  it('are countries by their English names, each once', () => {
    expect(knownCountries()).toContainEqual({ value: 'FRA', label: 'France' });
    expect(knownCountries()).toContainEqual({ value: 'COD', label: 'Congo - Kinshasa' });
    expect(knownCountries()).toHaveLength(249);
    for (const word of ['value', 'label'] as const) {
      expect(new Set(knownCountries().map((each) => each[word])).size).toBe(249);
    }
    expect(
      knownCountries().filter(({ value, label }) => !/^[A-Z]{3}$/.test(value) || label.length < 4),
    ).toEqual([]);
  });

  it('are sectors, each once', () => {
    expect(new Set(KNOWN_SECTORS.map(({ value }) => value)).size).toBe(KNOWN_SECTORS.length);
    expect(KNOWN_SECTORS).toContainEqual({ value: 'Health', label: 'Health' });
  });
});
