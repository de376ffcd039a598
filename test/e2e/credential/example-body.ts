import type { OpenAPIObject } from '@nestjs/swagger';
import type { Route } from '../../../src/authorization/route-table';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface ExampleBody {
  readonly type: 'json' | 'form';
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Bodies with the required properties of each route, from the OpenAPI document: new routes are covered. */
export class ExampleBodies {
  constructor(private readonly document: OpenAPIObject) {}

  of({ method, path }: Route): ExampleBody | undefined {
    const operation = this.operation(method, path);
    const content = operation?.requestBody?.content ?? {};
    const type = 'application/json' in content ? 'json' : 'form';
    const media = content['application/json'] ?? content['application/x-www-form-urlencoded'];
    const schema = this.resolve(media?.schema);
    if (schema?.properties === undefined) return undefined;
    // Optional properties may require more, such as the owner's own password.
    const fields = (schema.required ?? []).map((name) => [name, this.example(schema.properties![name]!)]);
    return { type, fields: Object.fromEntries(fields) as Record<string, unknown> };
  }

  keysOf({ method, path }: Route): readonly string[] {
    const content = this.operation(method, path)?.requestBody?.content ?? {};
    return Object.values(content).flatMap(({ schema }) =>
      Object.keys(this.resolve(schema)?.properties ?? {}),
    );
  }

  /** Whether the status is documented for the route. */
  declares({ method, path }: Route, status: number): boolean {
    return String(status) in (this.operation(method, path)?.responses ?? {});
  }

  /** Whether any status below 400 is documented for the route. */
  declaresSuccess({ method, path }: Route): boolean {
    const statuses = Object.keys(this.operation(method, path)?.responses ?? { 200: {} });
    return statuses.some((status) => /^[23]/.test(status));
  }

  private operation(method: string, path: string): Operation | undefined {
    const paths = this.document.paths as Record<string, Record<string, Operation>>;
    return paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  }

  private example(property: Schema): unknown {
    return property.example ?? property.enum?.[0] ?? (property.type === 'boolean' ? true : undefined);
  }

  private resolve(schema: Schema | undefined): Schema | undefined {
    if (schema?.$ref === undefined) return schema;
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return (this.document.components?.schemas as Record<string, Schema> | undefined)?.[name];
  }
}
