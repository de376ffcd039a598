import { randomBytes } from 'node:crypto';
import { generateRecoveryCodes, mfaState, RECOVERY_CODE_COUNT, readMfaCode } from './credential';

describe('mfaState', () => {
  const account = { isSuperuser: false, isRequired: false, isActive: false };

  it.each([
    [account, 'none', 'off'],
    [account, 'superusers', 'off'],
    [account, 'all', 'required'],
    [{ ...account, isSuperuser: true }, 'superusers', 'required'],
    [{ ...account, isSuperuser: true }, 'none', 'off'],
    [{ ...account, isRequired: true }, 'none', 'required'],
    [{ ...account, isActive: true }, 'none', 'active'],
    [{ ...account, isActive: true, isRequired: true }, 'all', 'active'],
  ] as const)('of %j with the policy %s is %s', (each, policy, state) => {
    expect(mfaState(each, policy)).toBe(state);
  });
});

describe('recovery codes', () => {
  it('are distinct, and read as they are written', () => {
    const codes = generateRecoveryCodes(randomBytes);
    expect(new Set(codes).size).toBe(RECOVERY_CODE_COUNT);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
      expect(readMfaCode(code)).toEqual({ kind: 'recovery', code: code.replace('-', '') });
    }
  });
});

describe('readMfaCode', () => {
  it.each([
    ['123456', { kind: 'totp', code: '123456' }],
    [' 123 456 ', { kind: 'totp', code: '123456' }],
    ['ABCDE-FGH00', { kind: 'recovery', code: 'abcdefgh00' }],
    ['oilzz 01234', { kind: 'recovery', code: '011zz01234' }],
    ['1234567890', { kind: 'recovery', code: '1234567890' }],
    ['12345', undefined],
    ['1234567', undefined],
    ['١٢٣ ٤٥٦', { kind: 'totp', code: '123456' }],
    ['\u200e۷۸۹۰۱۲', { kind: 'totp', code: '789012' }],
    ['१२३४५६', undefined],
    ['abcde-fghu0', undefined],
    ['', undefined],
  ])('reads %j', (typed, code) => {
    expect(readMfaCode(typed)).toEqual(code);
  });
});
