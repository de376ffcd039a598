import type { EntityProblem } from '../../domain/entity/entity-change';
import { refusalText } from '../../domain/entity/entity-upload';
import type { UploadPlan } from '../../domain/entity/upload-plan';
import { wireDate } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import { csvReply } from '../../http/streaming/file-response';
import type { Links } from '../../http/url/links';
import type { ListRow } from './entity-list.service';
import type { ProblemRow, StoredEntityRow, StoredVersionRow } from './entity.service';

export function presentEntityList(links: Links, list: ListRow) {
  const { uid, name, ownerUsername, properties, entities, uses, writes, owns } = list;
  return {
    uid,
    url: links.entityList(uid),
    name,
    owner: links.user(ownerUsername),
    owner__username: ownerUsername,
    properties,
    approval_required: list.approvalRequired,
    entities_count: entities,
    entities: links.entityList(uid, 'entities'),
    entities_csv: links.entityListCsv(uid),
    projects: uses.map(({ assetUid, assetName, declares, reads }) => ({
      url: links.asset(assetUid),
      uid: assetUid,
      name: assetName,
      saves: declares,
      reads,
    })),
    effective_permissions: ['view', ...(writes ? ['change'] : []), ...(owns ? ['manage'] : [])],
    date_created: wireDate(list.dateCreated),
    date_modified: wireDate(list.dateModified),
  };
}

export function presentEntity(links: Links, listUid: string, entity: StoredEntityRow) {
  const { uuid, label, version, data, conflict, dateCreated, dateModified } = entity;
  return {
    uuid,
    url: links.entityList(listUid, `entities/${uuid}`),
    label,
    version,
    data,
    conflict,
    versions: links.entityList(listUid, `entities/${uuid}/versions`),
    date_created: wireDate(dateCreated),
    date_modified: wireDate(dateModified),
  };
}

export function presentEntityVersion(links: Links, version: StoredVersionRow) {
  const { assetUid: asset, submissionId: id } = version;
  return {
    version: version.version,
    label: version.label,
    data: version.data,
    base_version: version.baseVersion,
    conflicting_properties: version.conflicting,
    submission:
      asset === null || id === null
        ? null
        : { url: links.assetResource(asset, `data/${id}`), asset, _id: id },
    created_by: version.createdBy,
    date_created: wireDate(version.dateCreated),
  };
}

const PROBLEMS: Readonly<Record<EntityProblem, string>> = {
  id_missing: 'The entry has no identifier, or one that is not a uuid.',
  label_missing: 'The entry has no label.',
  version_missing: 'The update does not say which version it changes.',
  list_unknown: 'The project has no list of that name. Deploy the form again.',
  property_unknown: 'The list lacks a property that the form saves to.',
  exists: 'The list has, or had, an entry with this identifier.',
  entity_unknown: 'The list has no entry with this identifier.',
  entity_deleted: 'The entry was deleted.',
  version_unknown: 'The entry never had the version that the update changes.',
  unapproved: 'The entry is created once the submission is approved.',
  waiting: 'The update waits for an earlier one from the same device.',
};

export function presentEntityProblem(links: Links, assetUid: string, problem: ProblemRow) {
  return {
    id: problem.id,
    problem: problem.problem,
    detail: PROBLEMS[problem.problem],
    list: problem.node.dataset,
    uuid: problem.node.id,
    submission: links.assetResource(assetUid, `data/${problem.submissionId}`),
    submission_id: problem.submissionId,
    date_created: wireDate(problem.dateCreated),
  };
}

export function presentUpload(plan: UploadPlan, isPreview: boolean): Reply<object> {
  const { created, updated, unchanged, refused, samples } = plan;
  return new Reply(isPreview ? 200 : 201, {
    created,
    updated,
    unchanged,
    refused,
    refused_rows: samples.refused.map(({ row, refusal }) => ({
      row,
      reason: refusal,
      detail: `Row ${row} ${refusalText(refusal)}`,
    })),
    columns: {
      properties: plan.properties,
      new: plan.newProperties,
      ignored: plan.ignored,
      invalid: plan.invalid.map(({ name }) => name),
    },
  });
}

export function presentEntityCsv({
  name,
  lines,
}: {
  readonly name: string;
  readonly lines: AsyncIterable<string>;
}): Reply {
  return csvReply(`${name}.csv`, lines);
}
