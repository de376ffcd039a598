import { FormSettings } from '../content';
import { FormProblem } from '../form-problem';
import { withKoboDashes } from './column-header';
import { parseYesNo } from './yes-no';

/** Aliases (contract-xlsform 2.3). */
const ALIASES = new Map([
  ['title', 'form_title'],
  ['set_form_title', 'form_title'],
  ['form_title', 'form_title'],
  ['form_id', 'id_string'],
  ['set_form_id', 'id_string'],
  ['id_string', 'id_string'],
  ['default_language', 'default_language'],
  ['version', 'version'],
  ['style', 'style'],
]);

/**
 * Maps settings to canonical keys and drops empty cells. Reports conflicting aliases, except for the id, which
 * `idColumn` decides: exported forms have both columns.
 */
export function standardSettings(
  raw: Readonly<Record<string, unknown>>,
  problems: FormProblem[],
  idColumn: 'id_string' | 'form_id' = 'id_string',
): FormSettings {
  const settings: FormSettings = {};
  for (const [key, value] of Object.entries(raw)) {
    if (value === null || value === undefined || value === '') continue;
    const name = settingName(key);
    if (name === 'id_string' && Object.hasOwn(settings, name)) {
      if (settingKey(key) === idColumn) settings[name] = value as string;
      continue;
    }
    if (Object.hasOwn(settings, name) && settings[name] !== value) {
      const message = `two columns mean "${name}" and differ; keep one of them.`;
      problems.push({ sheet: 'settings', column: key, message });
    }
    const isLock = name === 'kobo--lock_all' && typeof value === 'string';
    settings[name] = (isLock ? parseYesNo(value) : undefined) ?? value;
  }
  return settings;
}

function settingName(key: string): string {
  return ALIASES.get(settingKey(key)) ?? withKoboDashes(key.trim());
}

function settingKey(key: string): string {
  return withKoboDashes(key.trim()).toLowerCase().replace(/\s+/g, '_');
}
