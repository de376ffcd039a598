import { hash } from 'node:crypto';
import { assertBelowLimit } from '../saved-limit';
import { type JsonObject, isJsonObject } from '../text/json-members';
import { AssetType, type Content, type SurveyRow } from '../content/content';
import { InvalidError } from '../errors';
import { lazy } from '../revalidated-read';
import { generateUid, UID_PREFIX } from './uid';

/** Fields of an asset that are stored as they are sent, audited when they change, and moved with the asset. */
export interface PlainFields {
  readonly tags: readonly string[];
  readonly reportCustom: JsonObject;
  readonly mapStyles: JsonObject;
  readonly mapCustom: JsonObject;
  readonly advancedFeatures: JsonObject;
}

/** Of a new asset. */
export const PLAIN_DEFAULTS: PlainFields = {
  tags: [],
  reportCustom: {},
  mapStyles: {},
  mapCustom: {},
  advancedFeatures: {},
};

/** The plain fields among others; absent ones stay absent. */
export function plainFields<Fields extends Partial<PlainFields>>(
  fields: Fields,
): Pick<Fields, keyof Fields & keyof PlainFields> {
  const names = Object.keys(PLAIN_DEFAULTS) as (keyof Fields & keyof PlainFields)[];
  const present = names.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, fields[name]])) as typeof fields;
}

/**
 * Projects that were moved, or saved before there was a limit, may have more, and keep them.
 * @throws InvalidError for more saved reports than the maximum, and than are stored
 */
export function assertFewReports(
  given: Partial<PlainFields>,
  stored: Pick<PlainFields, 'reportCustom'> = PLAIN_DEFAULTS,
): void {
  const countOf = ({ reportCustom = {} }: Partial<PlainFields>): number => Object.keys(reportCustom).length;
  if (countOf(given) <= countOf(stored)) return;
  // One more than the maximum is refused.
  assertBelowLimit(countOf(given) - 1, 'The project has', 'saved reports');
}

/** Project settings: a free-form object with some known keys (contract-assets 1.3). */
export type AssetSettings = Readonly<Record<string, unknown>>;

/** Settings stored with a new or moved asset, of any size; none for a block or question (decision 13). */
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

/** In JSON, description included: each list of assets has the settings of all of them. */
const MAX_SETTINGS_CHARACTERS = 64 * 1024;

/**
 * Assets that were moved, or saved before there was a limit, may have larger ones, and keep them.
 * @throws InvalidError on `settings` if they are larger than the maximum, and than the stored ones
 */
export function assertSettingsSize(settings: AssetSettings, stored: AssetSettings = {}): void {
  const { length } = JSON.stringify(settings);
  if (length <= MAX_SETTINGS_CHARACTERS || length <= JSON.stringify(stored).length) return;
  throw InvalidError.at(
    'settings',
    `The settings have ${length} characters, the maximum is ${MAX_SETTINGS_CHARACTERS}. Shorten the description.`,
  );
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

/** Predefined value of a setting, with its label. */
export interface SettingChoice {
  readonly value: string;
  readonly label: string;
}

/** ISO 3166-1 codes: alpha-3 followed by alpha-2. */
const COUNTRY_CODES =
  'AFGAF ALAAX ALBAL DZADZ ASMAS ANDAD AGOAO AIAAI ATAAQ ATGAG ARGAR ARMAM ABWAW AUSAU AUTAT AZEAZ BHSBS BHRBH BGDBD BRBBB ' +
  'BLRBY BELBE BLZBZ BENBJ BMUBM BTNBT BOLBO BESBQ BIHBA BWABW BVTBV BRABR IOTIO BRNBN BGRBG BFABF BDIBI CPVCV KHMKH CMRCM ' +
  'CANCA CYMKY CAFCF TCDTD CHLCL CHNCN CXRCX CCKCC COLCO COMKM COGCG CODCD COKCK CRICR CIVCI HRVHR CUBCU CUWCW CYPCY CZECZ ' +
  'DNKDK DJIDJ DMADM DOMDO ECUEC EGYEG SLVSV GNQGQ ERIER ESTEE SWZSZ ETHET FLKFK FROFO FJIFJ FINFI FRAFR GUFGF PYFPF ATFTF ' +
  'GABGA GMBGM GEOGE DEUDE GHAGH GIBGI GRCGR GRLGL GRDGD GLPGP GUMGU GTMGT GGYGG GINGN GNBGW GUYGY HTIHT HMDHM VATVA HNDHN ' +
  'HKGHK HUNHU ISLIS INDIN IDNID IRNIR IRQIQ IRLIE IMNIM ISRIL ITAIT JAMJM JPNJP JEYJE JORJO KAZKZ KENKE KIRKI PRKKP KORKR ' +
  'KWTKW KGZKG LAOLA LVALV LBNLB LSOLS LBRLR LBYLY LIELI LTULT LUXLU MACMO MDGMG MWIMW MYSMY MDVMV MLIML MLTMT MHLMH MTQMQ ' +
  'MRTMR MUSMU MYTYT MEXMX FSMFM MDAMD MCOMC MNGMN MNEME MSRMS MARMA MOZMZ MMRMM NAMNA NRUNR NPLNP NLDNL NCLNC NZLNZ NICNI ' +
  'NERNE NGANG NIUNU NFKNF MKDMK MNPMP NORNO OMNOM PAKPK PLWPW PSEPS PANPA PNGPG PRYPY PERPE PHLPH PCNPN POLPL PRTPT PRIPR ' +
  'QATQA REURE ROURO RUSRU RWARW BLMBL SHNSH KNAKN LCALC MAFMF SPMPM VCTVC WSMWS SMRSM STPST SAUSA SENSN SRBRS SYCSC SLESL ' +
  'SGPSG SXMSX SVKSK SVNSI SLBSB SOMSO ZAFZA SGSGS SSDSS ESPES LKALK SDNSD SURSR SJMSJ SWESE CHECH SYRSY TWNTW TJKTJ TZATZ ' +
  'THATH TLSTL TGOTG TKLTK TONTO TTOTT TUNTN TURTR TKMTM TCATC TUVTV UGAUG UKRUA AREAE GBRGB USAUS UMIUM URYUY UZBUZ VUTVU ' +
  'VENVE VNMVN VGBVG VIRVI WLFWF ESHEH YEMYE ZMBZM ZWEZW';

const byLabel = (a: SettingChoice, b: SettingChoice): number => a.label.localeCompare(b.label, 'en');

/** Countries sorted by English name; `value` is the ISO 3166-1 alpha-3 code. Computed once. */
export const countryChoices = lazy((): readonly SettingChoice[] => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return COUNTRY_CODES.split(' ')
    .map((code) => ({ value: code.slice(0, 3), label: names.of(code.slice(3)) ?? code.slice(0, 3) }))
    .sort(byLabel);
});

