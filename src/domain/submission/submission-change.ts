/** Kinds of changes in the change API (decision 22). */
export type SubmissionChangeKind = 'created' | 'edited' | 'attachments' | 'validation_status' | 'deleted';
