import { countryChoices, SECTOR_CHOICES, type SettingChoice } from '../../domain/asset/setting-choices';
import type { UploadedFile } from '../../domain/file/uploaded-file';
import type { AssetFileInput } from '../../modules/media/asset-file.service';
import { InvalidError } from '../../domain/errors';
import type { JsonObject } from '../../domain/text/json-value';
import { lineOf, type Sent } from '../page/sent-form';

export interface Details {
  readonly name: string;
  readonly description: string;
  /** Value of the sector; empty for none. */
  readonly sector: string;
  /** Codes of countries. */
  readonly countries: readonly string[];
}

/** @param settings JSON of the asset */
export function detailsOf(name: string, settings: string): Details {
  const { description, sector, country } = JSON.parse(settings) as JsonObject;
  const countries = Array.isArray(country) ? (country as unknown[]) : [country];
  return {
    name,
    description: typeof description === 'string' ? description : '',
    sector: valueOf(sector),
    countries: countries.map(valueOf).filter((code) => code !== ''),
  };
}

export function readDetails(body: Sent): Details {
  const sent = body['country'];
  const countries = Array.isArray(sent) ? (sent as unknown[]) : [sent];
  return {
    name: lineOf(body, 'name', 255),
    description: lineOf(body, 'description'),
    sector: lineOf(body, 'sector', 255),
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

/** @param part empty without a name if no file was chosen */
export function readMediaForm(body: Sent, part: UploadedFile | undefined): AssetFileInput {
  const url = lineOf(body, 'url', 2_000);
  const isChosen = part !== undefined && (part.name !== '' || part.staged.byteSize > 0);
  if (!isChosen && url === '') {
    throw InvalidError.at('content', 'Choose a file, or enter the address of one.');
  }
  return {
    fileType: 'form_media',
    description: '',
    metadata: url === '' ? undefined : { redirect_url: url },
    part: isChosen ? part : undefined,
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
