import type { SourceSubmission } from './source-types';
import { DigestSum, instanceDigest, submissionFingerprint } from './submission-state';

describe('instanceDigest', () => {
  it.each([
    ['layout', '<a>\n  <b>1</b>\n</a>', '<a><b>1</b></a>'],
    ['empty elements', '<a><b/></a>', '<a><b></b></a>'],
    ['quotes and the order of attributes', `<a id="1" v='2'/>`, `<a v="2" id="1"/>`],
    ['references', '<a><b>&#x41; &amp;</b></a>', '<a><b>A &amp;</b></a>'],
    ['CDATA', '<a><b><![CDATA[<x>]]></b></a>', '<a><b>&lt;x&gt;</b></a>'],
    ['comments', '<a><!-- c --><b>1</b></a>', '<a><b>1</b></a>'],
  ])('ignores %s', (_name, one, other) => expect(instanceDigest(one)).toBe(instanceDigest(other)));

  it.each([
    ['answers', '<a><b>1</b></a>', '<a><b>2</b></a>'],
    ['white space in answers', '<a><b> </b></a>', '<a><b/></a>'],
    ['names', '<a><b>1</b></a>', '<a><c>1</c></a>'],
    ['nesting', '<a><b>1</b><c/></a>', '<a><b>1<c/></b></a>'],
    ['order', '<a><b/><c/></a>', '<a><c/><b/></a>'],
    ['text before an element', '<a><b>x<c/></b></a>', '<a><b><c/></b></a>'],
  ])('differs by %s', (_name, one, other) => expect(instanceDigest(one)).not.toBe(instanceDigest(other)));
});

describe('DigestSum', () => {
  it('does not depend on order, and wraps around', () => {
    const sumOf = (...digests: string[]): string => {
      const sum = new DigestSum();
      digests.forEach((each) => sum.add(each));
      return String(sum);
    };
    const [one, other] = ['f'.repeat(64), '1'.padStart(64, '0')];
    expect(sumOf(one, other)).toBe('0'.repeat(64));
    expect(sumOf(other, one, other)).toBe(sumOf(other, other, one));
    expect(sumOf(one)).not.toBe(sumOf(one, one));
  });
});

describe('submissionFingerprint', () => {
  const submission: SourceSubmission = {
    id: 1,
    uuid: 'u',
    rootUuid: 'u',
    submittedAt: new Date(0),
    submittedBy: 'ann',
    validationStatus: null,
    attachments: [{ uid: 'att', name: 'a.jpg', mimetype: 'image/jpeg', deleted: false }],
  };
  const status = {
    timestamp: 1,
    uid: 'validation_status_on_hold',
    by_whom: 'ben',
    label: 'On Hold',
  } as const;

  it.each<[string, Partial<SourceSubmission>]>([
    ['an edit', { uuid: 'v' }],
    ['a status', { validationStatus: status }],
    ['a deleted attachment', { attachments: [{ ...submission.attachments[0]!, deleted: true }] }],
    ['a new attachment', { attachments: [] }],
    ['the submitter', { submittedBy: null }],
  ])('changes with %s', (_name, change) => {
    expect(submissionFingerprint({ ...submission, ...change })).not.toEqual(
      submissionFingerprint(submission),
    );
  });
});
