import type { KnownWord } from '../../domain/asset/known-words';
import type { EnvironmentDto } from './dto/environment.dto';

/** The words that settings of projects are chosen from, as clients fill their lists with them. */
export function presentEnvironment(
  origin: string,
  { sectors, countries }: Readonly<Record<'sectors' | 'countries', readonly KnownWord[]>>,
): EnvironmentDto {
  return {
    sector_choices: sectors.map(({ value, label }) => [value, label]),
    country_choices: countries.map(({ value, label }) => [value, label]),
    open_rosa_server: origin,
  };
}
