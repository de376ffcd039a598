import { SURVEY_CONTENT } from '../../../factories/asset.factory';
import { ASSET, operation, type RoutedOperation } from './operation';

const OWN = { family: 'asset-detail', sees: 'view_asset' } as const;

/** Requests on the caller's own draft of a form; none is stored. */
export const DRAFT_OPERATIONS: readonly RoutedOperation[] = [
  operation(`GET ${ASSET}/draft`, 'change_asset', { ...OWN, succeeds: 404 }),
  operation(`PUT ${ASSET}/draft`, 'change_asset', {
    ...OWN,
    changes: ['form_draft'],
    body: ({ version }) => ({ content: SURVEY_CONTENT, base_version_id: version }),
  }),
  operation(`DELETE ${ASSET}/draft`, 'change_asset', OWN),
];
