import { FormSettings } from '../../content/content';
import { cellText, Cells, cleanCells, yesOrNo } from '../form/cells';
import { ProblemLog } from '../form/problem-log';
import { isXmlName, splitXmlName } from '../xml/xml-names';

/** The settings sheet read for the compiler (contract-xlsform 3.2), with the caller's wishes applied. */
export interface ReadSettings {
  readonly formId: string;
  readonly title: string;
  /** Undefined: no version attribute. */
  readonly version: string | undefined;
  readonly rootName: string;
  readonly style: string | undefined;
  readonly defaultLanguage: string | undefined;
  readonly instanceName: string | undefined;
  /** Value of jr:preload on the instanceID; `uid` unless the form says otherwise. */
  readonly instanceIdPreload: string;
  readonly omitInstanceId: boolean;
  readonly allowChoiceDuplicates: boolean;
  readonly collapseSpaces: boolean;
  /** Attributes of the `submission` element; empty when the form needs none. */
  readonly submission: Readonly<Record<string, string>>;
  /** Further attributes of the primary root. */
  readonly rootAttributes: Readonly<Record<string, string>>;
  /** Prefix → address, from the `namespaces` setting. */
  readonly namespaces: Readonly<Record<string, string>>;
}

export interface SettingWishes {
  readonly formId?: string | undefined;
  readonly title?: string | undefined;
  /** Null: no version whatever the sheet says. */
  readonly version?: string | null | undefined;
  readonly rootName?: string | undefined;
  readonly defaultRootName: string;
  readonly defaultFormId?: string | undefined;
  readonly allowChoiceDuplicates?: boolean | undefined;
}

const SHEET = 'settings';
/** Settings are one row below their header. */
const ROW = 2;

/** Reads the settings; what is wrong with them goes to the log. */
export function readSettings(source: FormSettings, wishes: SettingWishes, log: ProblemLog): ReadSettings {
  const cells = cleanCells(source, false);
  const setting = (...names: string[]): string | undefined =>
    names.map((name) => cellText(cells, name)).find((value) => value !== undefined);
  const place = (column: string) => ({ sheet: SHEET, row: ROW, column });

  const formId = wishes.formId ?? setting('id_string', 'form_id') ?? wishes.defaultFormId ?? 'data';
  const rootName = wishes.rootName ?? setting('name') ?? wishes.defaultRootName;
  if (!isXmlName(rootName)) {
    log.refuse(
      place('name'),
      `"${rootName}" can't name the root of the form. Begin with a letter or "_" and use letters, digits, "_", "-" and "." only.`,
    );
  }
  const omitInstanceId = yesOrNo(setting('omit_instanceID')) ?? false;
  if (omitInstanceId && setting('public_key') !== undefined) {
    log.refuse(
      place('omit_instanceID'),
      'An encrypted form needs its instanceID. Remove omit_instanceID or public_key.',
    );
  }
  const version = wishes.version === undefined ? setting('version') : wishes.version;
  return {
    formId,
    title: wishes.title ?? setting('form_title', 'title') ?? formId,
    version: version === null || version === '' ? undefined : version,
    rootName,
    style: setting('style'),
    defaultLanguage: setting('default_language'),
    instanceName: setting('instance_name'),
    instanceIdPreload: setting('instance_id') ?? 'uid',
    omitInstanceId,
    allowChoiceDuplicates:
      yesOrNo(setting('allow_choice_duplicates')) ?? wishes.allowChoiceDuplicates ?? false,
    collapseSpaces: yesOrNo(setting('clean_text_values')) ?? true,
    submission: submissionAttributes(setting),
    rootAttributes: rootAttributes(cells, log),
    namespaces: readNamespaces(setting('namespaces')),
  };
}

function submissionAttributes(setting: (name: string) => string | undefined): Record<string, string> {
  const url = setting('submission_url');
  const attributes: Record<string, string | undefined> = {
    action: url,
    method: url === undefined ? undefined : 'post',
    base64RsaPublicKey: setting('public_key')?.replace(/\s+/g, ''),
    'orx:auto-send': setting('auto_send'),
    'orx:auto-delete': setting('auto_delete'),
    // Clients look for this one word; without it a finished form stays closed.
    'odk:client-editable': yesOrNo(setting('client_editable')) === true ? 'true' : undefined,
  };
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** `attribute::x` columns and the root attributes that have a setting of their own. */
function rootAttributes(cells: Cells, log: ProblemLog): Record<string, string> {
  const attributes: [string, string][] = [];
  for (const [setting, attribute] of [
    ['instance_xmlns', 'xmlns'],
    ['prefix', 'odk:prefix'],
    ['delimiter', 'odk:delimiter'],
  ] as const) {
    const value = cellText(cells, setting);
    if (value !== undefined) attributes.push([attribute, value]);
  }
  for (const column of Object.keys(cells)) {
    const attribute = /^attribute::?\s*(.+)$/.exec(column)?.[1];
    const value = cellText(cells, column);
    if (attribute === undefined || value === undefined) continue;
    if (splitXmlName(attribute) === null) {
      log.refuse(
        { sheet: SHEET, row: ROW, column },
        `"${attribute}" is no XML attribute name. Rename the column.`,
      );
    } else {
      attributes.push([attribute, value]);
    }
  }
  return Object.fromEntries(attributes);
}

/** Prefixes that mean something already, in XML or in every XForm. */
const TAKEN_PREFIXES = /^(xml.*|h|ev|xsd|jr|orx|odk|entities)$/;

/** `esri="http://esri.com/xforms" x='…'` → prefix → address. What does not look like that is passed over. */
function readNamespaces(source: string | undefined): Record<string, string> {
  const namespaces: [string, string][] = [];
  for (const word of source?.split(/\s+/) ?? []) {
    const equals = word.indexOf('=');
    const prefix = word.slice(0, equals);
    const address = word.slice(equals + 1).replace(/["']/g, '');
    if (equals > 0 && address !== '' && isXmlName(prefix) && !TAKEN_PREFIXES.test(prefix)) {
      namespaces.push([prefix, address]);
    }
  }
  return Object.fromEntries(namespaces);
}
