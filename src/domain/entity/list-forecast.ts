import type { EntityFact } from '../xform/entity-facts';
import type { FormFacts } from '../xform/form-facts';

export type UsedLists = Pick<FormFacts, 'entities' | 'csvFiles'>;

/** Uses of a list by a form: by its submissions, and by collectors who get it. */
export interface ListPart {
  readonly creates: boolean;
  readonly updates: boolean;
  readonly reads: boolean;
}

/** Effect of a deployment on a list. */
export interface ListForecast {
  readonly name: string;
  /** Properties that the list gets. */
  readonly propertiesAdded: readonly string[];
  /** Properties that the deployed form saves to and the draft does not; they stay in the list. */
  readonly propertiesDropped: readonly string[];
  readonly deployed: ListPart;
  readonly draft: ListPart;
}

export interface ForecastSides {
  /** Entity of the form that saves to the list; undefined if it does not. */
  readonly fact: EntityFact | undefined;
  readonly reads: boolean;
}

/** @param properties that the list has; none if the deployment creates it */
export function forecastList(
  name: string,
  properties: readonly string[],
  { deployed, draft }: { deployed: ForecastSides; draft: ForecastSides },
): ListForecast {
  const [before, after] = [propertiesOf(deployed), propertiesOf(draft)];
  return {
    name,
    propertiesAdded: after.filter((property) => !properties.includes(property)),
    propertiesDropped: before.filter((property) => !after.includes(property)),
    deployed: partOf(deployed),
    draft: partOf(draft),
  };
}

function partOf({ fact, reads }: ForecastSides): ListPart {
  return { creates: fact?.creates ?? false, updates: fact?.updates ?? false, reads };
}

function propertiesOf({ fact }: ForecastSides): string[] {
  return [...new Set(fact?.properties.map(({ name }) => name))];
}
