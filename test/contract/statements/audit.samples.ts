import { readAuditSearch } from '../../../src/domain/query/audit-search';
import { AuditRepository } from '../../../src/modules/audit/audit.repository';
import { ID, NOW } from './sample-rows';
import { samplesOf } from './samples';

const CALLER = { userId: ID, username: 'mary', credential: 'token', address: '192.0.2.7', agent: 'curl/8' };
const SEARCH = readAuditSearch('archive OR date_created__gt:2026-01-01 metadata__name__old:Wells');

export const auditSamples = [
  samplesOf<AuditRepository>(AuditRepository, (transaction) => ({
    insertAssetEvents: [
      [transaction, [ID], CALLER, NOW, [{ log: 'project', action: 'archive', metadata: {} }]],
    ],
    insertAccountEvent: [[transaction, CALLER, { action: 'create', metadata: { account: 'mary' } }, NOW]],
    insertSignIn: [
      [{ action: 'auth', userId: ID, username: 'mary', address: '192.0.2.7', metadata: {}, now: NOW }],
    ],
    page: [
      [{ log: 'project', assetId: ID, viewerId: ID }, undefined, { limit: 10, start: 20 }],
      [{}, readAuditSearch('action:create'), { limit: 10, start: 20 }],
      [{ log: 'access', userId: ID }, SEARCH, { limit: 10, start: 20 }],
    ],
    listBefore: [
      [{ log: 'project', assetId: ID }, undefined, 500],
      [{ log: 'project', assetId: ID }, '7', 500],
    ],
    actions: [[{ log: 'project', assetId: ID }]],
  })),
];
