import { madeOnce } from '../made-once';

/** What an asset tells of itself for the metadata of a list; anything may stand in settings. */
export interface ListedWords {
  readonly languages: unknown;
  readonly country: unknown;
  readonly sector: unknown;
  readonly organization: unknown;
}

/** A code and its name. */
type Pair = readonly [value: string, label: string];

/** Words that the assets of a list use, each once and sorted (contract-assets 2.1). */
export interface AssetListMetadata {
  readonly languages: readonly string[];
  /** By their names. */
  readonly countries: readonly Pair[];
  readonly sectors: readonly Pair[];
  readonly organizations: readonly string[];
}

const order = madeOnce(() => new Intl.Collator('en'));

/** Gathers the words; countries and sectors that are texts, not objects, have no code and are passed over. */
export function listMetadata(assets: readonly ListedWords[]): AssetListMetadata {
  return {
    languages: words(assets.flatMap(({ languages }) => languages)),
    countries: pairs(assets.flatMap(({ country }) => country)),
    sectors: pairs(assets.map(({ sector }) => sector)),
    organizations: words(assets.map(({ organization }) => organization)),
  };
}

function words(values: readonly unknown[]): string[] {
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  return [...new Set(texts as string[])].sort(order().compare);
}

function pairs(values: readonly unknown[]): Pair[] {
  const found = new Map<string, Pair>();
  for (const each of values) {
    const { value, label } = (each ?? {}) as { value?: unknown; label?: unknown };
    if (typeof value !== 'string' || typeof label !== 'string') continue;
    found.set(JSON.stringify([value, label]), [value, label]);
  }
  return [...found.values()].sort(
    ([value, label], [otherValue, otherLabel]) =>
      order().compare(label, otherLabel) || order().compare(value, otherValue),
  );
}
