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
export function isReservedUsername(username: string): boolean {
  return RESERVED.has(username);
}
