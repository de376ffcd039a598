import { AssetType } from '../content/asset-type';

/** The project's settings: a free object with some keys that the service knows (contract-assets 1.3). */
export type AssetSettings = Readonly<Record<string, unknown>>;

/**
 * The settings that a new asset is stored with. A new block or question does not save settings (decision 13).
 */
export function settingsOfNewAsset(type: AssetType, given: AssetSettings): AssetSettings {
  return type === 'block' || type === 'question' ? {} : completeSettings(type, given);
}

/**
 * The settings after a PATCH: given keys replace stored ones, the rest stays (a shallow merge).
 * `null` stands for the empty text that clients send to start over.
 */
export function patchSettings(
  type: AssetType,
  stored: AssetSettings,
  given: AssetSettings | null,
): AssetSettings {
  return completeSettings(type, given === null ? {} : { ...stored, ...given });
}

/**
 * Surveys always show the same keys. `country` and `sector` are text, or the label/value objects of the peer's own client
 * (decision 12).
 */
function completeSettings(type: AssetType, given: AssetSettings): AssetSettings {
  if (type !== 'survey') return given;
  return {
    ...given,
    country: countries(given.country),
    country_codes: countryCodes(given.country),
    sector: isText(given.sector) || isObject(given.sector) ? given.sector : {},
    description: textOrEmpty(given.description),
    organization: textOrEmpty(given.organization),
    ...('extra_metadata' in given && !isObject(given.extra_metadata) ? { extra_metadata: {} } : {}),
  };
}

/** One country of the peer's client is a list of one; what names none is none. */
function countries(country: unknown): unknown {
  if (isObject(country)) return [country];
  return isText(country) || Array.isArray(country) ? country : [];
}

/** The codes inside `{label, value}` objects; plain text names a country without giving its code. */
function countryCodes(country: unknown): string[] {
  const countries: unknown[] = Array.isArray(country) ? country : [country];
  return countries
    .map((entry) => (isObject(entry) ? entry.value : undefined))
    .filter((code): code is string => typeof code === 'string' && code !== '');
}

function textOrEmpty(value: unknown): string {
  return isText(value) ? value : '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
