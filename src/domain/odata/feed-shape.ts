import { InvalidError, UnsupportedError } from '../errors';
import { QUERY_LIMITS } from '../query/query-limits';
import type { FeedProperty } from './feed-field';
import { type FeedModel, type FeedNavigation, type FeedSet, findSet } from './feed-model';

/** What is shown of the rows of a set. */
export interface FeedShape {
  readonly set: FeedSet;
  readonly properties: readonly FeedProperty[];
  readonly expanded: readonly FeedExpansion[];
  /** What a context URL says of it: nothing where everything is shown. */
  readonly description: string;
}

export interface FeedExpansion {
  readonly navigation: FeedNavigation;
  readonly shape: FeedShape;
}

/** What was asked to be shown, as it came. */
export interface AskedShape {
  readonly $select?: string | undefined;
  readonly $expand?: string | undefined;
}

/**
 * Reads `$select` and `$expand`. No expansion leads back to a set that it came from, so that an answer is never much
 * larger than its submissions.
 * @throws InvalidError for what the set has not @throws UnsupportedError for options inside that are left out
 */
export function readShape(model: FeedModel, set: FeedSet, asked: AskedShape): FeedShape {
  return shapeOf(model, set, asked, [set.name]);
}

function shapeOf(model: FeedModel, set: FeedSet, asked: AskedShape, way: readonly string[]): FeedShape {
  const names = asked.$select === undefined ? ['*'] : parted(asked.$select, ',').map((name) => name.trim());
  bounded(names);
  const properties = names.includes('*')
    ? set.properties
    : set.properties.filter(({ name }) => names.includes(name));
  for (const name of names) assertSelectable(set, name);
  const expanded = asked.$expand === undefined ? [] : expansionsOf(model, set, asked.$expand, way);
  const nested = expanded
    .filter(({ shape }) => shape.description !== '')
    .map(({ navigation, shape }) => `${navigation.name}${shape.description}`);
  const told = [...(asked.$select === undefined ? [] : names), ...nested];
  return { set, properties, expanded, description: told.length === 0 ? '' : `(${told.join(',')})` };
}

function assertSelectable({ name: set, properties, navigations }: FeedSet, name: string): void {
  if (name === '*' || [...properties, ...navigations].some((each) => each.name === name)) return;
  throw new InvalidError(`${set} has no property ${JSON.stringify(name)}. $metadata tells which it has.`);
}

function expansionsOf(model: FeedModel, set: FeedSet, text: string, way: readonly string[]): FeedExpansion[] {
  const items = parted(text, ',').map((item) => item.trim());
  bounded(items);
  return items.flatMap((item) => {
    const [, name = '', inside] = /^([^()]+?)\s*(?:\(([\s\S]*)\))?$/.exec(item) ?? [];
    if (name === '*' && inside === undefined) {
      return set.navigations
        .filter(({ target }) => !way.includes(target))
        .map((navigation) => expansionOf(model, navigation, {}, way));
    }
    const navigation = set.navigations.find((each) => each.name === name);
    if (navigation === undefined) {
      throw new InvalidError(
        `${set.name} has no navigation property ${JSON.stringify(name)}. $metadata tells which it has.`,
      );
    }
    return [expansionOf(model, navigation, inside === undefined ? {} : optionsInside(inside), way)];
  });
}

function expansionOf(
  model: FeedModel,
  navigation: FeedNavigation,
  asked: AskedShape,
  way: readonly string[],
): FeedExpansion {
  const { name, target } = navigation;
  if (way.includes(target)) {
    throw new UnsupportedError(`$expand does not lead back: ${name} ends at ${target}, where it came from.`);
  }
  return { navigation, shape: shapeOf(model, findSet(model, target)!, asked, [...way, target]) };
}

function optionsInside(text: string): AskedShape {
  const asked: { $select?: string; $expand?: string } = {};
  for (const option of parted(text, ';')) {
    const mark = option.indexOf('=');
    const name = option.slice(0, Math.max(mark, 0)).trim();
    if (name !== '$select' && name !== '$expand') {
      throw new UnsupportedError(
        '$expand takes $select and $expand inside its parentheses, and no other option.',
      );
    }
    asked[name] = option.slice(mark + 1);
  }
  return asked;
}

function bounded(items: readonly string[]): void {
  if (items.length > QUERY_LIMITS.listValues) {
    throw new InvalidError(`At most ${QUERY_LIMITS.listValues} properties are taken.`);
  }
}

/** The parts between separators that stand outside of all parentheses. */
function parted(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0) break;
    if (letter !== separator || depth > 0) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  if (depth !== 0) throw new InvalidError('$expand has a parenthesis without its other one.');
  return [...parts, text.slice(from)];
}
