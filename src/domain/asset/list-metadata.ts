import { lazy } from '../revalidated-read';

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

/** Field of a form in a client, with its English label. */
export interface MetadataField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
}

const optional = (name: string, label: string): MetadataField => ({ name, label, required: false });

/** Keys of `extra_details` that clients ask users for. A profile may lack a name, but a change cannot blank it. */
export const USER_METADATA_FIELDS: readonly MetadataField[] = [
  { name: 'name', label: 'Full name', required: true },
  optional('organization', 'Organization name'),
  optional('organization_website', 'Organization website'),
  optional('organization_type', 'Organization type'),
  optional('sector', 'Primary sector'),
  optional('gender', 'Gender'),
  optional('bio', 'Bio'),
  optional('city', 'City'),
  optional('country', 'Country'),
  optional('twitter', 'Twitter'),
  optional('linkedin', 'LinkedIn'),
  optional('instagram', 'Instagram'),
  optional('newsletter_subscription', 'Receive the newsletter'),
];

/** Keys of a project's `settings` that clients ask for; the service requires none. */
export const PROJECT_METADATA_FIELDS: readonly MetadataField[] = [
  optional('sector', 'Sector'),
  optional('country', 'Country'),
  optional('description', 'Description'),
];
