import { hash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeProblem, type FormProblem, FormProblemsError } from '../../domain/content/form-problem';
import { DomainError } from '../../domain/errors';
import type { CompileOptions } from '../../domain/xform/compile-options';
import { compileXForm, findCompileProblems } from '../../domain/xform/compile-xform';
import { formFromWorkbook, type ImportedForm } from '../../domain/xlsform/form-from-workbook';
import { readWorkbook } from '../../domain/xlsform/read-workbook';
import { UsageError } from '../usage';

export async function xlsform([action, ...args]: string[]): Promise<number> {
  switch (action) {
    case 'to-xform':
      return toXForm(args);
    case 'to-content':
      return toContent(args);
    case 'check':
      return check(args);
    default:
      throw new UsageError('Use `xlsform to-xform`, `xlsform to-content` or `xlsform check`.');
  }
}

async function toXForm(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { kobo: { type: 'string' }, 'out-dir': { type: 'string' } },
  });
  const { kobo, 'out-dir': outDir } = values;
  if (outDir !== undefined) return convertMany(positionals, outDir, kobo);
  const [input, output, ...rest] = positionals;
  if (input === undefined || output === undefined || rest.length > 0) {
    throw new UsageError('Specify one form and the output file, or several forms and --out-dir DIR.');
  }
  const { xml, warnings } = await convert(input, kobo);
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
  await writeFile(output, xml);
  return 0;
}

/** Prints one line per file, for grep. @returns 1 if any form was refused */
async function convertMany(
  inputs: readonly string[],
  outDir: string,
  kobo: string | undefined,
): Promise<number> {
  if (inputs.length === 0) throw new UsageError('Specify the forms to convert.');
  await mkdir(outDir, { recursive: true });
  let refused = 0;
  for (const input of inputs) {
    const output = join(outDir, `${stemOf(input)}.xml`);
    try {
      await writeFile(output, (await convert(input, kobo)).xml);
      process.stdout.write(`${input}: ok, ${output}\n`);
    } catch (error) {
      refused += 1;
      process.stdout.write(`${input}: refused, ${reasonOf(error)}\n`);
    }
  }
  return refused === 0 ? 0 : 1;
}

async function toContent(args: string[]): Promise<number> {
  const [input, output, ...rest] = args;
  if (input === undefined || output === undefined || rest.length > 0) {
    throw new UsageError('Specify the form and the output file.');
  }
  const { content } = await readForm(input);
  await writeFile(output, `${JSON.stringify(content, null, 2)}\n`);
  return 0;
}

/** Prints one line per problem. @returns 1 if there are any */
async function check(args: string[]): Promise<number> {
  const [input, ...rest] = args;
  if (input === undefined || rest.length > 0) throw new UsageError('Specify one form.');
  try {
    const { warnings } = await convert(input, undefined);
    for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
    process.stdout.write(
      warnings.length === 0
        ? `${input}: no problems.\n`
        : `${input}: ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}.\n`,
    );
    return 0;
  } catch (error) {
    for (const problem of problemsOf(error)) process.stdout.write(`${describeProblem(problem)}\n`);
    return 1;
  }
}

async function convert(
  input: string,
  kobo: string | undefined,
): Promise<{ xml: string; warnings: readonly string[] }> {
  const options = kobo === undefined ? { defaultFormId: stemOf(input) } : await asDeployed(kobo, input);
  const { content, title } = await readForm(input, options);
  return compileXForm(content, { ...options, ...(title !== undefined && { title }) });
}

/**
 * Options for the elements that a server adds for the asset `uid` (contract-xlsform 3.10). Unknown values are derived from
 * the uid and the file date, so that the output is reproducible.
 */
async function asDeployed(uid: string, input: string): Promise<CompileOptions> {
  const { mtime } = await stat(input).catch(unreadable(input));
  return {
    formId: uid,
    version: `1 (${mtime.toISOString().slice(0, 19).replace('T', ' ')})`,
    duplicates: 'warn',
    kobo: {
      versionUid: `v${uid.slice(1)}`,
      formUuid: hash('md5', uid),
    },
  };
}

/** @throws FormProblemsError with the problems of the sheets and of the compiled form together */
async function readForm(input: string, options: CompileOptions = {}): Promise<ImportedForm> {
  const bytes = await readFile(input).catch(unreadable(input));
  const workbook = await readWorkbook(bytes);
  return formFromWorkbook(workbook, {
    library: false,
    random: Math.random,
    strictNames: options.kobo !== undefined,
    findMoreProblems: (content) => findCompileProblems(content, options),
  });
}

function problemsOf(error: unknown): readonly FormProblem[] {
  if (error instanceof FormProblemsError) return error.problems;
  if (error instanceof DomainError) return [{ sheet: 'file', message: error.message }];
  throw error;
}

/** Reason for one of several forms; an unreadable file does not stop the others. */
function reasonOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  return problemsOf(error).map(describeProblem).join('; ');
}

function stemOf(path: string): string {
  return basename(path, extname(path));
}

function unreadable(path: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new UsageError(`${path} can't be read (${error.code ?? error.message}). Check the path.`);
  };
}
