import { renderSubmission } from '../../../domain/submission/submission-json';
import { versionOf } from './incoming-submission';
import type { NewAttachment, NewSubmission } from './intake.query';
import { renderAttachments } from './attachment-list';
import type { RewrittenInstance } from './rewritten-instance';

export function newSubmission(
  { form, facts, answers, xml, xmlHash }: RewrittenInstance,
  {
    attachments,
    submittedAt,
    submittedBy,
  }: { attachments: readonly NewAttachment[]; submittedAt: Date; submittedBy: string | null },
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
      modifiedAt: submittedAt,
    }),
    xml,
    attachments,
  };
}
