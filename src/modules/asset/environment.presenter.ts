import type { SettingChoice } from '../../domain/asset/setting-choices';

export function presentEnvironment(
  origin: string,
  { sectors, countries }: Readonly<Record<'sectors' | 'countries', readonly SettingChoice[]>>,
) {
  return {
    sector_choices: sectors.map(({ value, label }) => [value, label] as const),
    country_choices: countries.map(({ value, label }) => [value, label] as const),
    open_rosa_server: origin,
  };
}
