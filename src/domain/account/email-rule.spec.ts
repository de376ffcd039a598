import { assertEmail, assertNewEmail, canConfirmEmail, emailsOf } from './email-rule';

describe('assertEmail', () => {
  it.each([
    '',
    'ann@example.org',
    'ann+tag@localhost',
    'jürg@müller.example',
    "o'neill@example.org",
    'a.b-c_d@sub.example-site.co.ke',
    'x=y@例え.jp',
  ])('accepts %j', (email) => {
    expect(() => assertEmail(email)).not.toThrow();
  });

  it.each([
    ...['ann', 'ann@', '@example.org', 'a b@example.org', 'a@b@c', `${'a'.repeat(250)}@b.org`],
    ...['<script>@example.org', 'Ann <ann@example.org>', '"ann"@example.org', 'ann,ben@example.org'],
    ...['ann@example..org', '.ann@example.org', 'ann.@example.org', 'ann@-example.org', 'ann@example.org.'],
    ...['ann@exam_ple.org', 'ann@<b>.org', 'ann@example.org\n', 'ann\0@example.org', 'a\u202eb@example.org'],
    `${'a'.repeat(65)}@example.org`,
  ])('rejects %j', (email) => {
    expect(() => assertEmail(email)).toThrow(
      expect.objectContaining({ fields: { email: [expect.any(String)] } }),
    );
  });
});

describe('assertNewEmail', () => {
  it('accepts another address', () => {
    expect(() => assertNewEmail('ann@example.net', 'ann@example.org')).not.toThrow();
    expect(() => assertNewEmail('ann@example.net', '')).not.toThrow();
  });

  it.each(['', 'ann', 'ann@example.org', 'ANN@example.org'])('rejects %j', (email) => {
    expect(() => assertNewEmail(email, 'Ann@example.org')).toThrow(
      expect.objectContaining({ fields: { email: [expect.any(String)] } }),
    );
  });
});

describe('emailsOf', () => {
  it.each([
    ['', null, []],
    ['a@b.org', null, [{ email: 'a@b.org', isPrimary: true }]],
    ['', 'c@d.org', [{ email: 'c@d.org', isPrimary: false }]],
    [
      'a@b.org',
      'c@d.org',
      [
        { email: 'a@b.org', isPrimary: true },
        { email: 'c@d.org', isPrimary: false },
      ],
    ],
  ])('lists %j and %j', (email, unverifiedEmail, listed) => {
    expect(emailsOf({ email, unverifiedEmail })).toEqual(listed);
  });
});

describe('canConfirmEmail', () => {
  it.each([
    [true, 'c@d.org', true],
    [false, 'c@d.org', false],
    [true, null, false],
  ])('active %j with %j: %j', (isActive, unverifiedEmail, isPossible) => {
    expect(canConfirmEmail({ email: 'a@b.org', isActive, unverifiedEmail })).toBe(isPossible);
  });

  it('is false without an account', () => {
    expect(canConfirmEmail(null)).toBe(false);
  });
});
