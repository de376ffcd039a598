import { editedFormOf, mergeEdit } from './edit-merging';
import { parseInstance } from './instance-parser';
import { writeElement } from './instance-document';

const FORM = editedFormOf({
  questions: ['__version__', 'a', 'b', 'g/c', 'g/d', 'r/e', 'r/f', 'r/n/h', 'l'].map((path) => ({ path })),
  repeatPaths: ['r', 'r/n'],
});

const IDS = '<meta><instanceID>uuid:2</instanceID><deprecatedID>uuid:1</deprecatedID></meta>';

/** The edit without its identifiers, merged with a stored submission; undefined if it stays as it was sent. */
function merge(stored: string, edit: string, { keepsVersion = false } = {}): string | undefined {
  const document = (answers: string) =>
    parseInstance(answers.startsWith('<d') ? answers : `<d>${answers}</d>`);
  const merged = mergeEdit(document(`${stored}`), document(edit), FORM, { keepsVersion });
  return merged && writeElement(merged.root).replace(/^<d>(.*)<\/d>$/, '$1');
}

describe('mergeEdit', () => {
  it.each<[what: string, stored: string, edit: string, merged: string]>([
    ['a node of another version', '<old>1</old><a>2</a>', '<a>3</a>', '<old>1</old><a>3</a>'],
    ['its place', '<a>1</a><old>2</old><b>3</b>', '<a>1</a><b>4</b>', '<a>1</a><old>2</old><b>4</b>'],
    [
      'its place after a removed question',
      '<a>1</a><b>x</b><old>2</old>',
      '<a>1</a>',
      '<a>1</a><old>2</old>',
    ],
    ['a group', '<o><p>1</p><q/></o><a>2</a>', '<a>3</a>', '<o><p>1</p><q/></o><a>3</a>'],
    [
      'a repeat',
      '<o><p>1</p></o><o><p>2</p></o><a>2</a>',
      '<a>3</a>',
      '<o><p>1</p></o><o><p>2</p></o><a>3</a>',
    ],
    ['a node in a known group', '<g><c>1</c><o>2</o></g>', '<g><c>3</c></g>', '<g><c>3</c><o>2</o></g>'],
    ['a node in an omitted group', '<a>1</a><g><c>1</c><o>2</o></g>', '<a>1</a>', '<a>1</a><g><o>2</o></g>'],
    [
      'a node in an emptied group',
      '<g><c>1</c><o>2</o></g><a>1</a>',
      '<g/><a>1</a>',
      '<g><o>2</o></g><a>1</a>',
    ],
    [
      'a part of an unknown group that the edit has',
      '<o><p>1</p><q>2</q></o><a>1</a>',
      '<o><p>3</p></o><a>1</a>',
      '<o><p>3</p><q>2</q></o><a>1</a>',
    ],
    [
      'the version',
      '<a>1</a><__version__>v1</__version__>',
      '<a>2</a>',
      '<a>2</a><__version__>v1</__version__>',
    ],
    [
      'the uuid of the form',
      '<formhub><uuid>f</uuid></formhub><a>1</a>',
      '<a>2</a>',
      '<formhub><uuid>f</uuid></formhub><a>2</a>',
    ],
    [
      'an attribute',
      '<a x="1">1</a><g y="2"><c/></g>',
      '<a>2</a><g><c/></g>',
      '<a x="1">2</a><g y="2"><c/></g>',
    ],
    ['an attribute of the root', '<d x="1"><a>1</a></d>', '<d><a>2</a></d>', '<d x="1"><a>2</a></d>'],
    [
      'namespaces of what stays',
      '<d xmlns:x="u"><x:o>1</x:o><a>1</a></d>',
      '<a>2</a>',
      '<d xmlns:x="u"><x:o>1</x:o><a>2</a></d>',
    ],
    [
      'namespaces that the edit binds otherwise',
      '<d xmlns:x="u"><x:o>1</x:o><a>1</a></d>',
      '<d xmlns:x="v"><a>2</a></d>',
      '<d xmlns:x="v"><x:o xmlns:x="u">1</x:o><a>2</a></d>',
    ],
    [
      'other metadata',
      '<a>1</a><meta><instanceID>uuid:1</instanceID><audit>audit.csv</audit><deprecatedID>uuid:0</deprecatedID></meta>',
      `<a>2</a>${IDS}`,
      `<a>2</a>${IDS.replace('</meta>', '<audit>audit.csv</audit></meta>')}`,
    ],
    [
      'other metadata with a prefix, without a second `meta`',
      '<d xmlns:orx="http://openrosa.org/xforms"><a>1</a><orx:meta><orx:instanceID>uuid:1</orx:instanceID><orx:userID>u</orx:userID></orx:meta></d>',
      `<a>2</a>${IDS}`,
      `<d xmlns:orx="http://openrosa.org/xforms"><a>2</a>${IDS.replace('</meta>', '<orx:userID>u</orx:userID></meta>')}</d>`,
    ],
  ])('keeps %s', (_, stored, edit, merged) => {
    expect(merge(stored, edit)).toBe(merged);
  });

  it.each<[what: string, stored: string, edit: string]>([
    ['an answer', '<a>1</a><b>2</b>', '<a/><b>2</b>'],
    ['a question', '<a>1</a><b>2</b>', '<b>2</b>'],
    ['a group', '<a>1</a><g><c>2</c></g>', '<a>1</a>'],
    ['an instance of a repeat', '<r><e>1</e><o>x</o></r><a>1</a>', '<a>1</a>'],
    ['an inner instance', '<r><n><h>1</h><o>x</o></n><e>1</e></r>', '<r><e>1</e></r>'],
    ['nodes below what is a question now', '<a><o>1</o></a><b>2</b>', '<a>1</a><b>2</b>'],
    [
      'the version of an older form',
      '<__version__>v1</__version__><a>1</a>',
      '<__version__>v2</__version__><a>1</a>',
    ],
    ['identifiers', '<a>1</a><meta><instanceID>uuid:1</instanceID></meta>', `<a>2</a>${IDS}`],
    ['declarations of namespaces', '<d xmlns:jr="j"><a>1</a></d>', '<a>1</a>'],
    [
      'attributes of an entity',
      '<g><meta><entity create="1" id="e"/></meta><c>1</c></g>',
      '<g><meta><entity update="1" id="e"/></meta><c>1</c></g>',
    ],
  ])('lets an edit remove or replace %s, and stores it as it was sent', (_, stored, edit) => {
    expect(merge(stored, edit)).toBeUndefined();
  });

  const kid = (e: string, f: string, old?: string): string =>
    `<r><e>${e}</e><f>${f}</f>${old === undefined ? '' : `<o>${old}</o>`}</r>`;

  it.each<[what: string, stored: string[], edit: string[], merged: string[]]>([
    [
      'after the first was removed',
      [kid('Ann', '1', 'A'), kid('Bob', '2', 'B')],
      [kid('Bob', '2')],
      [kid('Bob', '2', 'B')],
    ],
    [
      'after the first was removed and another changed',
      [kid('Ann', '1', 'A'), kid('Bob', '2', 'B'), kid('Cat', '3', 'C')],
      [kid('Bob', '9'), kid('Cat', '3')],
      [kid('Bob', '9', 'B'), kid('Cat', '3', 'C')],
    ],
    [
      'after one was removed and one added',
      [kid('Ann', '1', 'A'), kid('Bob', '2', 'B')],
      [kid('Bob', '2'), kid('Dan', '4')],
      [kid('Bob', '2', 'B'), kid('Dan', '4')],
    ],
    [
      'after one was added',
      [kid('Ann', '1', 'A'), kid('Bob', '2', 'B')],
      [kid('Ann', '1'), kid('Bob', '2'), kid('Dan', '4')],
      [kid('Ann', '1', 'A'), kid('Bob', '2', 'B'), kid('Dan', '4')],
    ],
    [
      'after all answers changed',
      [kid('Ann', '1', 'A'), kid('Bob', '2', 'B')],
      [kid('Eve', '7'), kid('Fay', '8')],
      [kid('Eve', '7', 'A'), kid('Fay', '8', 'B')],
    ],
    ['in the only instance', [kid('Ann', '1', 'A')], [kid('Eve', '7')], [kid('Eve', '7', 'A')]],
  ])('keeps unknown nodes with their instance of a repeat %s', (_, stored, edit, merged) => {
    expect(merge(stored.join(''), edit.join(''))).toBe(merged.join(''));
  });

  it('finds equal instances among many', () => {
    const numbers = Array.from({ length: 600 }, (_, index) => String(index));
    const without = numbers.filter((number) => !['0', '300', '599'].includes(number));
    const stored = numbers.map((number) => kid(`n${number}`, number, number)).join('');
    const edit = without.map((number) => kid(`n${number}`, number)).join('');
    expect(merge(stored, edit)).toBe(without.map((number) => kid(`n${number}`, number, number)).join(''));
  });

  it.each<[what: string, stored: string, edit: string, merged: string]>([
    ['stays', '<d version="1"><a>1</a></d>', '<d version="2"><a>2</a></d>', '<d version="1"><a>2</a></d>'],
    ['stays absent', '<d><a>1</a></d>', '<d version="2"><a>2</a></d>', '<a>2</a>'],
  ])('the `version` attribute %s if the form of the edit names no version', (_, stored, edit, merged) => {
    expect(merge(stored, edit, { keepsVersion: true })).toBe(merged);
    expect(merge(stored, edit)).toBeUndefined();
  });
});
