/** What can happen to a submission, in the words of the feed of changes (decision 22). */
export type SubmissionChangeKind = 'created' | 'edited' | 'attachments' | 'validation_status' | 'deleted';
