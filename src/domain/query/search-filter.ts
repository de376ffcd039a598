import { allOf, anyOf, type Filter, not } from './filter';
import type { SearchNode, SearchTerm } from './search-grammar';

/** What a term asks; undefined when it asks for what there is not. */
type TermReader<Field> = (term: SearchTerm) => Filter<Field> | undefined;

/** A search as a filter. @returns undefined when one of its terms asks for what there is not: all of it is void then */
export function searchFilter<Field>(
  node: SearchNode,
  termFilter: TermReader<Field>,
): Filter<Field> | undefined {
  switch (node.kind) {
    case 'term':
      return termFilter(node);
    case 'not': {
      const of = searchFilter(node.of, termFilter);
      return of && not(of);
    }
    case 'and':
    case 'or': {
      const parts = node.of.map((each) => searchFilter(each, termFilter));
      const of = parts.filter((part) => part !== undefined);
      if (of.length < parts.length) return undefined;
      return node.kind === 'and' ? allOf(of) : anyOf(of);
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
