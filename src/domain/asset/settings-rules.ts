import { AssetType } from '../content/asset-type';
import { isJsonObject } from '../text/json-value';

/** Project settings: a free-form object with some known keys (contract-assets 1.3). */
export type AssetSettings = Readonly<Record<string, unknown>>;

/** Settings stored with a new asset; none for a block or question (decision 13). */
export function newAssetSettings(type: AssetType, given: AssetSettings): AssetSettings {
  return type === 'block' || type === 'question' ? {} : completeSettings(type, given);
}

/**
 * Merges a PATCH into the stored settings (shallow).
 * @param given null resets to the defaults; clients send empty text for it
 */
export function patchSettings(
  type: AssetType,
  stored: AssetSettings,
  given: AssetSettings | null,
): AssetSettings {
  return completeSettings(type, given === null ? {} : { ...stored, ...given });
}

/** Fills in the keys that every survey has. `country` and `sector`: text, or `{label, value}` objects (decision 12). */
function completeSettings(type: AssetType, given: AssetSettings): AssetSettings {
  if (type !== 'survey') return given;
  return {
    ...given,
    country: countries(given.country),
    country_codes: countryCodes(given.country),
    sector: isText(given.sector) || isJsonObject(given.sector) ? given.sector : {},
    description: textOrEmpty(given.description),
    organization: textOrEmpty(given.organization),
    ...('extra_metadata' in given && !isJsonObject(given.extra_metadata) ? { extra_metadata: {} } : {}),
  };
}

/** Wraps a single country object in a list; drops values that name no country. */
function countries(country: unknown): unknown {
  if (isJsonObject(country)) return [country];
  return isText(country) || Array.isArray(country) ? country : [];
}

/** Codes of `{label, value}` objects; plain text has none. */
function countryCodes(country: unknown): string[] {
  const countries: unknown[] = Array.isArray(country) ? country : [country];
  return countries
    .map((entry) => (isJsonObject(entry) ? entry.value : undefined))
    .filter((code): code is string => typeof code === 'string' && code !== '');
}

function textOrEmpty(value: unknown): string {
  return isText(value) ? value : '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
