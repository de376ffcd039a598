import { countryText, listText } from '../../language/format';
import {
  countryChoices,
  countryRegions,
  SECTOR_CHOICES,
  type SettingChoice,
} from '../../domain/asset/settings-rules';
import type { UploadedFile } from '../../domain/file/staged-file';
import type { AssetFileInput } from '../../modules/media/asset-file.service';
import { InvalidError } from '../../domain/errors';
import type { JsonObject } from '../../domain/text/json-members';
import type { Language } from '../../language/language';
import type { Option } from '../page/form-field';
import { lineOf, type Sent, textOf } from '../page/handle-form';
import type { FormValues } from '../page/stale-form';
import { knownText, type Text, t, textIn } from '../../language/message';

export interface Details {
  readonly name: string;
  readonly description: string;
  /** Value of the sector; empty for none. */
  readonly sector: string;
  /** Codes of countries. */
  readonly countries: readonly string[];
}

/** @param settings of the asset */
export function detailsOf(name: string, { description, sector, country }: JsonObject): Details {
  const countries = Array.isArray(country) ? (country as unknown[]) : [country];
  return {
    name,
    description: typeof description === 'string' ? description : '',
    sector: valueOf(sector),
    countries: countries.map(valueOf).filter((code) => code !== ''),
  };
}

/** Values that people read. @param isSurvey others have a name only */
export function detailValues(
  { name, description, sector, countries }: Details,
  isSurvey: boolean,
): FormValues {
  const labelOf = (choices: readonly SettingChoice[], value: string): string =>
    choices.find((each) => each.value === value)?.label ?? value;
  if (!isSurvey) return [[t('Name'), name]];
  return [
    [t('Name'), name],
    [t('Description'), description],
    [t('Sector'), knownText(labelOf(SECTOR_CHOICES, sector))],
    [
      t('Countries'),
      listText(
        countries
          .map((code) => ({ value: code, label: labelOf(countryChoices(), code) }))
          .sort((one, other) => (one.label < other.label ? -1 : 1))
          .map(countryLabel),
      ),
    ],
  ];
}

/** Name of a country in the language of the reader; stored ones that are none keep theirs. */
function countryLabel({ value, label }: SettingChoice): Text {
  const region = countryRegions().get(value);
  return region === undefined ? label : countryText(region, label);
}

/** Countries by their names in the language. */
export function countryOptions(choices: readonly SettingChoice[], language: Language): Option[] {
  return choices
    .map((choice) => ({ value: choice.value, label: textIn(language, countryLabel(choice)) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}

export function sharingValues(shares: boolean): FormValues {
  return [[t('Other projects may read submissions of this one'), shares ? t('Yes') : t('No')]];
}

/** @throws InvalidError by field */
export function readDetails(body: Sent): Details {
  return {
    ...enteredDetails(body),
    name: lineOf(body, 'name', 255),
    description: lineOf(body, 'description'),
    sector: lineOf(body, 'sector', 255),
  };
}

/** As they were sent, for the form that shows them again. */
export function enteredDetails(body: Sent): Details {
  const sent = body['country'];
  const countries = Array.isArray(sent) ? (sent as unknown[]) : [sent];
  return {
    name: textOf(body['name']),
    description: textOf(body['description']),
    sector: textOf(body['sector']),
    countries: countries.filter((code) => typeof code === 'string' && code !== '') as string[],
  };
}

/** Settings as clients of the API store them. Choices that the form does not offer stay unless deselected. */
export function settingsOf({ description, sector, countries }: Details): JsonObject {
  return {
    description,
    sector: sector === '' ? {} : choiceOf(SECTOR_CHOICES, sector),
    country: countries.map((code) => choiceOf(countryChoices(), code)),
  };
}

/** @throws InvalidError without file and URL */
export function readMediaForm(body: Sent, part: UploadedFile | undefined): AssetFileInput {
  const url = lineOf(body, 'url', 2_000);
  if (part === undefined && url === '') {
    throw InvalidError.at('content', 'Choose a file, or enter the address of one.');
  }
  return {
    fileType: 'form_media',
    description: '',
    metadata: url === '' ? undefined : { redirect_url: url },
    part,
    base64: undefined,
  };
}

/** Uid of a project from its uid or the address of one of its pages. */
export function readProjectUid(body: Sent): string {
  const sent = lineOf(body, 'source', 2_000);
  const uid = /\/(?:projects|assets|forms)\/([^/?#]+)/.exec(sent)?.[1] ?? sent;
  if (/^[A-Za-z0-9]{1,64}$/.test(uid)) return uid;
  throw InvalidError.at('source', 'Enter the address of a project, such as /projects/a…/.');
}

export const readFields = (body: Sent): string[] =>
  lineOf(body, 'fields')
    .split(/\s*[\r\n,]\s*/)
    .filter((path) => path !== '');

function valueOf(choice: unknown): string {
  if (typeof choice === 'string') return choice;
  const { value } = (choice ?? {}) as JsonObject;
  return typeof value === 'string' ? value : '';
}

function choiceOf(choices: readonly SettingChoice[], value: string): SettingChoice {
  return choices.find((each) => each.value === value) ?? { value, label: value };
}