/** ISO 3166-1 alpha-2 code of each country, which names it in other languages. */
export const countryRegions = lazy(
  (): ReadonlyMap<string, string> =>
    new Map(COUNTRY_CODES.split(' ').map((code) => [code.slice(0, 3), code.slice(3)])),
);

/** Sectors offered to clients; settings accept any other. */
export const SECTOR_CHOICES: readonly SettingChoice[] = [
  ...['Agriculture and food', 'Culture and sport', 'Economy and trade', 'Education', 'Energy'],
  ...['Environment and climate', 'Government and law', 'Health', 'Housing and shelter'],
  ...['Humanitarian response', 'Nutrition', 'Protection and rights', 'Research', 'Social services'],
  ...['Telecommunications', 'Transport', 'Water and sanitation', 'Other'],
].map((label) => ({ value: label, label }));

/** Chart styles per question: free-form client objects, completed with all rows (contract-assets 1.1). */
export interface ReportStyles {
  readonly default: unknown;
  readonly specified: Readonly<Record<string, unknown>>;
  readonly kuid_names: Readonly<Record<string, string>>;
}

/** Completes the styles for the content: one entry per row, keyed by name or else `$kuid`. Drops removed rows. */
export function completeReportStyles(
  given: Readonly<Record<string, unknown>>,
  content: Content,
): ReportStyles {
  const rows = content.survey.flatMap((row) => {
    const key = keyOf(row);
    return key === undefined ? [] : [{ key, kuid: row.$kuid }];
  });
  const chosen = isJsonObject(given['specified']) ? given['specified'] : {};
  return {
    ...given,
    default: given['default'] ?? {},
    specified: Object.fromEntries(rows.map(({ key }) => [key, chosen[key] ?? {}])),
    kuid_names: Object.fromEntries(
      rows.flatMap(({ key, kuid }) => (kuid === undefined ? [] : [[key, kuid] as const])),
    ),
  };
}

function keyOf({ name, $kuid }: SurveyRow): string | undefined {
  return name === undefined || name === '' ? $kuid : name;
}

/**
 * Parses comma-separated tags (contract-assets 2.5): distinct, in order. Trims the text as a whole, not each tag; drops
 * blank tags.
 */
export function parseTagString(text: string): string[] {
  const names = text.trim().split(',');
  return [...new Set(names.filter((name) => name.trim() !== ''))];
}

export function formatTagString(tags: readonly string[]): string {
  return tags.join(',');
}

/** Derives the uid of a tag from its name: tags have no table. */
export function tagUid(name: string): string {
  let round = 0;
  return generateUid(UID_PREFIX.tag, (length) => {
    round += 1;
    return hash('sha256', `${round}:${name}`, 'buffer').subarray(0, length);
  });
}
