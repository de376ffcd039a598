import { DeniedError, InvalidError } from '../errors';

/** Statuses of an ownership invite (contract-assets 7.10). */
export const INVITE_STATUSES = [
  'pending',
  'accepted',
  'in_progress',
  'complete',
  'declined',
  'cancelled',
  'expired',
  'failed',
] as const;
export type InviteStatus = (typeof INVITE_STATUSES)[number];

/** Parties of an invite. */
export const INVITE_ROLES = ['sender', 'recipient'] as const;
export type InviteRole = (typeof INVITE_ROLES)[number];

/** Statuses of the transfer of one asset. */
export const TRANSFER_STATUSES = [
  'pending',
  'in_progress',
  'success',
  'cancelled',
  'expired',
  'failed',
] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/** Statuses that sender or recipient may set. */
export const INVITE_RESPONSES = ['accepted', 'declined', 'cancelled'] as const;
export type InviteResponse = (typeof INVITE_RESPONSES)[number];

const RESPONDER = { accepted: 'recipient', declined: 'recipient', cancelled: 'sender' } as const;

export interface InviteState {
  readonly senderId: number;
  readonly recipientId: number;
  readonly status: InviteStatus;
}

/**
 * Checks that the user may respond: the recipient accepts or declines, the sender cancels.
 * @param userId sender or recipient
 * @throws DeniedError if the response is up to the other side
 * @throws InvalidError on the field `status` unless the invite is pending
 */
export function assertMayRespond(invite: InviteState, userId: number, response: InviteResponse): void {
  const responderId = RESPONDER[response] === 'sender' ? invite.senderId : invite.recipientId;
  if (responderId !== userId) throw new DeniedError();
  if (invite.status !== 'pending') throw InvalidError.at('status', 'This field cannot be modified');
}
