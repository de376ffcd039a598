import { ASSET_TYPES, type AssetType } from '../content/asset-type';
import { InvalidError } from '../errors';
import { assertMayBecome, assertMayClone, inheritedSettings } from './clone-rules';

const ALLOWED: Record<AssetType, AssetType[]> = {
  block: ['block', 'question', 'survey', 'template'],
  question: ['question', 'survey', 'template'],
  survey: ['block', 'question', 'survey', 'template'],
  template: ['survey', 'template'],
  collection: [],
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

  it('says which types would do', () => {
    expect(fieldsOf(() => assertMayClone('template', 'block'))).toEqual({
      asset_type: ["A template can't be cloned into a block; choose one of: survey, template."],
    });
    expect(fieldsOf(() => assertMayClone('collection', 'survey'))).toEqual({
      clone_from: ["A collection can't be cloned."],
    });
  });
});

describe('becoming another type', () => {
  it.each(PAIRS)('%s to %s as a clone would: %s', (from, to, allowed) => {
    const become = () => assertMayBecome(from, to, { deployed: false });
    if (allowed || from === to) expect(become).not.toThrow();
    else expect(become).toThrow(InvalidError);
  });

  it('is not for what is deployed, but to stay what it is', () => {
    expect(fieldsOf(() => assertMayBecome('survey', 'template', { deployed: true }))).toEqual({
      asset_type: ['A deployed survey stays one; clone it to a template instead.'],
    });
    expect(() => assertMayBecome('survey', 'survey', { deployed: true })).not.toThrow();
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
