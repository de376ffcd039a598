import type { KoboAsset, KoboSubmission } from './kobo-data';

/** @param fields of the request; some others come in any case */
export function presentSubmission(
  base: string,
  { uid: assetUid, owner, deployment }: KoboAsset,
  submission: KoboSubmission,
  fields: readonly string[] | undefined,
) {
  const assetUrl = `${base}/api/v2/assets/${assetUid}/`;
  const { id, uuid, rootUuid, submittedBy, status = {}, answers, attachments = [] } = submission;
  const all: Readonly<Record<string, unknown>> = {
    _id: id,
    'formhub/uuid': deployment?.uuid,
    ...answers,
    'meta/instanceID': uuid.includes(':') ? uuid : `uuid:${uuid}`,
    _xform_id_string: assetUid,
    _uuid: uuid,
    'meta/rootUuid': rootUuid,
    _attachments: attachments.map((attachment) => {
      const url = `${assetUrl}data/${id}/attachments/${attachment.uid}/`;
      const isImage = attachment.mimetype.startsWith('image/');
      return {
        download_url: url,
        mimetype: attachment.mimetype,
        filename: `${owner}/attachments/${deployment?.uuid}/${uuid}/${attachment.name.replaceAll(' ', '_')}`,
        media_file_basename: attachment.name,
        uid: attachment.uid,
        is_deleted: attachment.deleted === true,
        ...(isImage && {
          download_large_url: `${url}large/`,
          download_medium_url: `${url}medium/`,
          download_small_url: `${url}small/`,
        }),
        question_xpath: attachment.xpath,
      };
    }),
    _status: 'submitted_via_web',
    _geolocation: [null, null],
    _submission_time: `2026-03-03T10:00:${String(id % 60).padStart(2, '0')}`,
    _validation_status: status,
    _submitted_by: submittedBy,
  };
  const always = ['_id', '_uuid', 'meta/rootUuid', '_validation_status'];
  const keys = Object.keys(all).filter((key) => fields?.includes(key) !== false || always.includes(key));
  return Object.fromEntries(keys.map((key) => [key, all[key]]));
}
