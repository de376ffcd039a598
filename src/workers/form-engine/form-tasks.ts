import { parseLossless } from '../../domain/text/lossless-json';
import { hash } from 'node:crypto';
import { completeReportStyles } from '../../domain/asset/settings-rules';
import { type Content, contentHash } from '../../domain/content/content';
import { validContent } from '../../domain/content/kobo/expand-kobo-rows';
import { changeLanguages } from '../../domain/content/standard/change-languages';
import { standardiseContent, takeFormTitle } from '../../domain/content/standard/standardise-content';
import { InvalidError, DomainError } from '../../domain/errors';
import { compareForms } from '../../domain/form-history/form-comparison';
import { outlineOf } from '../../domain/form-history/form-outline';
import { partOf, partsOf } from '../../domain/form-history/form-part';
import {
  compilePreview,
  compileXForm,
  type PreviewOptions,
  findCompileProblems,
} from '../../domain/xform/compile-xform';
import { readFormFacts } from '../../domain/xform/form-facts';
import { contentToXlsx, flatContent, contentToSheets, tableView } from '../../domain/xlsform/flat-sheet';
import type {
  ContentBytes,
  DeployableForm,
  FormCheck,
  FormInspection,
  DeploymentIds,
  SheetSource,
  PreparedForm,
  PreviewedForm,
  OutputFormat,
  ReportStyleSource,
  StandardiseOptions,
  FormFile,
  ReadFormResult,
} from './form-engine-types';
import { FormProblemsError } from '../../domain/content/form-problem';
import { mediaNames } from '../../domain/xform/media-names';
import type { CompileOptions } from '../../domain/xform/compile-options';
import {
  formFromWorkbook,
  withCellTexts,
  isLibraryWorkbook,
  libraryFromWorkbook,
} from '../../domain/xlsform/form-from-workbook';
import { readWorkbook } from '../../domain/xlsform/read-workbook';
import type { Workbook } from '../../domain/xlsform/workbook';
import { summariseContent } from '../../domain/content/content-summary';

/** Placeholder for the future asset uid; equals no question name. */
const PLACEHOLDER_ID = 'a'.repeat(22);
const DEPLOYMENT_OPTIONS: CompileOptions = {
  formId: PLACEHOLDER_ID,
  title: PLACEHOLDER_ID,
  duplicates: 'warn',
  kobo: {},
};

/** Reads a workbook. Compiles surveys once, to report problems with sheet and row at import instead of deployment. */
export async function readForm(file: FormFile): Promise<ReadFormResult> {
  let workbook: Workbook | undefined;
  try {
    workbook = await readWorkbook(file.bytes);
    const context = {
      library: file.library,
      overwrites: file.overwrites === true,
      random: Math.random,
      findMoreProblems: (content: Content) =>
        isSurvey(file) ? findCompileProblems(content, DEPLOYMENT_OPTIONS) : [],
      ...(file.desiredType !== undefined && { desiredType: file.desiredType }),
      ...(file.stem !== undefined && { stem: file.stem }),
    };
    if (
      file.library &&
      !context.overwrites &&
      file.desiredType === undefined &&
      isLibraryWorkbook(workbook)
    ) {
      const items = libraryFromWorkbook(workbook, context);
      return {
        kind: 'library',
        items: items.map(({ assetType, ...form }) => ({ assetType, form: prepareForm(form) })),
      };
    }
    const { assetType, content, title } = formFromWorkbook(workbook, context);
    const warnings = assetType === 'survey' ? compileXForm(content, DEPLOYMENT_OPTIONS).warnings : [];
    return { kind: 'form', assetType, form: prepareForm({ content, title }), warnings };
  } catch (error) {
    if (error instanceof FormProblemsError) {
      return {
        kind: 'refused',
        problems: workbook ? withCellTexts(error.problems, workbook) : error.problems,
      };
    }
    if (error instanceof DomainError) return { kind: 'unreadable', message: error.message };
    throw error;
  }
}

function isSurvey({ library, desiredType }: FormFile): boolean {
  return desiredType === undefined ? !library : desiredType === 'survey';
}

/**
 * Form tasks by name. Input and output are cloneable, since each may run in a worker thread; long texts are UTF-8 bytes,
 * which pass from thread to database or socket without decoding.
 */
