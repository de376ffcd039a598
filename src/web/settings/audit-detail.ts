import { ANONYMOUS_USERNAME } from '../../domain/account/actor';
import type { AuditMetadata } from '../../domain/audit/audit-action';
import { isPartialCodename, type StoredPartialGrants } from '../../domain/permission/permission-set';
import { PERMISSIONS } from '../../domain/permission/codename';
import { isValidationStatusUid, VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { isJsonObject, type JsonObject } from '../../domain/text/json-members';
import { countText, joinedText, listText } from '../../language/format';
import { knownText, Localized, type Text, t, textIn } from '../../language/message';
import { html, type Html, type HtmlValue, richText } from '../page/html';
import { partialText, permissionLabel } from '../people/permission-text';

interface Detail {
  readonly label: Text;
  readonly value: HtmlValue;
}

const MAX_TEXT = 200;
const MAX_ITEMS = 20;
const MAX_DETAILS = 30;
/** Deeper objects are one text. */
const MAX_DEPTH = 3;

/** Members that say nothing about the change: repeated in every entry, derived from others, or identifiers of what has a name. */
const HIDDEN: ReadonlySet<string> = new Set([
  'log_subtype',
  'project_owner',
  'latest_version_uid',
  'latest_deployed_version_uid',
  'content_hash',
  'country_codes',
  'uid',
  'source_uid',
]);

/** Objects whose members are named without them. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'settings',
  'permissions',
  'hook',
  'asset-file',
  'paired-data',
  'qa',
  'export',
]);

/** Names of members; others are made of their keys on the wire. */
const labels = (): ReadonlyMap<string, Text> =>
  new Map<string, Text>([
    ['active', t('Active')],
    ['asset_type', t('Type')],
    ['auth_level', t('Sign-in of the webhook')],
    ['cloned_from', t('Copied from')],
    ['country', t('Countries')],
    ['email', t('E-mail address')],
    ['email_change', t('Change of the e-mail address')],
    ['endpoint', t('Address')],
    ['fields', t('Questions')],
    ['filename', t('File')],
    ['filters', t('Limits')],
    ['is_active', t('Active')],
    ['is_superuser', t('Superuser')],
    ['mfa', t('Second factor')],
    ['parent', t('Collection')],
    ['params', t('Options')],
    ['question_xpath', t('Question')],
    ['redirect_uris', t('Redirect addresses')],
    ['share-metadata', t('Shared with the service')],
    ['shared_fields', t('Shared questions')],
    ['source_name', t('Project')],
    ['submission_ids', t('Submissions')],
    ['too_large_to_keep', t('Values too large to keep')],
    ['unverified_email', t('New e-mail address')],
    ['username', t('Person')],
    ['former_validation_statuses', t('Status before')],
    ['restored_validation_statuses', t('Status set back')],
    ['none', t('No status')],
    ['validation_status', t('Status')],
    ['validation_status_approved', t('Approved')],
    ['validation_status_not_approved', t('Not approved')],
    ['validation_status_on_hold', t('On hold')],
    ['added', t('Added')],
    ['removed', t('Removed')],
    ['name', t('Name')],
    ['tags', t('Tags')],
    ['sector', t('Sector')],
    ['description', t('Description')],
    ['change', t('What changed')],
    ['changed', t('Changed')],
    ['reason', t('Reason')],
    ['account', t('Account')],
    ['version', t('Version')],
    ['format', t('Format')],
    ['summary', t('Summary')],
  ]);

/** Members that name what was changed; the database keeps no order of keys. */
const FIRST: readonly string[] = ['account', 'username', 'name', 'source_name', 'filename', 'endpoint'];

/** Members whose values are identifiers made of words. */
const WORDS: ReadonlySet<string> = new Set([
  'action',
  'asset_type',
  'change',
  'email_change',
  'mfa',
  'password',
  'password_reset',
  'reason',
  'status',
]);

/** Members of an audit entry in words, one a line: `Label: before → after`. */
export function auditDetails(metadata: AuditMetadata): Html {
  const details = detailsOf(metadata, '', 0);
  const shown = details.slice(0, MAX_DETAILS);
  const more = details.length - shown.length;
  return details.length === 0
    ? html``
    : html`<ul class="details">
        ${shown.map(({ label, value }) => html`<li><bdi>${label}</bdi>: ${value}</li>`)}${more > 0 && html`<li>${t('{more} more', { more: countText(more) })}</li>`}
      </ul>`;
}

function detailsOf(members: JsonObject, prefix: Text, depth: number): Detail[] {
  const rank = (key: string): number => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  const sorted = Object.entries(members).sort(([one], [other]) => rank(one) - rank(other));
  return sorted.flatMap(([key, value]) => {
    if (HIDDEN.has(key) || value === undefined) return [];
    const label = prefix === '' ? labelOf(key) : listText([prefix, lowerFirst(labelOf(key))]);
    if (isReplacement(value)) {
      return [{ label, value: html`${valueText(key, value['old'])} → ${valueText(key, value['new'])}` }];
    }
    if (isJsonObject(value) && labelIn(value) === undefined && depth < MAX_DEPTH) {
      return detailsOf(value, WRAPPERS.has(key) ? prefix : label, depth + 1);
    }
    // Only one of the two lists has members as a rule.
    if (['added', 'removed'].includes(key) && Array.isArray(value) && value.length === 0) return [];
    return [{ label, value: valueText(key, value) }];
  });
}

/** `question_xpath`, `asset-file` and `fileName` as `Question xpath`, `Asset file` and `File name`. */
function labelOf(key: string): Text {
  const known = labels().get(key);
  if (known !== undefined) return known;
  if (isCodename(key)) return permissionLabel(key);
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? t('Unnamed') : shortened(upperFirst(words));
}

function valueText(key: string, value: unknown): HtmlValue {
  if (key === 'filters' && isPartialGrants(value)) return partialText(value, new Map());
  if (Array.isArray(value)) return itemsText(key, value as unknown[]);
  return html`<bdi>${shortened(plainText(key, value))}</bdi>`;
}

function itemsText(key: string, items: readonly unknown[]): HtmlValue {
  // No choice of the questions of a connected project is all of them.
  if (items.length === 0) return key === 'fields' ? t('all') : t('none');
  const texts = items.slice(0, MAX_ITEMS).map((item) => html`<bdi>${shortened(plainText(key, item))}</bdi>`);
  const more = items.length - texts.length;
  const shown = html`${texts.map((text, index) => (index === 0 ? text : html`, ${text}`))}`;
  return more > 0 ? richText('{items} and {more} more', {}, { items: shown, more: countText(more) }) : shown;
}

function plainText(key: string, value: unknown): Text {
  if (value === null || value === undefined || value === '') return t('none');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'string') return stringText(key, value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? t('none') : listText(value.map((each) => plainText(key, each)));
  const members = Object.entries(value);
  return (
    labelIn(value as JsonObject) ??
    (members.length === 0
      ? t('none')
      : listText(
          members.map(([name, each]) => joinedText([lowerFirst(labelOf(name)), plainText(name, each)], ': ')),
        ))
  );
}

function stringText(key: string, value: string): Text {
  if (key === 'username' && value === ANONYMOUS_USERNAME) return t('everyone');
  if (key === 'validation_status')
    return isValidationStatusUid(value) ? knownText(VALIDATION_STATUSES[value]) : labelOf(value);
  if (key === 'added' || key === 'removed') return permissionText(value);
  // Keys of the members that were too many to keep.
  if (key === 'changed') return lowerFirst(labelOf(value));
  return WORDS.has(key) ? knownText(value.replace(/[-_]/g, ' ')) : value;
}

function permissionText(codename: string): Text {
  if (codename === 'partial_submissions') return t('Some submissions');
  return isCodename(codename) ? permissionLabel(codename) : codename;
}

function isReplacement(value: unknown): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length === 2 && 'old' in value && 'new' in value;
}

function isPartialGrants(value: unknown): value is StoredPartialGrants {
  return (
    isJsonObject(value) &&
    Object.entries(value).every(
      ([key, filters]) =>
        isCodename(key) && isPartialCodename(key) && Array.isArray(filters) && filters.every(isJsonObject),
    )
  );
}

type Labelled = Parameters<typeof permissionLabel>[0];

function isCodename(text: string): text is Labelled {
  return Object.hasOwn(PERMISSIONS, text) && text !== 'partial_submissions';
}

/** Label of a choice, such as a country or sector. */
function labelIn(value: JsonObject): string | undefined {
  return typeof value['label'] === 'string' && 'value' in value ? value['label'] : undefined;
}

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const lowerFirst = (text: Text): Text =>
  changed(text, (written) => written.slice(0, 1).toLowerCase() + written.slice(1));

const shortened = (text: Text): Text =>
  changed(text, (written) => (written.length > MAX_TEXT ? `${written.slice(0, MAX_TEXT)}…` : written));

const changed = (text: Text, change: (written: string) => string): Localized =>
  new Localized((language) => change(textIn(language, text)));
