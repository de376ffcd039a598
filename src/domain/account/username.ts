import { InvalidError } from '../errors';

/** Routes of this version. */
const ROUTES = `
  access access-logs accounts actions activate activity add administration advanced-features announcements
  api applications asset_snapshots asset_usage assets attachments attachments.mp3 audit-logs audit.csv auth
  authorize authorized_applications authorized_tokens
  blank browser bulk bulk-actions
  answer approval change changes check clone codes collections collector-links confirm confirmed content copy counts credentials
  data data.csv data.geojson data.kml data.ndjson data.xlsx data.xml data.zip deactivate delete deleted deployment
  details downloadsubmission draft duplicate
  email email-confirmations emails end entities entities.csv entity-lists entity-problems entries export export-settings external
  formlist forms
  hash health home
  imports in_app_messages introspect invites
  jobs
  language languages leave links list-problems lists live login logout logs
  manifest map-clusters members metadata metrics mfa migrations minimal-list notes
  oauth-authorization-server offline offline-worker.js organizations
  page.css page.js pairs password password-reset password-resets permission-assignments permissions person
  project-history-logs project-views public
  qual-questions
  reactivate ready redirect regenerate register remove renew requests reset reset-link restore retry revoke
  revoke_token
  save saved service_usage sharing social-accounts store submission submissionlist supplement
  table_view token tokens transcription-services transfers translation-services
  undo update usage user-methods users
  valid_content validation_status validation_statuses
  xform xformsmanifest xformsmedia xls xml_with_disclaimer`;

/** Removed routes; they return 410 (decision 1). */
const REMOVED_ROUTES = `
  asset_subscriptions authorized_application
  environment exports
  formupload
  reports
  sitewide_messages
  tags
  upload`;

/** Pages, routes of KoboToolbox, and names that may be needed in the future. */
const OTHER_NAMES = `
  account application archive attachment
  collect collector
  deploy docs download downloads
  edit enketo enketopreview example
  favicon.ico files form
  gallery
  help history hooks
  library
  make map media messages move
  new
  oauth odata
  paired-data people preview private-media profile project-ownership project_views projects
  queue
  redeploy repeat replace report robots.txt
  senders service_health session sessions settings sign-in sign-out sign-up signin signout signup
  snapshots sources start static status subscriptions summary support
  tag transfer trash
  versions view
  web-forms well-known
  xformslist`;

/**
 * Path segments of the service, in lower case. A username is the first segment of collector URLs
 * (`/<username>/formList`), so these names would collide or impersonate the service. A test compares them with the routes.
 */
const RESERVED: ReadonlySet<string> = new Set([ROUTES, REMOVED_ROUTES, OTHER_NAMES].join('').match(/\S+/g));

/** @param username in lower case */
function isReservedUsername(username: string): boolean {
  return RESERVED.has(username);
}

/** Format suffixes of URL paths, which would be ambiguous at the end of a username. */
const FORMAT_SUFFIX = /\.(json|xml|xls|xlsx|csv|geojson|html|api|kml|zip|mp3)$/;

const PATTERN = /^[a-z_.-][a-z0-9_.-]{2,149}$/;

/**
 * Validates a username, which is also the first segment of collector URLs: 3 to 150 of `a-z 0-9 _ . -`, not starting
 * with a digit or dot, not ending in a format suffix, and not reserved.
 * @throws InvalidError on the field `username`
 */
export function assertUsername(username: string): void {
  if (!PATTERN.test(username) || username.startsWith('.') || FORMAT_SUFFIX.test(username)) {
    throw InvalidError.at(
      'username',
      'Choose a username of 3 to 150 characters out of a-z, 0-9, "_", "." and "-", that starts with neither a digit nor a dot and does not end in a format such as ".json".',
    );
  }
  if (isReservedUsername(username)) {
    throw InvalidError.at('username', `The username ${username} is reserved. Choose another one.`);
  }
}

/** Username for the person with an e-mail address, to be tried: it may be taken or reserved. @param attempt from 1 */
export function suggestUsername(email: string, attempt: number): string {
  const name = email
    .split('@')[0]!
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_')
    .slice(0, 100);
  const start = /^[a-z]/.test(name) && name.length > 2 ? name : `user_${name}`;
  return attempt === 1 ? start : `${start}_${attempt}`;
}

/** A user as superusers and the users of project views see it. */
export interface ViewedUser {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly isActive: boolean;
  readonly email: string;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly extraDetails: Readonly<Record<string, unknown>>;
  readonly assetCount: number;
}

const FIELDS = ['username', 'email'] as const;
type Field = (typeof FIELDS)[number];

/** Filter of a list of users: substring match in any of the fields, or exact match of one. */
export type UserSearch =
  | { readonly kind: 'part'; readonly fields: readonly Field[]; readonly text: string }
  | { readonly kind: 'exact'; readonly field: Field; readonly text: string };

const NAMED = /^(username|email)(__icontains)?:(?:"([^"]*)"|'([^']*)'|(\S+))$/;

/**
 * Parses the search text (contract-assets 8.1): `username:ann`, `email:"ann@example.org"`, `username__icontains:an`,
 * or a substring of either.
 */
export function readUserSearch(sent: string): UserSearch {
  const text = sent.trim();
  const [, field, part, ...values] = NAMED.exec(text) ?? [];
  if (field === undefined) return { kind: 'part', fields: FIELDS, text };
  const value = values.find((each) => each !== undefined) ?? '';
  return part === undefined
    ? { kind: 'exact', field: field as Field, text: value }
    : { kind: 'part', fields: [field as Field], text: value };
}
