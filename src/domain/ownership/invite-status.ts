import { DeniedError, InvalidError } from '../errors';

/** What becomes of an offer to give projects away (contract-assets 7.10). */
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

/** What becomes of one project of an offer. */
export const TRANSFER_STATUSES = [
  'pending',
  'in_progress',
  'success',
  'cancelled',
  'expired',
  'failed',
] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/** What the two sides can say to an offer. */
export const INVITE_ANSWERS = ['accepted', 'declined', 'cancelled'] as const;
export type InviteAnswer = (typeof INVITE_ANSWERS)[number];

/** Who may say what: the one who is offered something accepts or declines, the one who offers cancels. */
const SPEAKERS = { accepted: 'recipient', declined: 'recipient', cancelled: 'sender' } as const;

/** An offer as far as answering it goes. */
export interface AnswerableInvite {
  readonly senderId: number;
  readonly recipientId: number;
  readonly status: InviteStatus;
}

/**
 * @param userId one of the two whom the offer concerns
 * @throws DeniedError for what the other side says
 * @throws InvalidError on the field `status` for an offer that was answered
 */
export function assertMayAnswer(invite: AnswerableInvite, userId: number, answer: InviteAnswer): void {
  const speaker = SPEAKERS[answer] === 'sender' ? invite.senderId : invite.recipientId;
  if (speaker !== userId) throw new DeniedError();
  if (invite.status !== 'pending') throw new InvalidError({ status: ['This field cannot be modified'] });
}
