import { DeniedError, InvalidError } from '../errors';
import { assertMayRespond, INVITE_RESPONSES, INVITE_STATUSES } from './invite-status';

const SENDER = 1;
const RECIPIENT = 2;
const invite = { senderId: SENDER, recipientId: RECIPIENT, status: 'pending' } as const;

describe('assertMayRespond', () => {
  it.each([
    [RECIPIENT, ['accepted', 'declined']],
    [SENDER, ['cancelled']],
  ])('allows user %s only %j', (userId, allowed) => {
    for (const response of INVITE_RESPONSES) {
      const respond = () => assertMayRespond(invite, userId, response);
      if (allowed.includes(response)) expect(respond).not.toThrow();
      else expect(respond).toThrow(DeniedError);
    }
  });

  it('allows one response only', () => {
    for (const status of INVITE_STATUSES.filter((each) => each !== 'pending')) {
      expect(() => assertMayRespond({ ...invite, status }, RECIPIENT, 'accepted')).toThrow(InvalidError);
    }
  });
});
