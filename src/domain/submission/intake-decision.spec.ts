import { decideIntake, type IntakeDecision, type IntakeFacts } from './intake-decision';

const facts = (xmlHash: string, files: Record<string, string> = {}): IntakeFacts => ({
  xmlHash,
  attachments: Object.entries(files).map(([name, hash]) => ({ name, hash })),
});
const sameName: IntakeDecision = { kind: 'conflict', message: 'Attachment with same name already exists' };

describe('decideIntake', () => {
  it.each<[name: string, stored: IntakeFacts | undefined, incoming: IntakeFacts, expected: IntakeDecision]>([
    ['inserts a new submission', undefined, facts('x', { a: '1' }), { kind: 'insert' }],
    [
      'detects a duplicate whose files are all stored',
      facts('x', { a: '1', b: '2' }),
      facts('x', { a: '1' }),
      { kind: 'duplicate' },
    ],
    ['detects a duplicate sent without its files', facts('x', { a: '1' }), facts('x'), { kind: 'duplicate' }],
    [
      'adds files that are not stored yet',
      facts('x', { a: '1' }),
      facts('x', { a: '1', b: '2', c: '1' }),
      { kind: 'new-attachments', names: ['b', 'c'] },
    ],
    [
      'ignores Unicode composition in file names',
      facts('x', { '\u00E9': '1' }),
      facts('x', { 'e\u0301': '1' }),
      { kind: 'duplicate' },
    ],
    [
      'reports a conflict for other content under a stored file name',
      facts('x', { a: '1' }),
      facts('x', { b: '2', a: '3' }),
      sameName,
    ],
    [
      'reports a conflict for other XML under the same id',
      facts('x', { a: '1' }),
      facts('y', { a: '1', b: '2' }),
      { kind: 'conflict', message: 'Submission with this instance ID already exists' },
    ],
  ])('%s', (_name, stored, incoming, expected) => {
    expect(decideIntake(stored, incoming)).toEqual(expected);
  });

  it('accepts two files of one name only if they are identical', () => {
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
