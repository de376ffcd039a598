import { InvalidError } from '../errors';
import { ASSET_TYPES, AssetType } from '../content/asset-type';
import { assertMayClone, mayCloneInto } from './clone-rules';

describe('cloning between types', () => {
  const allowed: Record<AssetType, AssetType[]> = {
    block: ['block', 'question', 'survey', 'template'],
    question: ['question', 'survey', 'template'],
    survey: ['block', 'question', 'survey', 'template'],
    template: ['survey', 'template'],
    collection: [],
  };
  const cases = ASSET_TYPES.flatMap((source) =>
    ASSET_TYPES.map((target) => [source, target, allowed[source].includes(target)] as const),
  );

  it.each(cases)('%s into %s: %s', (source, target, expected) => {
    expect(mayCloneInto(source, target)).toBe(expected);
    if (expected) expect(() => assertMayClone(source, target)).not.toThrow();
    else expect(() => assertMayClone(source, target)).toThrow(InvalidError);
  });

  it('says which types would do', () => {
    expect.assertions(1);
    try {
      assertMayClone('template', 'block');
    } catch (error) {
      expect((error as InvalidError).fields).toEqual({
        asset_type: ["A template can't be cloned into a block; choose one of: survey, template."],
      });
    }
  });
});