const FORM_TASKS = {
  read: readForm,
  standardise,
  check,
  styleReports,
  deployable,
  facts: (xml: Uint8Array) => readFormFacts(Buffer.from(xml).toString()),
  preview,
  render,
  outline: (content: ContentBytes, language?: string) => outlineOf(parseContent(content), language),
  parts: (content: ContentBytes) => partsOf(parseContent(content)),
  part: (content: ContentBytes, path: string) => partOf(parseContent(content), path),
  inspect,
  compare: (before: ContentBytes, after: ContentBytes) =>
    compareForms(parseContent(before), parseContent(after)),
};

export type FormTasks = typeof FORM_TASKS;

export interface FormTask {
  readonly name: keyof FormTasks;
  readonly inputs: readonly unknown[];
}

export async function runFormTask({ name, inputs }: FormTask): Promise<unknown> {
  const task = FORM_TASKS[name] as (...inputs: readonly unknown[]) => unknown;
  return task(...inputs);
}

function standardise(
  source: SheetSource,
  { storedLanguages, languages, reportStyles, assetType }: StandardiseOptions,
): PreparedForm {
  const parsed = parseSource(source);
  const content = languages === undefined ? parsed : changeLanguages(parsed as Content, languages);
  const standard = standardiseContent(content, {
    assetType,
    random: Math.random,
    allowsUnknownTypes: true,
    ...(storedLanguages !== undefined && { storedLanguages }),
  });
  return prepareForm(takeFormTitle(standard), parseStyles(reportStyles));
}

/** Checks content that is being edited as a deployment would. Row numbers are those of the source. */
function check(source: SheetSource, context: StandardiseOptions): FormCheck {
  try {
    const content = standardiseContent(parseSource(source), {
      assetType: context.assetType,
      random: Math.random,
      allowsUnknownTypes: true,
      ...(context.storedLanguages !== undefined && { storedLanguages: context.storedLanguages }),
    });
    return { problems: [], warnings: compileXForm(content, DEPLOYMENT_OPTIONS).warnings };
  } catch (error) {
    if (error instanceof FormProblemsError) return { problems: error.problems, warnings: [] };
    throw error;
  }
}

function styleReports(content: ContentBytes, reportStyles: ReportStyleSource): Uint8Array {
  return jsonBytes(completeReportStyles(parseStyles(reportStyles), parseContent(content)));
}

function deployable(content: ContentBytes, names: DeploymentIds): DeployableForm {
  const { formId, title, version, formUuid, versionUid } = names;
  const { xml, warnings } = compileXForm(parseContent(content), {
    formId,
    title,
    version,
    duplicates: 'warn',
    kobo: { formUuid, versionUid },
  });
  const facts = readFormFacts(xml);
  const bytes = Buffer.from(xml);
  return {
    xml: bytes,
    xmlMd5: hash('md5', bytes),
    facts: jsonBytes(facts),
    encrypted: facts.encrypted,
    warnings,
    mediaNames: mediaNames(xml),
  };
}

function preview(content: ContentBytes, names: PreviewOptions): PreviewedForm {
  const { xml, warnings } = compilePreview(parseContent(content), names);
  return { xml: Buffer.from(xml), warnings };
}

/** As at import. Empty for a form that does not compile: its problems are reported when it is deployed. */
function inspect(content: ContentBytes): FormInspection {
  try {
    const { xml, warnings } = compileXForm(parseContent(content), DEPLOYMENT_OPTIONS);
    return { warnings, mediaNames: mediaNames(xml) };
  } catch (error) {
    if (error instanceof FormProblemsError) return { warnings: [], mediaNames: [] };
    throw error;
  }
}

async function render(content: ContentBytes, rendition: OutputFormat): Promise<Uint8Array> {
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

function parseSource(source: SheetSource): unknown {
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return source;
  try {
    return parseLossless(textOf(source));
  } catch {
    throw InvalidError.at('content', 'Unable to parse JSON');
  }
}

/** Buffers arrive in a thread as plain Uint8Arrays. */
function textOf(json: string | Uint8Array): string {
  if (typeof json === 'string') return json;
  return Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString();
}

/** Derives everything that is stored with standardised content. */
export function prepareForm(
  { content, title }: { content: Content; title: string | undefined },
  reportStyles: Readonly<Record<string, unknown>> = {},
): PreparedForm {
  return {
    content: jsonBytes(content),
    contentHash: contentHash(content),
    summary: summariseContent(content),
    reportStyles: jsonBytes(completeReportStyles(reportStyles, content)),
    title,
  };
}

function jsonBytes(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
