import type { AssetType } from '../content/content';
import type { JsonObject } from '../text/json-members';
import type { ValidationStatus } from '../submission/validation-status';
import { hash } from 'node:crypto';
import type { SourceEntityList } from './source-entities';
import type { PlainFields } from '../asset/settings-rules';
import { generateUid, type UidPrefix } from '../asset/uid';

export interface SourceAccount {
  readonly username: string;
  readonly isSuperuser: boolean;
}

/** Asset as it is listed, before its details are read. */
export interface SourceAssetSummary {
  readonly uid: string;
  readonly name: string;
  readonly assetType: AssetType;
  readonly owner: string;
  /** Uid of the listed collection that brings this asset when it is chosen. */
  readonly collectionUid?: string;
  /** Undefined for an asset that was never deployed. */
  readonly submissions: number | undefined;
}

export interface SourceVersion {
  readonly uid: string;
  readonly deployed: boolean;
  readonly dateModified: Date;
}

export interface SourceDeployment {
  /** Identifier that submissions name as `formhub/uuid`; undefined if the source has none. */
  readonly uuid: string | undefined;
  readonly active: boolean;
  /** Undefined: the newest deployed version. */
  readonly versionUid: string | undefined;
  /** The content was derived from the XForm, which is deployed as it is. */
  readonly usesXform?: boolean;
}

export interface SourceGrant {
  readonly username: string;
  readonly codename: string;
  /** Row filters by codename, for `partial_submissions` only. */
  readonly partial?: readonly (readonly [codename: string, filters: readonly JsonObject[]])[];
}

export interface SourceFile {
  readonly uid: string;
  readonly fileType: string;
  readonly name: string;
  readonly description: string;
  readonly metadata: JsonObject;
  /** URL of a remote file; undefined for a stored one. */
  readonly redirectUrl: string | undefined;
  /** Hex; undefined if the source does not tell. */
  readonly md5: string | undefined;
  /** List whose current data the file is, if the list is here too. */
  readonly entityListUid?: string;
}

export interface SourceHook {
  readonly name: string;
  readonly endpoint: string;
  readonly exportType: string;
  readonly authLevel: string;
  readonly settings: unknown;
  readonly emailNotification: boolean;
  readonly subsetFields: readonly (string | number)[];
  readonly payloadTemplate: string | null;
}

export interface SourcePairedData {
  readonly sourceUid: string;
  readonly fields: readonly string[];
  readonly filename: string;
}

export interface SourceExportSetting {
  readonly name: string;
  readonly request: JsonObject;
}

/** Asset with everything that belongs to it, except submissions and the bytes of files. */
export interface SourceAsset extends Omit<SourceAssetSummary, 'submissions'>, PlainFields {
  readonly parentUid: string | null;
  /** Sheets, or standard content. */
  readonly content: JsonObject;
  readonly settings: JsonObject;
  readonly reportStyles: JsonObject;
  readonly dataSharing: JsonObject;
  readonly dateCreated: Date;
  readonly dateModified: Date;
  /** Oldest first; empty for a collection. */
  readonly versions: readonly SourceVersion[];
  readonly deployment: SourceDeployment | undefined;
  /** Without those of the owner; undefined if the source has none or refuses them. */
  readonly grants: readonly SourceGrant[] | undefined;
  /** Undefined if they cannot be read. */
  readonly files: readonly SourceFile[] | undefined;
  readonly hooks: readonly SourceHook[];
  readonly exportSettings: readonly SourceExportSetting[];
  readonly pairedData: readonly SourcePairedData[];
  /** Parts that the source refused or could not deliver, as sentences. */
  readonly problems: readonly string[];
  /** Form id at the source, where the uid is another one. */
  readonly formId?: string;
  /** Lists that it brings. */
  readonly entityLists?: readonly SourceEntityList[];
  /** Names of collectors that submit to it without an account. */
  readonly collectors?: readonly string[];
  /** Facts to know about it, as sentences. */
  readonly notes?: readonly string[];
}

export interface SourceAttachment {
  readonly uid: string;
  readonly name: string;
  readonly mimetype: string;
  readonly deleted: boolean;
}

/** Attachments of an asset that are not deleted. */
export interface SourceSize {
  readonly attachments: number;
  /** Undefined if the source does not tell. */
  readonly bytes: number | undefined;
}

/** Comment on a submission. */
export interface SourceNote {
  readonly body: string;
  /** Null if unknown. */
  readonly createdBy: string | null;
  /** Null if the source does not tell. */
  readonly dateCreated: Date | null;
}

/** State of a submission before an edit, without its XML. */
export interface SourceState {
  /** Without `uuid:`. */
  readonly uuid: string;
  /** Identifier at a source that has another one. */
  readonly key?: string;
  readonly dateReplaced: Date;
  /** Null if anonymous. */
  readonly replacedBy: string | null;
}

/** Submission without its XML. */
export interface SourceSubmission {
  /** Number that identifies the submission within its asset. */
  readonly id: number;
  /** Identifier at a source without numbers. */
  readonly key?: string;
  /** Version that the source tells; used if the instance names none. */
  readonly versionUid?: string;
  /** Without `uuid:`, like `rootUuid`. */
  readonly uuid: string;
  readonly rootUuid: string;
  readonly submittedAt: Date;
  /** Username; null if anonymous. */
  readonly submittedBy: string | null;
  readonly validationStatus: ValidationStatus | null;
  readonly attachments: readonly SourceAttachment[];
  /** Oldest first. */
  readonly notes?: readonly SourceNote[];
  /** States before each edit, oldest first; undefined if the source does not offer them. */
  readonly earlier?: readonly SourceState[];
}

const URL_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Address of a server as people write or copy it, without query, fragment and trailing slash; `https://` is added.
 * Undefined for anything else, also with a username in it.
 */
export function readSourceAddress(text: string): string | undefined {
  const address = text.trim();
  const absolute = URL_SCHEME.test(address) ? address : `https://${address}`;
  if (!URL.canParse(absolute)) return undefined;
  const { protocol, username, password, search, origin, pathname } = new URL(absolute);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '' || search !== '') return undefined;
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Tokens are sent in a header: one word of ASCII characters. */
export function isApiToken(text: string): boolean {
  return /^[\x21-\x7e]{1,500}$/.test(text);
}

/** Uid of what a source identifies otherwise: the same for the same parts, so that each run finds it again. */
export function derivedUid(prefix: UidPrefix, ...parts: readonly (string | number)[]): string {
  let block = 0;
  return generateUid(prefix, (length) =>
    hash('sha512', JSON.stringify([block++, ...parts]), 'buffer').subarray(0, length),
  );
}

/** Like a random uuid, without dashes. */
export function derivedUuid(...parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
