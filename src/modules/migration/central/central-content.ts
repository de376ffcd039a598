import { buffer } from 'node:stream/consumers';
import { describeProblem } from '../../../domain/content/form-problem';
import { objectOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import { contentFromXform } from '../../../domain/xform/reverse/content-from-xform';
import type { FormEngine } from '../../../workers/form-engine/form-engine';
import type { ReadFormResult } from '../../../workers/form-engine/form-engine-types';
import { type CentralSession, readText } from './central-session';

const WORKBOOKS = ['.xlsx', '.xls'];

export interface VersionContent {
  readonly content: JsonObject;
  /** Set if the content was derived from the XForm. */
  readonly xformReason: string | undefined;
}

/** Reads the content of versions: of their XLSForm, or else of their XForm. */
export class CentralContent {
  constructor(
    private readonly session: CentralSession,
    private readonly engine: FormEngine,
  ) {}

  /** @param path of a version */
  async read(path: string): Promise<VersionContent> {
    const workbook = await this.readWorkbook(path);
    const xform = await this.session.send(`${path}.xml`, '*/*', readText);
    if (workbook === undefined) {
      return { content: contentFromXform(xform), xformReason: 'it was uploaded as XForm' };
    }
    const result = await this.engine.read({ bytes: workbook, library: false, desiredType: 'survey' });
    if (result.kind !== 'form') return { content: contentFromXform(xform), xformReason: reasonOf(result) };
    const content = objectOf(JSON.parse(Buffer.from(result.form.content).toString()));
    return { content: withPublicKey(content, xform), xformReason: undefined };
  }

  private async readWorkbook(path: string): Promise<Buffer | undefined> {
    for (const extension of WORKBOOKS) {
      const bytes = await this.session.find(path + extension, '*/*', buffer);
      if (bytes !== undefined) return bytes;
    }
    return undefined;
  }
}

/** A project that encrypts adds its key to the XForm only. */
function withPublicKey(content: JsonObject, xform: string): JsonObject {
  const key = /\sbase64RsaPublicKey\s*=\s*["']([^"']+)["']/.exec(xform)?.[1];
  const settings = objectOf(content['settings']);
  if (key === undefined || settings['public_key'] !== undefined) return content;
  return { ...content, settings: { ...settings, public_key: key } };
}

function reasonOf(result: Exclude<ReadFormResult, { kind: 'form' }>): string {
  if (result.kind !== 'refused') return result.kind === 'unreadable' ? result.message : 'it is a library';
  const [first, ...others] = result.problems;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `the converter here refuses its XLSForm: ${first === undefined ? '' : describeProblem(first)}${more}`;
}
