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
    ownAssets: [[ID, [UID]]],
    offered: [[[ID]]],
    insert: [[transaction, INVITE, [{ uid: 'transfer', assetId: ID }]]],
    list: [[ID, { limit: 10, start: 20 }]],
    find: [[ID, UID]],
    pendingOf: [[transaction, [ID]]],
    transfersOf: [[[ID]]],
    transfersIn: [[transaction, ID]],
    lock: [[transaction, ID]],
    settle: [[transaction, ID, 'declined', NOW]],
    settleTransfers: [
      [transaction, { inviteId: ID }, { status: 'cancelled', now: NOW }],
      [transaction, { inviteId: ID, assetId: ID }, { status: 'failed', error: 'gone', now: NOW }],
    ],
    give: [[transaction, ID, { from: ID, to: ID }]],
    remove: [[transaction, ID]],
    unanswered: [[NOW]],
  })),
];
