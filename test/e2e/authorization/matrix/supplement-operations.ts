import { ASSET, operation, type RoutedOperation } from './operation';

export const SUPPLEMENT_OPERATIONS: readonly RoutedOperation[] = [
  operation(`GET ${ASSET}/data/:id/supplement`, 'view_submissions'),
  // The question has no features.
  operation(`PATCH ${ASSET}/data/:id/supplement`, 'change_submissions', {
    sees: 'view_submissions',
    succeeds: 400,
    body: () => ({ _version: '20250820', photo: { manual_translation: { language: 'fr', value: 'Une' } } }),
  }),
  operation(`GET ${ASSET}/qual-questions/:question/tags`, 'view_submissions'),
  operation(`GET ${ASSET}/advanced-features`, 'view_asset'),
  operation(`POST ${ASSET}/advanced-features`, 'change_asset', {
    sees: 'view_asset',
    or: 'change_submissions',
    changes: ['audit_entry', 'question_feature'],
    body: () => ({
      action: 'manual_transcription',
      question_xpath: 'photo',
      params: [{ language: 'fr' }],
    }),
  }),
  operation(`GET ${ASSET}/advanced-features/:feature`, 'view_asset', { succeeds: 404 }),
  operation(`PATCH ${ASSET}/advanced-features/:feature`, 'change_asset', {
    sees: 'view_asset',
    or: 'change_submissions',
    succeeds: 404,
    body: () => ({ params: [] }),
  }),
  operation(`GET ${ASSET}/advanced-features/bulk-actions`, 'view_submissions'),
  operation(`POST ${ASSET}/advanced-features/bulk-actions`, 'change_submissions', {
    sees: 'view_submissions',
    succeeds: 400,
    body: () => ({}),
  }),
];
