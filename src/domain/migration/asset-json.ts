import { isValidationStatusUid, VALIDATION_STATUSES } from '../submission/validation-status';
import { type JsonObject, isJsonObject } from '../text/json-members';
import type { SourceAsset, SourceAssetSummary, SourceSubmission } from './source-types';

const EPOCH = new Date(0);

/** Reads a `SourceAsset` that was written as JSON; the reader checks everything, as files can be edited. */
export function readAssetJson(summary: SourceAssetSummary, json: JsonObject): SourceAsset {
  const { uid, name, assetType, owner } = summary;
  const object = (key: string): JsonObject => objectOf(json[key]);
  const deployment = object('deployment');
  return {
    uid,
    name,
    assetType,
    owner,
    parentUid: optionalText(json['parentUid']) ?? null,
    content: object('content'),
    settings: object('settings'),
    tags: textsOf(json['tags']),
    reportStyles: object('reportStyles'),
    reportCustom: object('reportCustom'),
    mapStyles: object('mapStyles'),
    mapCustom: object('mapCustom'),
    advancedFeatures: object('advancedFeatures'),
    dataSharing: object('dataSharing'),
    dateCreated: dateOf(json['dateCreated'], EPOCH),
    dateModified: dateOf(json['dateModified'], EPOCH),
    versions: objectsOf(json['versions']).map((version) => ({
      uid: textOf(version['uid']),
      deployed: version['deployed'] === true,
      dateModified: dateOf(version['dateModified'], EPOCH),
    })),
    ...(typeof json['formId'] === 'string' && { formId: json['formId'] }),
    deployment:
      json['deployment'] === undefined
        ? undefined
        : {
            uuid: optionalText(deployment['uuid']),
            active: deployment['active'] === true,
            versionUid: optionalText(deployment['versionUid']),
          },
    grants: objectsOf(json['grants']).map(({ username, codename, partial }) => ({
      username: textOf(username),
      codename: textOf(codename),
      ...(Array.isArray(partial) && {
        partial: partial.map((each: unknown) =>
          Array.isArray(each) ? ([textOf(each[0]), objectsOf(each[1])] as const) : (['', []] as const),
        ),
      }),
    })),
    files: objectsOf(json['files']).map((file) => ({
      uid: textOf(file['uid']),
      fileType: textOf(file['fileType']),
      name: textOf(file['name']),
      description: textOf(file['description']),
      metadata: objectOf(file['metadata']),
      redirectUrl: optionalText(file['redirectUrl']),
      md5: optionalText(file['md5']),
    })),
    hooks: objectsOf(json['hooks']).map((hook) => ({
      name: textOf(hook['name']),
      endpoint: textOf(hook['endpoint']),
      exportType: textOf(hook['exportType']),
      authLevel: textOf(hook['authLevel']),
      settings: hook['settings'] ?? {},
      emailNotification: hook['emailNotification'] === true,
      subsetFields: textsOf(hook['subsetFields']),
      payloadTemplate: optionalText(hook['payloadTemplate']) ?? null,
    })),
    exportSettings: objectsOf(json['exportSettings']).map((setting) => ({
      name: textOf(setting['name']),
      request: objectOf(setting['request']),
    })),
    pairedData: objectsOf(json['pairedData']).map((paired) => ({
      sourceUid: textOf(paired['sourceUid']),
      fields: textsOf(paired['fields']),
      filename: textOf(paired['filename']),
    })),
    problems: [],
  };
}

/** Reads a `SourceSubmission` that was written as JSON. */
export function readSubmissionJson(json: JsonObject): SourceSubmission {
  const { uid, timestamp, by_whom } = objectOf(json['validationStatus']);
  return {
    id: Number(json['id']),
    uuid: textOf(json['uuid']),
    rootUuid: textOf(json['rootUuid']),
    submittedAt: dateOf(json['submittedAt'], EPOCH),
    submittedBy: optionalText(json['submittedBy']) ?? null,
    ...(typeof json['versionUid'] === 'string' && { versionUid: json['versionUid'] }),
    validationStatus: isValidationStatusUid(uid)
      ? { timestamp: Number(timestamp), uid, by_whom: textOf(by_whom), label: VALIDATION_STATUSES[uid] }
      : null,
    attachments: objectsOf(json['attachments']).map((attachment) => ({
      uid: textOf(attachment['uid']),
      name: textOf(attachment['name']),
      mimetype: textOf(attachment['mimetype']),
      deleted: attachment['deleted'] === true,
    })),
    notes: objectsOf(json['notes']).map(({ body, createdBy, dateCreated }) => ({
      body: textOf(body),
      createdBy: optionalText(createdBy) ?? null,
      dateCreated: dateCreated == null ? null : dateOf(dateCreated, EPOCH),
    })),
    // Exports of earlier releases lack them.
    ...(json['earlier'] !== undefined && {
      earlier: objectsOf(json['earlier']).map(({ uuid: stateUuid, dateReplaced, replacedBy }) => ({
        uuid: textOf(stateUuid),
        dateReplaced: dateOf(dateReplaced, EPOCH),
        replacedBy: optionalText(replacedBy) ?? null,
      })),
    }),
  };
}

/** Readers of JSON of other servers and versions: what is absent or of another type becomes empty. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Undefined for '' and anything but a text. */
export function optionalText(value: unknown): string | undefined {
  return textOf(value) || undefined;
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter((text) => text !== '') : [];
}

/** Reads a time, in UTC if it has no zone. @param fallback for an absent or malformed one */
export function dateOf(value: unknown, fallback: Date): Date {
  const text = textOf(value);
  const date = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? fallback : date;
}

/** Last segment of a URL path, decoded: the name of a linked resource. */
export function linkedName(value: unknown): string | undefined {
  const name = /([^/]+)\/?(?:\?.*)?$/.exec(textOf(value))?.[1];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return name;
  }
}
