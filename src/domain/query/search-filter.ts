import { allOf, anyOf, type Filter, not } from './filter';
import type { SearchNode, SearchTerm } from './search-grammar';

/** Converts a term to a filter; undefined for an unknown field or an invalid value. */
type TermReader<Field> = (term: SearchTerm) => Filter<Field> | undefined;

/**
 * Converts a search to a filter, with negations pushed down to the terms. @returns undefined if any term is invalid
 * @param negate negation of a term, for fields with three-valued logic
 */
export function searchFilter<Field>(
  node: SearchNode,
  termFilter: TermReader<Field>,
  negate: (filter: Filter<Field>) => Filter<Field> = not,
  isNegated = false,
): Filter<Field> | undefined {
  switch (node.kind) {
    case 'term': {
      const filter = termFilter(node);
      return filter && isNegated ? negate(filter) : filter;
    }
    case 'not':
      return searchFilter(node.of, termFilter, negate, !isNegated);
    case 'and':
    case 'or': {
      const parts = node.of.map((each) => searchFilter(each, termFilter, negate, isNegated));
      const of = parts.filter((part) => part !== undefined);
      if (of.length < parts.length) return undefined;
      return (node.kind === 'and') === isNegated ? anyOf(of) : allOf(of);
    }
  }
}

/** All terms of a search, in order. */
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
