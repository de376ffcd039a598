import type { FormatSuffix } from '../negotiation/wire-format';

/**
 * Absolute hyperlinks of one answer. They start with the origin that the caller used. Those of the thing that was asked
 * for carry the format suffix when the caller asked with one (contract-clients 2); `plain` ones never do, for clients take
 * names from the last part of a link.
 */
export class Links {
  private readonly end: string;

  constructor(
    /** Scheme and host, without a closing slash. */
    readonly origin: string,
    suffix?: FormatSuffix,
  ) {
    this.end = suffix === undefined ? '/' : `.${suffix}`;
  }

  /** The same links without a suffix. */
  get plain(): Links {
    return this.end === '/' ? this : new Links(this.origin);
  }

  asset(uid: string): string {
    return this.api(`assets/${uid}`);
  }

  /** Something nested below an asset: `data`, `files/af…`. */
  ofAsset(uid: string, path: string): string {
    return this.api(`assets/${uid}/${path}`);
  }

  /** The asset's path with an ending that chooses a rendering, whatever the caller asked with: `.xls`, `.xml`. */
  assetAs(uid: string, format: 'xls' | 'xml'): string {
    return `${this.origin}/api/v2/assets/${uid}.${format}`;
  }

  /** Whatever the caller asked with, as for what it leads to. */
  assetFile(uid: string, file: string): string {
    return `${this.origin}/api/v2/assets/${uid}/files/${file}/`;
  }

  assetFileContent(uid: string, file: string): string {
    return `${this.assetFile(uid, file)}content/`;
  }

  user(username: string): string {
    return this.api(`users/${encodeURIComponent(username)}`);
  }

  /** One thing that a user can be entered with. */
  credential(username: string, uid: string): string {
    return this.api(`users/${encodeURIComponent(username)}/credentials/${uid}`);
  }

  permission(codename: string): string {
    return this.api(`permissions/${codename}`);
  }

  /** The file of an export, which is fetched as it stands. */
  exportFile(username: string, assetUid: string, fileName: string): string {
    const [user, file] = [username, fileName].map(encodeURIComponent);
    return `${this.origin}/private-media/${user}/exports/${assetUid}/${file}`;
  }

  /** The submissions of an asset as a table, which is fetched as it stands. */
  dataAs(assetUid: string, format: 'csv' | 'xlsx'): string {
    return `${this.origin}/api/v2/assets/${assetUid}/data.${format}`;
  }

  /** Where the feed for spreadsheets begins; names of sets follow, whatever the caller asked with. */
  feed(assetUid: string): string {
    return `${this.origin}/api/v2/assets/${assetUid}/odata/`;
  }

  /** What happened to an asset as a table, which is fetched as it stands. */
  historyTable(assetUid: string): string {
    return `${this.origin}/api/v2/assets/${assetUid}/history/export.csv`;
  }

  /** What kept settings make of the submissions, at once. */
  exportData(assetUid: string, uid: string, format: 'csv' | 'xlsx'): string {
    return `${this.origin}/api/v2/assets/${assetUid}/export-settings/${uid}/data.${format}`;
  }

  import(uid: string): string {
    return this.api(`imports/${uid}`);
  }

  subscription(uid: string): string {
    return this.api(`asset_subscriptions/${uid}`);
  }

  snapshot(uid: string): string {
    return this.api(`asset_snapshots/${uid}`);
  }

  /** The snapshot's form, whatever the caller asked with. */
  snapshotXml(uid: string): string {
    return `${this.origin}/api/v2/asset_snapshots/${uid}.xml`;
  }

  snapshotPreview(uid: string): string {
    return this.plain.api(`asset_snapshots/${uid}/preview`);
  }

  apiToken(uid: string): string {
    return this.api(`tokens/${uid}`);
  }

  application(clientId: string): string {
    return this.api(`applications/${clientId}`);
  }

  authorizedApplication(clientId: string): string {
    return this.api(`authorized_applications/${clientId}`);
  }

  ownershipInvite(uid: string): string {
    return this.api(`project-ownership/invites/${uid}`);
  }

  ownershipTransfer(inviteUid: string, uid: string): string {
    return this.api(`project-ownership/invites/${inviteUid}/transfers/${uid}`);
  }

  private api(path: string): string {
    return `${this.origin}/api/v2/${path}${this.end}`;
  }
}
