import type { ClientRequest } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv } from 'ajv';
import type { Request } from 'express';
import type { Response } from 'supertest';
import { normaliseUrl } from '../../src/http/negotiation/normalise-url';
import { type Operation, operationsOf } from '../../src/web/api-docs/operation';

/** Statuses of a path and none of its operations (another verb, a removed route), and the one that nobody foresees. */
const BEYOND = new Set([405, 410, 500]);

/** Resources that people are shown otherwise than as their JSON (decision 98). */
const OWN_PAGES = new Set(['GET /api/v2/assets/{uid}/reports']);

/** The caller wants less than the description requires. */
const LEAVES_OUT = /[?&]exclude=/;

type ReferenceObject = Extract<NonNullable<Operation['responses'][string]>, { $ref: string }>;
type ResponseObject = Exclude<NonNullable<Operation['responses'][string]>, { $ref: string }>;

interface DescribedOperation {
  readonly route: string;
  readonly verb: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly operation: Operation;
}

/** Holds answers of the service against its own description. */
export class DescribedAnswers {
  private readonly ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  private readonly operations: readonly DescribedOperation[];
  private readonly shared: Readonly<Record<string, ResponseObject | ReferenceObject>>;

  constructor(document: OpenAPIObject) {
    this.shared = document.components?.responses ?? {};
    this.ajv.addSchema(document, 'api');
    this.operations = [...operationsOf(document)]
      .map(([route, operation]) => describedOperation(route, operation))
      // The most particular first: `{uid}.xls` would be a uid too.
      .sort(
        (one, other) => parameterCount(one) - parameterCount(other) || other.path.length - one.path.length,
      );
  }

  /**
   * @param target path and query as they were asked for
   * @throws Error for a status, a media type or a body that the description does not tell. What no operation is about, such
   * as pages, is not judged.
   */
  judge(verb: string, target: string, answer: Response): void {
    const path = pathOf(verb, target, answer);
    const asked = verb === 'head' ? ['HEAD', 'GET'] : [verb.toUpperCase()];
    const found = this.operations.find((each) => asked.includes(each.verb) && each.pattern.test(path));
    const wrong =
      found === undefined ? undefined : this.whatIsWrong(found, verb, answer, LEAVES_OUT.test(target));
    if (found === undefined || wrong === undefined) return;
    const { status, text } = answer;
    throw new Error(
      `${found.route} is described otherwise: ${wrong}\nIt answered ${status} ${(text ?? '').slice(0, 2000)}`,
    );
  }

  private whatIsWrong(
    found: DescribedOperation,
    verb: string,
    answer: Response,
    isCut: boolean,
  ): string | undefined {
    const status = String(answer.status);
    const response = found.operation.responses[status];
    if (response === undefined) {
      return BEYOND.has(answer.status) ? undefined : `no answer of it is ${status}.`;
    }
    if (verb === 'head') return undefined;
    const types = Object.keys(this.contentOf(response));
    const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]!.trim();
    if (type === '') return types.length === 0 ? undefined : `an answer that is ${status} has a body.`;
    if (types.includes('*/*')) return undefined;
    // What is described as JSON has a page, too (decision 83); where it is one of its own, refusals are pages as well.
    const hasPage = answer.status < 400 || OWN_PAGES.has(found.route);
    if (type === 'text/html' && types.includes('application/json') && hasPage) return undefined;
    if (!types.includes(type)) return `${type} is none of the types [${types.join()}] of ${status}.`;
    if (type !== 'application/json') return undefined;
    const pointer =
      '$ref' in response
        ? response.$ref
        : pointerTo('paths', found.path, found.verb.toLowerCase(), 'responses', status);
    return this.misfit(`${pointer}/content/application~1json/schema`, answer.body, isCut);
  }

  private contentOf(response: ResponseObject | ReferenceObject): object {
    const told = '$ref' in response ? this.shared[response.$ref.split('/').at(-1)!] : response;
    return told !== undefined && 'content' in told ? (told.content ?? {}) : {};
  }

  /** How a body differs from the schema of an answer. @param isCut keys that the schema requires may be missing */
  private misfit(pointer: string, body: unknown, isCut: boolean): string | undefined {
    const validate = this.ajv.getSchema(`api${pointer}`);
    if (validate === undefined) return 'the answer has no schema.';
    if (validate(body) === true) return undefined;
    const errors = (validate.errors ?? []).filter(({ keyword }) => !(isCut && keyword === 'required'));
    return errors.length === 0 ? undefined : this.ajv.errorsText(errors, { dataVar: 'body' });
  }
}

/** A JSON pointer as the fragment of a URL. */
function pointerTo(...keys: readonly string[]): string {
  const steps = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
  return `#/${steps.join('/')}`;
}

function describedOperation(route: string, operation: Operation): DescribedOperation {
  const [verb, path] = route.split(' ') as [string, string];
  const source = path.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return { route, verb, path, pattern: new RegExp(`^${source}$`), operation };
}

function parameterCount({ path }: DescribedOperation): number {
  return path.split('{').length;
}

/** The path as the service sees it, which what the caller accepted has a say in. */
function pathOf(verb: string, target: string, answer: Response): string {
  const { req } = answer as unknown as { req: ClientRequest };
  const accept = req.getHeader('accept');
  const request = { url: target, method: verb.toUpperCase(), headers: { accept } } as Request;
  normaliseUrl(request, { setHeader: () => undefined as never }, () => undefined);
  return request.url.split('?', 1)[0]!;
}
