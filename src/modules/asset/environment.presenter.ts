import type { KnownWord } from '../../domain/asset/known-words';

/** The words that settings of projects are chosen from, as clients fill their lists with them. */
export function presentEnvironment(
  origin: string,
  { sectors, countries }: Readonly<Record<'sectors' | 'countries', readonly KnownWord[]>>,
) {
  return {
    sector_choices: sectors.map(({ value, label }) => [value, label] as const),
    country_choices: countries.map(({ value, label }) => [value, label] as const),
    open_rosa_server: origin,
  };
}
