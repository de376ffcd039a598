import { FormSettings } from '../../content/content';
import { settingName } from '../../content/standard/translations';
import { parseYesNo } from '../../content/standard/standard-rows';
import { CompileOptions } from '../compile-options';
import { cellText, Cells, cleanCells } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { isXmlName, splitXmlName } from '../xml/xml-tree';

/** Settings of the form (contract-xlsform 3.2), with the options of the compiler applied. */
export interface ParsedSettings {
  readonly formId: string;
  readonly title: string;
  readonly version: string | undefined;
  readonly rootName: string;
  readonly style: string | undefined;
  readonly defaultLanguage: string | undefined;
  readonly instanceName: string | undefined;
  /** Value of jr:preload on the instanceID; default `uid`. */
  readonly instanceIdPreload: string;
  readonly omitInstanceId: boolean;
  readonly allowChoiceDuplicates: boolean;
  readonly collapseSpaces: boolean;
  /** Attributes of the element `submission`: target, encryption and upload options. */
  readonly submission: Readonly<Record<string, string>>;
  readonly rootAttributes: Readonly<Record<string, string>>;
  readonly namespaces: Readonly<Record<string, string>>;
  /** Cells of columns such as `bind::x` and `instance::x`: attributes of the bind and the node of the root. */
  readonly rootCells: Cells;
}

const SHEET = 'settings';
const ROOT_COLUMN = /^(bind|instance)::?\s*\S/;
const ROOT_ATTRIBUTE = /^attribute::?\s*(.+)$/;
const ROW = 2;

/** Reads the settings sheet; problems go to the log. */
export function readSettings(source: FormSettings, options: CompileOptions, log: ProblemLog): ParsedSettings {
  const named = Object.entries(source).map(([key, value]) => [settingName(key), value] as const);
  const cells = cleanCells({ ...Object.fromEntries(named), ...source }, false);
  const setting = (...names: string[]): string | undefined =>
    names.map((name) => cellText(cells, name)).find((value) => value !== undefined);
  const locationOf = (column: string) => ({ sheet: SHEET, row: ROW, column });

  const formId = options.formId ?? setting('id_string', 'form_id') ?? options.defaultFormId ?? 'data';
  const defaultRootName = options.kobo === undefined ? 'data' : (options.formId ?? 'data');
  const rootName = options.rootName ?? setting('name') ?? defaultRootName;
  if (!isXmlName(rootName)) {
    log.refuse(
      locationOf('name'),
      `"${rootName}" can't name the root of the form. Begin with a letter or "_" and use letters, digits, "_", "-" and "." only.`,
    );
  }
  const omitInstanceId = parseYesNo(setting('omit_instanceID')) ?? false;
  if (omitInstanceId && setting('public_key') !== undefined) {
    log.refuse(
      locationOf('omit_instanceID'),
      'An encrypted form needs its instanceID. Remove omit_instanceID or public_key.',
    );
  }
  const namespaces = readNamespaces(setting('namespaces'));
  const version = options.version === undefined ? setting('version') : options.version;
  return {
    formId,
    title: options.title ?? setting('form_title', 'title') ?? formId,
    version: version === null || version === '' ? undefined : version,
    rootName,
    style: setting('style'),
    defaultLanguage: setting('default_language'),
    instanceName: setting('instance_name'),
    instanceIdPreload: setting('instance_id') ?? 'uid',
    omitInstanceId,
    allowChoiceDuplicates:
      parseYesNo(setting('allow_choice_duplicates')) ?? options.allowChoiceDuplicates ?? false,
    collapseSpaces: parseYesNo(setting('clean_text_values')) ?? true,
    submission: submissionAttributes(setting),
    rootAttributes: rootAttributes(cells, namespaces, log),
    namespaces,
    rootCells: Object.fromEntries(Object.entries(cells).filter(([column]) => ROOT_COLUMN.test(column))),
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
    // Clients accept only `true`; without it finished forms are read-only.
    'odk:client-editable': parseYesNo(setting('client_editable')) === true ? 'true' : undefined,
  };
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Prefixes of attributes that need no entry in the setting namespaces. */
export const DECLARED_PREFIXES: ReadonlySet<string> = new Set(['jr', 'orx', 'odk', 'h', 'ev', 'xsd', 'xml']);

/** Root attributes from `attribute::x` columns, instance_xmlns, prefix and delimiter. */
function rootAttributes(
  cells: Cells,
  namespaces: Readonly<Record<string, string>>,
  log: ProblemLog,
): Record<string, string> {
  const attributes: [string, string][] = [];
  for (const [setting, attribute] of [
    ['instance_xmlns', 'xmlns'],
    ['prefix', 'odk:prefix'],
    ['delimiter', 'odk:delimiter'],
  ] as const) {
    const value = cellText(cells, setting);
    if (value !== undefined) attributes.push([attribute, value]);
  }
  const columns = Object.keys(cells).map((column) => [column, ROOT_ATTRIBUTE.exec(column)?.[1]] as const);
  const names = new Set(columns.map(([, attribute]) => attribute));
  const isDeclared = (prefix: string) =>
    prefix === 'xmlns' ||
    DECLARED_PREFIXES.has(prefix) ||
    Object.hasOwn(namespaces, prefix) ||
    names.has(`xmlns:${prefix}`);
  for (const [column, attribute] of columns) {
    const value = cellText(cells, column);
    if (attribute === undefined || value === undefined) continue;
    const prefix = splitXmlName(attribute)?.prefix;
    if (prefix === undefined || (prefix !== null && !isDeclared(prefix))) {
      log.refuse(
        { sheet: SHEET, row: ROW, column },
        prefix === undefined
          ? `"${attribute}" is not an XML attribute name. Rename the column.`
          : `The prefix "${prefix}" is not declared. Add ${prefix}="https://…" to the namespaces setting.`,
      );
    } else {
      attributes.push([attribute, value]);
    }
  }
  return Object.fromEntries(attributes);
}

const RESERVED_PREFIXES = /^(xml.*|h|ev|xsd|jr|orx|odk|entities)$/;

/** Parses `esri="http://esri.com/xforms" x='…'` as prefix → URI; malformed entries are ignored. */
function readNamespaces(source: string | undefined): Record<string, string> {
  const namespaces: [string, string][] = [];
  for (const word of source?.split(/\s+/) ?? []) {
    const equals = word.indexOf('=');
    const prefix = word.slice(0, equals);
    const address = word.slice(equals + 1).replace(/["']/g, '');
    if (equals > 0 && address !== '' && isXmlName(prefix) && !RESERVED_PREFIXES.test(prefix)) {
      namespaces.push([prefix, address]);
    }
  }
  return Object.fromEntries(namespaces);
}
