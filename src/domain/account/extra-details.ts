import { whyUnstorable } from '../text/unstorable-text';
import { type FieldErrors, InvalidError } from '../errors';

/** What a person says about themselves: free, but for the keys below. */
export type ExtraDetails = Readonly<Record<string, unknown>>;

/** Texts that every profile shows, empty until they are set (contract-service 1.7, contract-assets 8.2). */
const TEXTS = ['name', 'organization', 'city', 'country', 'website', 'twitter'] as const;
const EMPTY: ExtraDetails = Object.fromEntries(TEXTS.map((key) => [key, '']));

/** Computed, so that nobody writes it: collectors of this service have always had to sign in. */
const COMPUTED = 'require_auth';

/** Characters of JSON; a profile is no place to keep data. */
const LARGEST_CHANGE = 16 * 1024;

/** A change of extra details: these keys are set, those are cleared. */
export interface ExtraDetailsChange {
  readonly set: ExtraDetails;
  readonly clear: readonly string[];
}

/** What a profile shows of the details that are kept. */
export function shownExtraDetails(kept: ExtraDetails): ExtraDetails {
  return { ...EMPTY, ...kept, [COMPUTED]: true };
}

/**
 * Reads what a caller sent, to be merged key by key (contract-assets 8.2): a null clears its key, an absent key stays.
 * @throws InvalidError on `extra_details`, by key where one is to blame
 */
export function readExtraDetailsChange(sent: ExtraDetails): ExtraDetailsChange {
  const entries = Object.entries(sent).filter(([key]) => key !== COMPUTED);
  const problems: FieldErrors = {};
  for (const [key, value] of entries) {
    const problem = problemWith(key, value);
    if (problem !== undefined) problems[key] = [problem];
  }
  if (Object.keys(problems).length > 0) throw new InvalidError({ extra_details: problems });
  if (JSON.stringify(entries).length > LARGEST_CHANGE) {
    throw new InvalidError({ extra_details: [`Send at most ${LARGEST_CHANGE} characters of details.`] });
  }
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    clear: entries.filter(([, value]) => value === null).map(([key]) => key),
  };
}

function problemWith(key: string, value: unknown): string | undefined {
  if ((TEXTS as readonly string[]).includes(key) && value !== null && typeof value !== 'string') {
    return 'Not a valid string.';
  }
  if (key === 'name' && (value === null || value === '')) return 'This field may not be blank.';
  const unstorable = whyUnstorable(key) ?? firstUnstorable(value);
  return unstorable === undefined ? undefined : `The text ${unstorable}.`;
}

/** Looks at every text inside, keys included. Requests nest no deeper than the body parser lets them. */
function firstUnstorable(value: unknown): string | undefined {
  if (typeof value === 'string') return whyUnstorable(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const found = whyUnstorable(key) ?? firstUnstorable(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
