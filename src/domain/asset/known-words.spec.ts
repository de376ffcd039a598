import { KNOWN_COUNTRIES, KNOWN_SECTORS } from './known-words';

describe('the words for settings', () => {
  it('are countries by their English names, each once', () => {
    expect(KNOWN_COUNTRIES).toContainEqual({ value: 'FRA', label: 'France' });
    expect(KNOWN_COUNTRIES).toContainEqual({ value: 'COD', label: 'Congo - Kinshasa' });
    expect(KNOWN_COUNTRIES).toHaveLength(249);
    for (const word of ['value', 'label'] as const) {
      expect(new Set(KNOWN_COUNTRIES.map((each) => each[word])).size).toBe(249);
    }
    expect(
      KNOWN_COUNTRIES.filter(({ value, label }) => !/^[A-Z]{3}$/.test(value) || label.length < 4),
    ).toEqual([]);
  });

  it('are sectors, each once', () => {
    expect(new Set(KNOWN_SECTORS.map(({ value }) => value)).size).toBe(KNOWN_SECTORS.length);
    expect(KNOWN_SECTORS).toContainEqual({ value: 'Health', label: 'Health' });
  });
});
