import type { Request } from 'express';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FormatSuffix, wireFormatOf } from '../negotiation/request';

/**
 * Builds the absolute hyperlinks of one response, with the caller's origin and format suffix (contract-clients 2).
 * `plain` links never have a suffix, since clients take names from the last path segment.
 */
export class Links {
  private readonly end: string;

  constructor(
    /** Scheme and host, without trailing slash. */
    readonly origin: string,
    suffix?: FormatSuffix,
  ) {
    this.end = suffix === undefined ? '/' : `.${suffix}`;
  }

  get plain(): Links {
    return this.end === '/' ? this : new Links(this.origin);
  }

  asset(uid: string): string {
    return this.api(`assets/${uid}`);
  }

  /** @param path below the asset: `data`, `files/af…` */
  assetResource(uid: string, path: string): string {
    return this.api(`assets/${uid}/${path}`);
  }

  /** Ignores the caller's format suffix, as do all links to files below. */
  assetFormat(uid: string, format: 'xls' | 'xml'): string {
    return `${this.origin}/api/v2/assets/${uid}.${format}`;
  }

  assetFile(uid: string, file: string): string {
    return `${this.origin}/api/v2/assets/${uid}/files/${file}/`;
  }

  assetFileContent(uid: string, file: string): string {
    return `${this.assetFile(uid, file)}content/`;
  }

  language(code: string): string {
    return this.api(`languages/${code}`);
  }

  user(username: string): string {
    return this.api(`users/${encodeURIComponent(username)}`);
  }

  credential(username: string, uid: string): string {
    return this.api(`users/${encodeURIComponent(username)}/credentials/${uid}`);
  }

  permission(codename: string): string {
    return this.api(`permissions/${codename}`);
  }

  exportFile(username: string, assetUid: string, fileName: string): string {
    const [user, file] = [username, fileName].map(encodeURIComponent);
    return `${this.origin}/private-media/${user}/exports/${assetUid}/${file}`;
  }

  dataTable(assetUid: string, format: 'csv' | 'kml' | 'xlsx' | 'zip'): string {
    return `${this.origin}/api/v2/assets/${assetUid}/data.${format}`;
  }

  /** Service root of OData; names of entity sets follow it. */
  odataService(assetUid: string): string {
    return `${this.origin}/api/v2/assets/${assetUid}/odata/`;
  }

  /** Service root of OData of an entity list. */
  entityListOData(uid: string): string {
    return `${this.origin}/api/v2/entity-lists/${uid}/odata/`;
  }

  /** CSV file of a log, a history or a project view. @param path below `/api/v2/`, without `export.csv` */
  csvTable(path: string): string {
    return `${this.origin}/api/v2/${path}/export.csv`;
  }

  /** Synchronous export with saved export settings. */
  exportData(assetUid: string, uid: string, format: 'csv' | 'xlsx'): string {
    return `${this.origin}/api/v2/assets/${assetUid}/export-settings/${uid}/data.${format}`;
  }

  import(uid: string): string {
    return this.api(`imports/${uid}`);
  }

  migration(uid: string): string {
    return this.api(`migrations/${uid}`);
  }

  subscription(uid: string): string {
    return this.api(`asset_subscriptions/${uid}`);
  }

  /** Server URL for collector apps, and with a slash the web form. */
  collector(key: string): string {
    return `${this.origin}/collector/${key}`;
  }

  offlineCollector(key: string): string {
    return `${this.origin}/web-forms/offline/collector/${key}/`;
  }

  /** @param address last segment: what is done with the form */
  webForm(uid: string, address: string): string {
    if (address === 'offline') return `${this.origin}/web-forms/offline/${uid}/`;
    return `${this.origin}/web-forms/${uid}/${address === '' ? '' : `${address}/`}`;
  }

  snapshot(uid: string): string {
    return this.api(`asset_snapshots/${uid}`);
  }

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

  organization(uid: string): string {
    return this.api(`organizations/${uid}`);
  }

  /** @param path below the organization: `members`, `assets` */
  organizationResource(uid: string, path: string): string {
    return this.api(`organizations/${uid}/${path}`);
  }

  organizationMember(uid: string, username: string): string {
    return this.organizationResource(uid, `members/${encodeURIComponent(username)}`);
  }

  /** @param list read-only list of the view */
  projectView(uid: string, list?: 'assets' | 'users' | 'assets/export' | 'users/export'): string {
    return this.api(list === undefined ? `project-views/${uid}` : `project-views/${uid}/${list}`);
  }

  /** @param path below the list: `entities`, `entities/3f15…` */
  entityList(uid: string, path?: string): string {
    return this.api(path === undefined ? `entity-lists/${uid}` : `entity-lists/${uid}/${path}`);
  }

  entityListCsv(uid: string): string {
    return `${this.origin}/api/v2/entity-lists/${uid}/entities.csv`;
  }

  inAppMessage(uid: string): string {
    return `${this.origin}/help/in_app_messages/${uid}/`;
  }

  announcement(uid: string): string {
    return this.api(`announcements/${uid}`);
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

/** Returns scheme and host for links: PUBLIC_URL when set, else the caller's, validated by `refuseInvalidHost`. */
export function originOf(request: Request): string {
  const configured: unknown = request.app.get('public url');
  if (typeof configured === 'string') return configured;
  return `${request.protocol}://${request.host || 'localhost'}`;
}

export function linksOf(request: Request): Links {
  return new Links(originOf(request), wireFormatOf(request).suffix);
}

export const ResponseLinks = createParamDecorator((_: unknown, context: ExecutionContext) =>
  linksOf(context.switchToHttp().getRequest<Request>()),
);

/** Injects scheme and host for the links of this response. */
export const ResponseOrigin = createParamDecorator((_: unknown, context: ExecutionContext) =>
  originOf(context.switchToHttp().getRequest<Request>()),
);

export function urlOf(request: Request): URL {
  const queryStart = request.originalUrl.indexOf('?');
  const query = queryStart === -1 ? '' : request.originalUrl.slice(queryStart);
  const { path, suffix } = wireFormatOf(request);
  const canonical = suffix === undefined && !path.endsWith('/') ? `${path}/` : path;
  return new URL(`${originOf(request)}${canonical}${query}`);
}

export const RequestUrl = createParamDecorator((_: unknown, context: ExecutionContext) =>
  urlOf(context.switchToHttp().getRequest<Request>()),
);
