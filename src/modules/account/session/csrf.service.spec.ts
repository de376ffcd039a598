import { SecretKey } from '../../../config/secret-key';
import { DeniedError } from '../../../domain/errors';
import { CsrfService } from './csrf.service';

const csrf = new CsrfService(new SecretKey('a'.repeat(64)));
const foreign = new CsrfService(new SecretKey('b'.repeat(64)));
const token = csrf.generateToken(7);
const anonymous = csrf.generateToken(undefined);
const forged = foreign.generateToken(7);

describe('CsrfService', () => {
  it('accepts the same token in cookie and form', () => {
    expect(() => csrf.assertValid({ cookie: token, sent: token }, 7)).not.toThrow();
  });

  it('accepts the token of a form in a mask, which differs each time', () => {
    const [one, other] = [csrf.mask(token), csrf.mask(token)];
    expect(one).not.toBe(other);
    for (const sent of [one, other]) expect(() => csrf.assertValid({ cookie: token, sent }, 7)).not.toThrow();
    for (const sent of [one.slice(1), `${one}A`, csrf.mask(forged), csrf.mask(csrf.generateToken(7))])
      expect(() => csrf.assertValid({ cookie: token, sent }, 7)).toThrow('CSRF token incorrect');
  });

  it('accepts another token of the session from a page of the service, and no forged one', () => {
    const check = (sent: string): void =>
      csrf.assertValid({ cookie: token, sent: csrf.mask(sent), isSameOrigin: true }, 7);
    expect(() => check(csrf.generateToken(7))).not.toThrow();
    for (const sent of [forged, csrf.generateToken(8), csrf.generateToken(undefined)])
      expect(() => check(sent)).toThrow('CSRF token incorrect');
  });

  it.each([
    ['no cookie', undefined, token, 7, 'CSRF Failed: CSRF cookie not set.'],
    ['no token', token, undefined, 7, 'CSRF Failed: CSRF token missing.'],
    ['an empty token', token, '', 7, 'CSRF Failed: CSRF token missing.'],
    [
      'a token that differs from the cookie',
      token,
      csrf.generateToken(7),
      7,
      'CSRF Failed: CSRF token incorrect.',
    ],
    ['the token of another session', token, token, 8, 'CSRF Failed: CSRF token incorrect.'],
    ['the token of an anonymous visitor', anonymous, anonymous, 7, 'CSRF Failed: CSRF token incorrect.'],
    ['a forged token', forged, forged, 7, 'CSRF Failed: CSRF token incorrect.'],
    ['a malformed token in both', 'x', 'x', 7, 'CSRF Failed: CSRF token incorrect.'],
  ])('rejects %s', (_case, cookie, sent, session, message) => {
    expect(() => csrf.assertValid({ cookie, sent }, session)).toThrow(new DeniedError(message));
  });
});
