import { InAppMessageRepository } from '../../../src/modules/account/message/in-app-message.repository';
import { InviteRepository } from '../../../src/modules/asset/ownership/invite.repository';
import { ID, LATER, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const INVITE = {
  uid: 'invite',
  senderId: ID,
  recipientId: ID,
  status: 'pending',
  dateCreated: NOW,
  dateModified: NOW,
} as const;

const MESSAGE = {
  uid: 'message',
  recipientId: null,
  inviteUid: 'invite',
  title: 'Title',
  snippet: 'Snippet',
  body: 'Body',
  published: true,
  alwaysDisplayAsNew: false,
  validFrom: NOW,
  validUntil: LATER,
};

export const ownershipSamples = [
  samplesOf<InAppMessageRepository>(InAppMessageRepository, (transaction) => ({
    insert: [[transaction, MESSAGE]],
    listAnnouncements: [[NOW, { limit: 10, start: 20 }]],
    end: [[UID, NOW]],
    endOfInvite: [[transaction, UID, NOW]],
    deleteEndedBefore: [[NOW]],
    list: [[ID, NOW, { limit: 10, start: 20 }]],
    find: [[ID, NOW, UID]],
    mergeInteractions: [[ID, NOW, UID, { acknowledged: true }]],
  })),
  samplesOf<InviteRepository>(InviteRepository, (transaction) => ({
    findOwnedAssets: [[ID, [UID]]],
    findPendingAssetUids: [[[ID]]],
    insert: [[transaction, INVITE, [{ uid: 'transfer', assetId: ID }]]],
    list: [
      [ID, { limit: 10, start: 20 }],
      [ID, { limit: 10, start: 20 }, 'sender'],
      [ID, { limit: 10, start: 20 }, 'recipient'],
    ],
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
