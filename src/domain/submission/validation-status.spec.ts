import { createValidationStatus, isValidationStatusUid, parseValidationStatusUid } from './validation-status';

describe('validation status', () => {
  it.each([
    ['validation_status_approved', 'Approved'],
    ['validation_status_not_approved', 'Not Approved'],
    ['validation_status_on_hold', 'On Hold'],
  ] as const)('%s has the label %s and a timestamp in seconds', (uid, label) => {
    expect(parseValidationStatusUid(uid)).toBe(uid);
    expect(createValidationStatus(uid, 'ann', new Date(1999))).toEqual({
      timestamp: 1,
      uid,
      by_whom: 'ann',
      label,
    });
  });

  it.each([
    ['xyz', 'xyz'],
    ['toString', 'toString'],
    [null, 'None'],
    [undefined, 'None'],
    [['validation_status_approved'], '["validation_status_approved"]'],
  ])('rejects %j', (value, shown) => {
    expect(isValidationStatusUid(value)).toBe(false);
    expect(() => parseValidationStatusUid(value)).toThrow(`Invalid validation status: \`${shown}\``);
  });
});
