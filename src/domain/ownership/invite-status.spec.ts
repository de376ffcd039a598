import { DeniedError, InvalidError } from '../errors';
import { assertMayAnswer, INVITE_ANSWERS, INVITE_STATUSES } from './invite-status';

const SENDER = 1;
const RECIPIENT = 2;
const invite = { senderId: SENDER, recipientId: RECIPIENT, status: 'pending' } as const;

describe('an offer', () => {
  it.each([
    [RECIPIENT, ['accepted', 'declined']],
    [SENDER, ['cancelled']],
  ])('hears from user %s only %j', (userId, heard) => {
    for (const answer of INVITE_ANSWERS) {
      const say = () => assertMayAnswer(invite, userId, answer);
      if (heard.includes(answer)) expect(say).not.toThrow();
      else expect(say).toThrow(DeniedError);
    }
  });

  it('is answered once', () => {
    for (const status of INVITE_STATUSES.filter((each) => each !== 'pending')) {
      expect(() => assertMayAnswer({ ...invite, status }, RECIPIENT, 'accepted')).toThrow(InvalidError);
    }
  });
});
