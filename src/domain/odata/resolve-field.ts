import { InvalidError, UnsupportedError } from '../errors';
import { type EntityModel, type EntitySet, findSet, TOP_SET } from './entity-model';
import type { ResolveField } from './filter-grammar';

/** Resolves properties of a set, and of the submission via `_submission/`. */
export function resolver(model: EntityModel, set: EntitySet): ResolveField {
  return (path) => {
    const parts = path.split('/');
    const name = parts.pop()!;
    const [navigation, ...further] = parts;
    const owner = navigation === undefined ? set : submissionSet(model, set, navigation);
    const property = owner?.properties.find((each) => each.name === name);
    if (owner === undefined || further.length > 0) {
      throw new UnsupportedError(
        `The path ${path} is not supported. Filter and sort by properties of ${set.name} or its submission.`,
      );
    }
    if (property === undefined) {
      throw new InvalidError(`${owner.name} has no property ${JSON.stringify(name)}. See $metadata.`);
    }
    return property.field;
  };
}

/** @returns undefined unless the navigation property leads to the submission */
function submissionSet(model: EntityModel, set: EntitySet, name: string): EntitySet | undefined {
  const navigation = set.navigations.find((each) => each.name === name);
  if (navigation === undefined) {
    throw new InvalidError(`${set.name} has no navigation property ${JSON.stringify(name)}. See $metadata.`);
  }
  return navigation.target === TOP_SET ? findSet(model, TOP_SET) : undefined;
}
