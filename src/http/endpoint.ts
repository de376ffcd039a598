import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put, type Type } from '@nestjs/common';
import {
  ApiOperation,
  type ApiOperationOptions,
  ApiResponse,
  type ApiResponseNoStatusOptions,
} from '@nestjs/swagger';

type Response = ApiResponseNoStatusOptions;

interface Description extends Omit<ApiOperationOptions, 'responses'> {
  readonly summary: string;
  /** Status of success. Default: 201 for POST, 204 for DELETE, 200 otherwise. */
  readonly status?: number;
  /** Response of success: its DTO, or what OpenAPI says of it. `PaginatedList` describes the response of a list. */
  readonly returns?: Type<unknown> | Response;
  /** Meaning of each status from 400. */
  readonly fails?: Readonly<Record<number, string | Response>>;
}

const VERBS = {
  GET: { decorate: Get, status: 200 },
  POST: { decorate: Post, status: 201 },
  PUT: { decorate: Put, status: 200 },
  PATCH: { decorate: Patch, status: 200 },
  DELETE: { decorate: Delete, status: 204 },
};

type Verb = keyof typeof VERBS;

/**
 * Declares a route of the API and its description for OpenAPI:
 * `@Endpoint('GET :hook', { summary: 'Get a hook', returns: HookDto, fails: { 404: 'No such hook.' } })`.
 */
export function Endpoint(
  route: Verb | `${Verb} ${string}`,
  { status, returns, fails = {}, ...operation }: Description,
): MethodDecorator {
  const [verb, path] = route.split(' ') as [Verb, string?];
  const success = status ?? VERBS[verb].status;
  const isDefault = verb !== 'DELETE' && success === VERBS[verb].status;
  const response = returns ?? (success === 204 ? {} : undefined);
  return applyDecorators(
    VERBS[verb].decorate(path),
    ...(isDefault ? [] : [HttpCode(success)]),
    ApiOperation(operation),
    ...(response === undefined ? [] : [ApiResponse({ ...responseOf(response), status: success })]),
    ...Object.entries(fails).map(([code, failure]) =>
      ApiResponse({
        ...(typeof failure === 'string' ? { description: failure } : failure),
        status: Number(code),
      }),
    ),
  );
}

function responseOf(returns: Type<unknown> | Response): Response {
  return typeof returns === 'function' ? { type: returns } : returns;
}
