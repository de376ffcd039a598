import { countryChoices, SECTOR_CHOICES } from './setting-choices';

describe('setting choices', () => {
  it('list each country once, with its English name', () => {
    expect(countryChoices()).toContainEqual({ value: 'FRA', label: 'France' });
    expect(countryChoices()).toContainEqual({ value: 'COD', label: 'Congo - Kinshasa' });
    expect(countryChoices()).toHaveLength(249);
    for (const key of ['value', 'label'] as const) {
      expect(new Set(countryChoices().map((each) => each[key])).size).toBe(249);
    }
    expect(
      countryChoices().filter(({ value, label }) => !/^[A-Z]{3}$/.test(value) || label.length < 4),
    ).toEqual([]);
  });

  it('list each sector once', () => {
    expect(new Set(SECTOR_CHOICES.map(({ value }) => value)).size).toBe(SECTOR_CHOICES.length);
    expect(SECTOR_CHOICES).toContainEqual({ value: 'Health', label: 'Health' });
  });
});
