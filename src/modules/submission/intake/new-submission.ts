import { renderSubmission, attachmentsJson } from '../../../domain/submission/submission-json';
import { versionOf } from './incoming-submission';
import type { NewAttachment, NewSubmission } from './intake.query';
import type { RewrittenInstance } from './rewritten-instance';
import type { DeployedForm } from '../../deployment/deployed-form.service';
import type { StoredAttachment } from '../attachment.repository';
import type { AttachmentFacts } from '../../../domain/submission/submission-json';

export function newSubmission(
  { form, facts, answers, xml, xmlHash }: RewrittenInstance,
  {
    attachments,
    submittedAt,
    submittedBy,
    supplementJson,
  }: {
    attachments: readonly NewAttachment[];
    submittedAt: Date;
    submittedBy: string | null;
    /** Of the submission that this one copies. */
    supplementJson?: string | undefined;
  },
): NewSubmission {
  return {
    assetId: form.assetId,
    rootUuid: facts.rootUuid,
    uuid: facts.uuid,
    xmlHash,
    versionUid: versionOf({ facts, form }),
    submittedBy,
    submittedAt,
    answersJson: `{${answers.membersJson}}`,
    membersJson: renderSubmission({
      answers,
      formId: form.assetUid,
      uuid: facts.uuid,
      rootUuid: facts.rootUuid,
      attachmentsJson: renderAttachments(form, facts.rootUuid, attachments),
      submittedAt,
      submittedBy,
      validationStatus: null,
      supplementJson,
      modifiedAt: submittedAt,
    }),
    xml,
    attachments,
  };
}

type ListedAttachment = Pick<NewAttachment, 'uid' | 'name' | 'mimetype' | 'questionXpath'> & {
  readonly dateDeleted?: Date | null;
};

interface AttachmentListJson {
  readonly _attachments: readonly { readonly uid: string }[];
}

/** Sorts attachments into the order of the submission's JSON: new ones follow, deleted ones come last. */
export function inListOrder(files: readonly StoredAttachment[], json: string): StoredAttachment[] {
  const listed = (JSON.parse(json) as AttachmentListJson)._attachments.map(({ uid }) => uid);
  const rankOf = ({ uid, dateDeleted }: StoredAttachment): number => {
    if (dateDeleted !== null) return Infinity;
    const index = listed.indexOf(uid);
    return index < 0 ? listed.length : index;
  };
  // The sort is stable: equal ranks keep their order of arrival.
  return files.toSorted((one, other) => Math.sign(rankOf(one) - rankOf(other)) || 0);
}

/** Renders the `_attachments` array. @param rootUuid without a scheme */
export function renderAttachments(
  { assetUid, formUuid }: Pick<DeployedForm, 'assetUid' | 'formUuid'>,
  rootUuid: string,
  attachments: readonly ListedAttachment[],
): string {
  const facts: AttachmentFacts[] = attachments.map(({ uid, name, mimetype, questionXpath, dateDeleted }) => ({
    uid,
    fileName: name,
    mimetype,
    deleted: (dateDeleted ?? null) !== null,
    questionXpath,
  }));
  return attachmentsJson(facts, { assetUid, formUuid, rootUuid });
}
