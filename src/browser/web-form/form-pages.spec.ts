import { hasHiddenLabel, type LayoutNode, pagesOf, widthOf } from './form-pages';

interface Options {
  readonly children?: readonly LayoutNode[];
  readonly appearances?: readonly string[];
  readonly relevant?: boolean;
}

const node = (
  nodeType: string,
  nodeId: string,
  { children = [], appearances = [], relevant = true }: Options = {},
): LayoutNode => ({ nodeType, nodeId, appearances, currentState: { relevant, readonly: false, children } });
const root = (...children: readonly LayoutNode[]): LayoutNode => node('root', 'root', { children });
const shownBy = (form: LayoutNode): string[] =>
  pagesOf(form).map(({ questions, repeats }) =>
    [...questions, ...repeats].map(({ nodeId }) => nodeId).join(' '),
  );

describe('pages of a form', () => {
  it('show one question, or a group that is a list', () => {
    const children = [node('input', 'a'), node('note', 'b'), node('model-value', 'calculated')];
    expect(shownBy(root(...children, node('group', 'g', { children })))).toEqual(['a', 'b', 'a', 'b']);
    const list = node('group', 'g', { children: [...children, node('group', 'h', { children })] });
    expect(shownBy(root({ ...list, appearances: ['field-list'] }))).toEqual(['a b a b']);
  });

  it('leave out what is not relevant', () => {
    const children = [node('input', 'a', { relevant: false })];
    expect(shownBy(root(...children, node('group', 'g', { children, appearances: ['field-list'] })))).toEqual(
      [],
    );
  });

  it('show the button of a repeat with its last instance, or alone', () => {
    const instance = (id: string): LayoutNode =>
      node('repeat-instance', id, { children: [node('input', `${id}1`), node('input', `${id}2`)] });
    const repeat = (...children: readonly LayoutNode[]): LayoutNode =>
      node('repeat-range:uncontrolled', 'r', { children });
    expect(shownBy(root(repeat()))).toEqual(['r']);
    expect(shownBy(root(repeat(instance('a'), instance('b'))))).toEqual(['a1', 'a2', 'b1', 'b2 r']);
    const lists = { ...repeat(instance('a'), instance('b')), appearances: ['field-list'] };
    expect(shownBy(root(lists))).toEqual(['a1 a2', 'b1 b2 r']);
    expect(shownBy(root({ ...lists, nodeType: 'repeat-range:controlled' }))).toEqual(['a1 a2', 'b1 b2']);
  });
});

it.each([
  ['w1', 1],
  ['w10', 10],
  ['w11', undefined],
  ['minimal', undefined],
])('reads the width of %s', (appearance, width) => {
  expect(widthOf(node('input', 'a', { appearances: ['other', appearance] }))).toBe(width);
});

describe('a hidden label', () => {
  const labelled = (asString: string): LayoutNode => {
    const input = node('input', 'a');
    return { ...input, currentState: { ...input.currentState, label: { asString } } };
  };

  it.each([
    ['<span style="display:none">car-Owner</span>', true],
    [`<span style='display: none;'>car-Owner</span>`, true],
    ['Owner <span style="display:none">car</span>', false],
    ['<span style="color:red">Owner</span>', false],
  ])('%s: %s', (text, isHidden) => {
    expect(hasHiddenLabel(labelled(text))).toBe(isHidden);
  });

  it('is asked for by an appearance', () => {
    expect(hasHiddenLabel(node('input', 'a', { appearances: ['w1', 'no-label'] }))).toBe(true);
    expect(hasHiddenLabel(node('input', 'a'))).toBe(false);
  });
});
