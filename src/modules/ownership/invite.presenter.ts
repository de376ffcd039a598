import { wireSeconds } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import type { InviteView, Transfer } from './ownership.service';

/** Ownership invite (contract-assets 7.10). */
export function presentInvite(links: Links, invite: InviteView) {
  return {
    url: links.ownershipInvite(invite.uid),
    sender: links.user(invite.sender),
    recipient: links.user(invite.recipient),
    status: invite.status,
    date_created: wireSeconds(invite.dateCreated),
    date_modified: wireSeconds(invite.dateModified),
    transfers: invite.transfers.map((transfer) => ({
      url: links.ownershipTransfer(invite.uid, transfer.uid),
      asset: links.asset(transfer.assetUid),
      asset__name: transfer.assetName,
      status: transfer.status,
      error: transfer.error,
      date_modified: wireSeconds(transfer.dateModified),
    })),
  };
}

/** Steps that KoboToolbox reports one by one; here they succeed or fail together. */
const STEPS = ['attachments', 'media_files', 'global', 'submissions'];

export function presentTransfer(links: Links, [invite, transfer]: [InviteView, Transfer]) {
  return {
    url: links.ownershipTransfer(invite.uid, transfer.uid),
    asset: links.asset(transfer.assetUid),
    status: transfer.status,
    date_modified: wireSeconds(transfer.dateModified),
    statuses: STEPS.map((status_type) => ({ status: transfer.status, status_type, error: transfer.error })),
  };
}
