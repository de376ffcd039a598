import { parseInstance, type InstanceFacts, readInstanceFacts } from './instance-parser';

const facts = (xml: string): InstanceFacts => readInstanceFacts(parseInstance(xml));

describe('readInstanceFacts', () => {
  it('reads the root, formhub and meta', () => {
    expect(
      facts(
        '<aSAv id="aSAv" version="3 (2026-03-01)"><formhub><uuid>8b1f</uuid></formhub><name>Asha</name>' +
          '<__version__>vWvk</__version__><meta><instanceID>uuid:3f15</instanceID></meta></aSAv>',
      ),
    ).toEqual({
      formId: 'aSAv',
      formVersion: '3 (2026-03-01)',
      formUuid: '8b1f',
      instanceId: 'uuid:3f15',
      uuid: '3f15',
      rootUuid: '3f15',
      deprecatedId: undefined,
      versionUids: ['vWvk'],
      submitMessage: undefined,
    });
  });

  it('returns undefined for missing values', () => {
    expect(facts('<d id=" "><a/><meta><instanceID> </instanceID></meta></d>')).toEqual({
      formId: undefined,
      formVersion: undefined,
      formUuid: undefined,
      instanceId: undefined,
      uuid: undefined,
      rootUuid: undefined,
      deprecatedId: undefined,
      versionUids: [],
      submitMessage: undefined,
    });
  });

  it.each<[why: string, xml: string, expected: Partial<InstanceFacts>]>([
    [
      'an edit, which keeps the root uuid',
      '<d><meta><instanceID>uuid:c</instanceID><deprecatedID>uuid:b</deprecatedID><rootUuid>uuid:a</rootUuid></meta></d>',
      { uuid: 'c', rootUuid: 'a', deprecatedId: 'uuid:b' },
    ],
    [
      'prefixed names in any case',
      '<d><orx:meta xmlns:orx="o"><orx:instanceid>\n uuid:c </orx:instanceid></orx:meta></d>',
      { instanceId: 'uuid:c', uuid: 'c', rootUuid: 'c' },
    ],
    ['the id as an attribute', '<d instanceID="uuid:c"><a>1</a></d>', { uuid: 'c' }],
    [
      'the first of several elements `meta` that has an id',
      '<d><meta><audit>a</audit></meta><orx:meta xmlns:orx="http://openrosa.org/xforms"><orx:instanceID>uuid:c</orx:instanceID></orx:meta></d>',
      { uuid: 'c', rootUuid: 'c' },
    ],
    [
      'the id in meta before the attribute',
      '<d instanceID="uuid:x"><meta><instanceID>uuid:c</instanceID></meta></d>',
      { uuid: 'c' },
    ],
    [
      'another scheme, which is part of the id',
      '<d><meta><instanceID>kobotoolbox.org:123</instanceID></meta></d>',
      { instanceId: 'kobotoolbox.org:123', uuid: 'kobotoolbox.org:123' },
    ],
    [
      'a question that merely ends like meta',
      '<d><xmeta><instanceID>x</instanceID></xmeta><mymeta><instanceID>x</instanceID></mymeta></d>',
      { instanceId: undefined },
    ],
    [
      'several versions, deep ones too',
      '<d><__version__>v2</__version__><g><_version__001>v1</_version__001></g><_version_/></d>',
      { versionUids: ['v2', 'v1'] },
    ],
    [
      'identifiers of an encrypted one',
      '<d><base64EncryptedKey>k</base64EncryptedKey><orx:meta xmlns:orx="o"><orx:instanceID>uuid:e</orx:instanceID></orx:meta></d>',
      { uuid: 'e', rootUuid: 'e' },
    ],
    [
      'a submit message',
      '<d xmlns:kobo="k" kobo:submitMessage="/d/g/thanks"><g><thanks>Asante</thanks></g></d>',
      { submitMessage: 'Asante' },
    ],
    [
      'a submit message whose path does not exist',
      '<d xmlns:kobo="k" kobo:submitMessage="/d/g/x/y"><g>1</g></d>',
      { submitMessage: undefined },
    ],
  ])('%s', (_why, xml, expected) => {
    expect(facts(xml)).toMatchObject(expected);
  });

  it('accepts an id of 500 characters and rejects a longer one', () => {
    const withId = (length: number) => `<d><meta><instanceID>${'x'.repeat(length)}</instanceID></meta></d>`;
    expect(facts(withId(500)).uuid).toHaveLength(500);
    expect(() => facts(withId(501))).toThrow(/longer than 500 characters/);
  });
});
