import { decideIntake, type IntakeDecision, type IntakeFacts } from './intake-decision';

const facts = (xmlHash: string, files: Record<string, string> = {}): IntakeFacts => ({
  xmlHash,
  attachments: Object.entries(files).map(([name, hash]) => ({ name, hash })),
});
const sameName: IntakeDecision = { kind: 'conflict', message: 'Attachment with same name already exists' };

describe('an incoming submission', () => {
  it.each<[why: string, stored: IntakeFacts | undefined, incoming: IntakeFacts, expected: IntakeDecision]>([
    ['is inserted when it is new', undefined, facts('x', { a: '1' }), { kind: 'insert' }],
    [
      'is a duplicate when all of it is stored',
      facts('x', { a: '1', b: '2' }),
      facts('x', { a: '1' }),
      { kind: 'duplicate' },
    ],
    ['is a duplicate without files', facts('x', { a: '1' }), facts('x'), { kind: 'duplicate' }],
    [
      'brings the files that are not stored yet',
      facts('x', { a: '1' }),
      facts('x', { a: '1', b: '2', c: '1' }),
      { kind: 'new-attachments', names: ['b', 'c'] },
    ],
    [
      'knows a file by its name however its accents are composed',
      facts('x', { '\u00E9': '1' }),
      facts('x', { 'e\u0301': '1' }),
      { kind: 'duplicate' },
    ],
    ['contradicts a file of that name', facts('x', { a: '1' }), facts('x', { b: '2', a: '3' }), sameName],
    [
      'contradicts other content under the same id, whatever its files',
      facts('x', { a: '1' }),
      facts('y', { a: '1', b: '2' }),
      { kind: 'conflict', message: 'Submission with this instance ID already exists' },
    ],
  ])('%s', (_why, stored, incoming, expected) => {
    expect(decideIntake(stored, incoming)).toEqual(expected);
  });

  it('with two files of one name is taken when they are the same, and refused when not', () => {
    const twice = (first: string, second: string): IntakeFacts => ({
      xmlHash: 'x',
      attachments: [
        { name: 'a', hash: first },
        { name: 'a', hash: second },
      ],
    });
    expect(decideIntake(undefined, twice('1', '1'))).toEqual({ kind: 'insert' });
    expect(decideIntake(undefined, twice('1', '2'))).toEqual(sameName);
    expect(decideIntake(facts('x'), twice('1', '1'))).toEqual({ kind: 'new-attachments', names: ['a'] });
  });
});
