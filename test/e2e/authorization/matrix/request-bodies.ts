import { EXPORT_DEFAULTS } from '../../../factories/export.factory';
import { instanceXml } from '../../../factories/submission.factory';
import type { Target } from './operation';

export const file = (): FormData => {
  const form = new FormData();
  form.append('file_type', 'form_media');
  form.append('content', new Blob([PIXEL], { type: 'image/png' }), 'another.png');
  return form;
};
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const instance = ({ uid }: Target): FormData => {
  const form = new FormData();
  form.append('xml_submission_file', new Blob([instanceXml(uid)], { type: 'text/xml' }), 'a.xml');
  return form;
};
export const SETTING = { name: 'Weekly', export_settings: EXPORT_DEFAULTS };
export const APPROVED = { 'validation_status.uid': 'validation_status_approved' };
export const bulk = ({ submission }: Target) => ({
  payload: { ...APPROVED, submission_ids: [submission], data: { remark: 'seen' } },
});
export const DELETED = ['deleted_submission', 'deleted_submission_part'] as const;
export const REMOVES = {
  sees: 'view_submissions',
  changes: ['attachment', 'audit_entry', ...DELETED, 'submission', 'submission_change', 'submission_tally'],
} as const;
export const LOSES_FILES = {
  sees: 'view_submissions',
  ofSubmission: true,
  changes: ['attachment', 'audit_entry', 'submission', 'submission_change'],
} as const;

/** Of a route that requires a question and a view. */
export const MAP_VIEW = { query: '?question=place&bbox=0,0,9,9&zoom=2' };
