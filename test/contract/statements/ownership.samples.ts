import { InviteRepository } from '../../../src/modules/ownership/invite.repository';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const INVITE = {
  uid: 'invite',
  senderId: ID,
  recipientId: ID,
  status: 'pending',
  dateCreated: NOW,
  dateModified: NOW,
} as const;

export const ownershipSamples = [
  samplesOf<InviteRepository>(InviteRepository, (transaction) => ({
    findOwnedAssets: [[ID, [UID]]],
    findPendingAssetUids: [[[ID]]],
    insert: [[transaction, INVITE, [{ uid: 'transfer', assetId: ID }]]],
    list: [[ID, { limit: 10, start: 20 }]],
    find: [[ID, UID]],
    listPending: [[transaction, [ID]]],
    listTransfers: [[[ID]]],
    listTransfersInTransaction: [[transaction, ID]],
    lock: [[transaction, ID]],
    setStatus: [[transaction, ID, 'declined', NOW]],
    setTransferStatus: [
      [transaction, { inviteId: ID }, { status: 'cancelled', now: NOW }],
      [transaction, { inviteId: ID, assetId: ID }, { status: 'failed', error: 'gone', now: NOW }],
    ],
    transferOwnership: [[transaction, ID, { from: ID, to: ID }]],
    remove: [[transaction, ID]],
    listExpired: [[NOW]],
  })),
];
