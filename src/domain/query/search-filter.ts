import { allOf, anyOf, type Filter, not } from './filter';
import type { SearchNode, SearchTerm } from './search-grammar';

/** What a term asks; undefined when it asks for what there is not. */
type TermReader<Field> = (term: SearchTerm) => Filter<Field> | undefined;

/**
 * A search as a filter.
 * @param opposite what holds where a term is false, if that is not wherever it does not hold
 * @returns undefined when one of its terms asks for what there is not: all of it is void then
 */
export function searchFilter<Field>(
  node: SearchNode,
  termFilter: TermReader<Field>,
  opposite: (filter: Filter<Field>) => Filter<Field> = not,
  isNegated = false,
): Filter<Field> | undefined {
  switch (node.kind) {
    case 'term': {
      const filter = termFilter(node);
      return filter && isNegated ? opposite(filter) : filter;
    }
    case 'not':
      return searchFilter(node.of, termFilter, opposite, !isNegated);
    case 'and':
    case 'or': {
      const parts = node.of.map((each) => searchFilter(each, termFilter, opposite, isNegated));
      const of = parts.filter((part) => part !== undefined);
      if (of.length < parts.length) return undefined;
      return (node.kind === 'and') === isNegated ? anyOf(of) : allOf(of);
    }
  }
}

/** Every term of a search. */
export function termsOf(node: SearchNode): SearchTerm[] {
  switch (node.kind) {
    case 'term':
      return [node];
    case 'not':
      return termsOf(node.of);
    case 'and':
    case 'or':
      return node.of.flatMap(termsOf);
  }
}
