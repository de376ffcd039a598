import { FormSettings } from '../content';
import { FormProblem } from '../form-problem';
import { withKoboDashes } from './column-header';
import { wordToBoolean } from './yes-no';

/** Other spellings of settings (contract-xlsform 2.3). */
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
 * Form settings with canonical keys; everything else as typed, empty cells gone. Clashing spellings are a problem, but for
 * the id, whose own column wins: forms that were exported once carry both.
 */
export function standardSettings(
  loose: Readonly<Record<string, unknown>>,
  problems: FormProblem[],
): FormSettings {
  const settings: FormSettings = {};
  for (const [key, value] of Object.entries(loose)) {
    if (value === null || value === undefined || value === '') continue;
    const name = settingName(key);
    if (name === 'id_string' && Object.hasOwn(settings, name)) {
      if (settingKey(key) === name) settings[name] = value as string;
      continue;
    }
    if (Object.hasOwn(settings, name) && settings[name] !== value) {
      const message = `two columns mean "${name}" and differ; keep one of them.`;
      problems.push({ sheet: 'settings', column: key, message });
    }
    settings[name] = typeof value === 'string' && name === 'kobo--lock_all' ? wordToBoolean(value) : value;
  }
  return settings;
}

function settingName(key: string): string {
  return ALIASES.get(settingKey(key)) ?? withKoboDashes(key.trim());
}

function settingKey(key: string): string {
  return withKoboDashes(key.trim()).toLowerCase().replace(/\s+/g, '_');
}
