import { ASSET_TYPES, type AssetType } from '../content/content';
import { InvalidError } from '../errors';
import { assertMayChangeType, assertMayClone, inheritedSettings } from './clone-rules';

const ALLOWED: Record<AssetType, AssetType[]> = {
  block: ['block', 'question', 'survey', 'template'],
  question: ['question', 'survey', 'template'],
  survey: ['block', 'question', 'survey', 'template'],
  template: ['survey', 'template'],
  collection: [],
  empty: ['empty'],
};

const PAIRS = ASSET_TYPES.flatMap((source) =>
  ASSET_TYPES.map((target) => [source, target, ALLOWED[source].includes(target)] as const),
);

function fieldsOf(refused: () => void): unknown {
  try {
    refused();
  } catch (error) {
    return (error as InvalidError).fields;
  }
  return undefined;
}

describe('cloning between types', () => {
  it.each(PAIRS)('%s into %s: %s', (source, target, allowed) => {
    const clone = () => assertMayClone(source, target);
    if (allowed) expect(clone).not.toThrow();
    else expect(clone).toThrow(InvalidError);
  });

  it('lists the allowed types in the error', () => {
    expect(fieldsOf(() => assertMayClone('template', 'block'))).toEqual({
      asset_type: ["A template can't be cloned into a block; choose one of: survey, template."],
    });
    expect(fieldsOf(() => assertMayClone('collection', 'survey'))).toEqual({
      clone_from: ["A collection can't be cloned."],
    });
  });
});

describe('changing the type', () => {
  it.each(PAIRS)('%s to %s follows the clone rules: %s', (from, to, allowed) => {
    const change = () => assertMayChangeType(from, to, { deployed: false });
    if (allowed || from === to) expect(change).not.toThrow();
    else expect(change).toThrow(InvalidError);
  });

  it('is refused for a deployed asset, unless the type stays the same', () => {
    expect(fieldsOf(() => assertMayChangeType('survey', 'template', { deployed: true }))).toEqual({
      asset_type: ["A deployed survey can't change its type. Clone it to a template instead."],
    });
    expect(() => assertMayChangeType('survey', 'survey', { deployed: true })).not.toThrow();
  });
});

describe('an import', () => {
  it('makes a survey of an empty asset and changes no other type', () => {
    const change = (from: AssetType, to: AssetType) => () =>
      assertMayChangeType(from, to, { deployed: false, imported: true });
    expect(change('empty', 'survey')).not.toThrow();
    expect(fieldsOf(change('empty', 'block'))).toEqual({
      asset_type: ["An empty asset can't become a block."],
    });
    expect(change('survey', 'empty')).toThrow(InvalidError);
  });
});

describe('inherited settings', () => {
  const settings = { description: 'Wells', 'share-metadata': true };

  it.each([
    ['survey', 'survey', { description: 'Wells' }],
    ['survey', 'template', { description: 'Wells' }],
    ['template', 'survey', { description: 'Wells' }],
    ['survey', 'block', {}],
    ['block', 'survey', {}],
  ] as const)('of a %s by a %s', (source, target, inherited) => {
    expect(inheritedSettings({ assetType: source, settings }, target)).toEqual(inherited);
  });
});
