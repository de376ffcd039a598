import type { ClientRequest } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv } from 'ajv';
import type { Request } from 'express';
import type { Response } from 'supertest';
import { normaliseUrl } from '../../src/http/negotiation/request';
import { type Operation, operationsOf } from '../../src/web/api-docs/error-responses';

/** Statuses not tied to an operation (another verb, a removed route), and unexpected errors. */
const UNDESCRIBED_STATUSES = new Set([405, 410, 500]);

/** Resources with an HTML page of their own (decision 10). */
const OWN_PAGES = new Set(['GET /api/v2/assets/{uid}/reports']);

/** The query excludes fields that the schema requires. */
const EXCLUDES_FIELDS = /[?&]exclude=/;

type ReferenceObject = Extract<NonNullable<Operation['responses'][string]>, { $ref: string }>;
type ResponseObject = Exclude<NonNullable<Operation['responses'][string]>, { $ref: string }>;

interface DescribedOperation {
  readonly route: string;
  readonly verb: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly operation: Operation;
}

/** Validates responses against the OpenAPI document. */
export class OpenApiValidator {
  private readonly ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  private readonly operations: readonly DescribedOperation[];
  private readonly shared: Readonly<Record<string, ResponseObject | ReferenceObject>>;

  constructor(document: OpenAPIObject) {
    this.shared = document.components?.responses ?? {};
    this.ajv.addSchema(document, 'api');
    this.operations = [...operationsOf(document)]
      .map(([route, operation]) => describedOperation(route, operation))
      // Most specific first: `{uid}.xls` would match `{uid}` too.
      .sort(
        (one, other) => parameterCount(one) - parameterCount(other) || other.path.length - one.path.length,
      );
  }

  /** Ignores paths outside the API. @throws Error for a status, media type or body that is not described */
  assertConforms(verb: string, target: string, response: Response): void {
    const path = pathOf(verb, target, response);
    const verbs = verb === 'head' ? ['HEAD', 'GET'] : [verb.toUpperCase()];
    const found = this.operations.find((each) => verbs.includes(each.verb) && each.pattern.test(path));
    const mismatch =
      found === undefined
        ? undefined
        : this.findMismatch(found, verb, response, EXCLUDES_FIELDS.test(target));
    if (found === undefined || mismatch === undefined) return;
    const { status, text } = response;
    throw new Error(
      `${found.route} does not match its description: ${mismatch}\nResponse: ${status} ${(text ?? '').slice(0, 2000)}`,
    );
  }

  private findMismatch(
    found: DescribedOperation,
    verb: string,
    response: Response,
    isPartial: boolean,
  ): string | undefined {
    const status = String(response.status);
    const described = found.operation.responses[status];
    if (described === undefined) {
      return UNDESCRIBED_STATUSES.has(response.status) ? undefined : `status ${status} is not described.`;
    }
    if (verb === 'head') return undefined;
    const types = Object.keys(this.contentOf(described));
    const type = (response.headers['content-type'] ?? '').split(';', 1)[0]!.trim();
    if (type === '') return types.length === 0 ? undefined : `a response ${status} has a body.`;
    if (types.includes('*/*')) return undefined;
    // JSON resources have HTML pages too (decision 10); only own pages show errors as HTML.
    const hasPage = response.status < 400 || OWN_PAGES.has(found.route);
    if (type === 'text/html' && types.includes('application/json') && hasPage) return undefined;
    if (!types.includes(type)) return `media type ${type} of ${status} is not one of [${types.join()}].`;
    if (type !== 'application/json') return undefined;
    const pointer =
      '$ref' in described
        ? described.$ref
        : pointerTo('paths', found.path, found.verb.toLowerCase(), 'responses', status);
    return this.schemaErrors(`${pointer}/content/application~1json/schema`, response.body, isPartial);
  }

  private contentOf(response: ResponseObject | ReferenceObject): object {
    const resolved = '$ref' in response ? this.shared[response.$ref.split('/').at(-1)!] : response;
    return resolved !== undefined && 'content' in resolved ? (resolved.content ?? {}) : {};
  }

  /** Schema errors of a body. @param isPartial ignores missing required fields */
  private schemaErrors(pointer: string, body: unknown, isPartial: boolean): string | undefined {
    const validate = this.ajv.getSchema(`api${pointer}`);
    if (validate === undefined) return 'the response has no schema.';
    if (validate(body) === true) return undefined;
    const errors = (validate.errors ?? []).filter(({ keyword }) => !(isPartial && keyword === 'required'));
    return errors.length === 0 ? undefined : this.ajv.errorsText(errors, { dataVar: 'body' });
  }
}

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

/** Path after the service's URL normalisation, which depends on `Accept`. */
function pathOf(verb: string, target: string, response: Response): string {
  const { req } = response as unknown as { req: ClientRequest };
  const accept = req.getHeader('accept');
  const sent = { url: target, method: verb.toUpperCase(), headers: { accept } };
  const request = { ...sent, res: { locals: {} } } as unknown as Request;
  normaliseUrl(request, { setHeader: () => undefined as never }, () => undefined);
  return request.url.split('?', 1)[0]!;
}
