import { SecretKey } from '../../config/secret-key';
import { DeniedError } from '../../domain/errors';
import { CsrfService } from './csrf.service';

const csrf = new CsrfService(new SecretKey('a'.repeat(64)));
const foreign = new CsrfService(new SecretKey('b'.repeat(64)));
const token = csrf.make(7);
const visitor = csrf.make(undefined);
const forged = foreign.make(7);

describe('CsrfService', () => {
  it('takes a token that comes back from the cookie and from the form alike', () => {
    expect(() => csrf.assertSent({ cookie: token, sent: token }, 7)).not.toThrow();
  });

  it.each([
    ['no cookie', undefined, token, 7, 'CSRF Failed: CSRF cookie not set.'],
    ['no token', token, undefined, 7, 'CSRF Failed: CSRF token missing.'],
    ['an empty token', token, '', 7, 'CSRF Failed: CSRF token missing.'],
    ['another token than the cookie', token, csrf.make(7), 7, 'CSRF Failed: CSRF token incorrect.'],
    ['the token of another session', token, token, 8, 'CSRF Failed: CSRF token incorrect.'],
    ['the token of a visitor', visitor, visitor, 7, 'CSRF Failed: CSRF token incorrect.'],
    ['a token that was not made here', forged, forged, 7, 'CSRF Failed: CSRF token incorrect.'],
    ['nonsense in both places', 'x', 'x', 7, 'CSRF Failed: CSRF token incorrect.'],
  ])('refuses %s', (_case, cookie, sent, session, message) => {
    expect(() => csrf.assertSent({ cookie, sent }, session)).toThrow(new DeniedError(message));
  });
});
