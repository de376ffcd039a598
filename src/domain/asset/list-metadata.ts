import { lazy } from '../lazy';

/** Settings of an asset that list metadata aggregates; clients may have stored any JSON. */
export interface ListMetadataSource {
  readonly languages: unknown;
  readonly country: unknown;
  readonly sector: unknown;
  readonly organization: unknown;
}

type Pair = readonly [value: string, label: string];

/** Distinct values in an asset list, sorted (contract-assets 2.1). */
export interface AssetListMetadata {
  readonly languages: readonly string[];
  /** Sorted by label. */
  readonly countries: readonly Pair[];
  readonly sectors: readonly Pair[];
  readonly organizations: readonly string[];
}

const collator = lazy(() => new Intl.Collator('en'));

/** Aggregates the values. Skips countries and sectors stored as plain text: they have no code. */
export function listMetadata(assets: readonly ListMetadataSource[]): AssetListMetadata {
  return {
    languages: uniqueTexts(assets.flatMap(({ languages }) => languages)),
    countries: uniquePairs(assets.flatMap(({ country }) => country)),
    sectors: uniquePairs(assets.map(({ sector }) => sector)),
    organizations: uniqueTexts(assets.map(({ organization }) => organization)),
  };
}

function uniqueTexts(values: readonly unknown[]): string[] {
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  return [...new Set(texts as string[])].sort(collator().compare);
}

function uniquePairs(values: readonly unknown[]): Pair[] {
  const found = new Map<string, Pair>();
  for (const each of values) {
    const { value, label } = (each ?? {}) as { value?: unknown; label?: unknown };
    if (typeof value !== 'string' || typeof label !== 'string') continue;
    found.set(JSON.stringify([value, label]), [value, label]);
  }
  return [...found.values()].sort(
    ([value, label], [otherValue, otherLabel]) =>
      collator().compare(label, otherLabel) || collator().compare(value, otherValue),
  );
}
