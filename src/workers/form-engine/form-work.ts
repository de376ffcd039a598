import { createHash } from 'node:crypto';
import { completeReportStyles } from '../../domain/asset/report-styles';
import type { Content } from '../../domain/content/content';
import { validContent } from '../../domain/content/kobo/valid-content';
import { changeLanguages } from '../../domain/content/standard/change-languages';
import { standardiseContent, takeFormTitle } from '../../domain/content/standard/standardise-content';
import { InvalidError } from '../../domain/errors';
import { compilePreview, type PreviewNames } from '../../domain/xform/compile-preview';
import { compileXForm } from '../../domain/xform/compile-xform';
import { readFormFacts } from '../../domain/xform/form-facts';
import { contentToXlsx } from '../../domain/xlsform/content-to-xlsx';
import { flatContent } from '../../domain/xlsform/flat-content';
import { contentToSheets } from '../../domain/xlsform/flat-sheet';
import { tableView } from '../../domain/xlsform/table-view';
import type {
  ContentBytes,
  DeployableForm,
  DeployedNames,
  FormSource,
  PreparedForm,
  PreviewedForm,
  Rendition,
  ReportStyleSource,
  StandardForm,
} from './form-engine.port';
import { jsonBytes, prepareForm } from './prepare-form';
import { readForm } from './read-form';

/**
 * What there is to do with forms, from plain data to plain data: each of these may run in a thread, where neither classes
 * nor what is remembered beside a row arrive. Texts that may be long are UTF-8 bytes, which go from thread to thread, to
 * the database and to a socket without being decoded.
 */
const FORM_WORK = { read: readForm, standardise, styleReports, deployable, preview, render };

export type FormWork = typeof FORM_WORK;

/** One of these by its name, with its arguments. */
export interface FormTask {
  readonly name: keyof FormWork;
  readonly inputs: readonly unknown[];
}

/** Does a task here and now. */
export async function carryOut({ name, inputs }: FormTask): Promise<unknown> {
  const work = FORM_WORK[name] as (...inputs: readonly unknown[]) => unknown;
  return work(...inputs);
}

function standardise(
  source: FormSource,
  { storedLanguages, languages, reportStyles, assetType }: StandardForm,
): PreparedForm {
  const parsed = parseSource(source);
  const given = languages === undefined ? parsed : changeLanguages(parsed as Content, languages);
  const standard = standardiseContent(given, {
    assetType,
    random: Math.random,
    keepsUnknownTypes: true,
    ...(storedLanguages !== undefined && { storedLanguages }),
  });
  return prepareForm(takeFormTitle(standard), parseStyles(reportStyles));
}

function styleReports(content: ContentBytes, reportStyles: ReportStyleSource): Uint8Array {
  return jsonBytes(completeReportStyles(parseStyles(reportStyles), parseContent(content)));
}

function deployable(content: ContentBytes, names: DeployedNames): DeployableForm {
  const { formId, title, version, formUuid, versionUid } = names;
  const { xml, warnings } = compileXForm(parseContent(content), {
    ...{ formId, title, version },
    duplicates: 'refuse',
    kobo: { formUuid, versionUid },
  });
  const facts = readFormFacts(xml);
  const bytes = Buffer.from(xml);
  return {
    xml: bytes,
    xmlMd5: createHash('md5').update(bytes).digest('hex'),
    facts: jsonBytes(facts),
    encrypted: facts.encrypted,
    warnings,
  };
}

function preview(content: ContentBytes, names: PreviewNames): PreviewedForm {
  const { xml, warnings } = compilePreview(parseContent(content), names);
  return { xml: Buffer.from(xml), warnings };
}

async function render(content: ContentBytes, rendition: Rendition): Promise<Uint8Array> {
  const form = parseContent(content);
  switch (rendition.as) {
    case 'xlsx':
      return contentToXlsx(form, rendition);
    case 'sheets':
      return jsonBytes(flatContent(form));
    case 'valid-content':
      return jsonBytes(validContent(form));
    case 'table':
      return Buffer.from(tableView(contentToSheets(form, { expandKobo: false })));
  }
}

function parseContent(content: ContentBytes): Content {
  return JSON.parse(textOf(content)) as Content;
}

function parseStyles(styles: ReportStyleSource = {}): Readonly<Record<string, unknown>> {
  return styles instanceof Uint8Array
    ? (JSON.parse(textOf(styles)) as Readonly<Record<string, unknown>>)
    : styles;
}

function parseSource(source: FormSource): unknown {
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return source;
  try {
    return JSON.parse(textOf(source));
  } catch {
    throw new InvalidError({ content: ['Unable to parse JSON'] });
  }
}

/** A buffer arrives in a thread as plain bytes. */
function textOf(json: string | Uint8Array): string {
  if (typeof json === 'string') return json;
  return Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString();
}
