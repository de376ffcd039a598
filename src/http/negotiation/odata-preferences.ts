import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** How much of its metadata a response has; `full` is for clients that do not read `$metadata`. */
export type MetadataLevel = 'none' | 'minimal' | 'full';

const PREFERENCE = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?/i;

const METADATA = /odata\.metadata\s*=\s*"?(none|minimal|full)/i;

export interface ODataPreferenceValues {
  /** `maxpagesize` of `Prefer`; undefined when absent or malformed. */
  readonly pageSize: number | undefined;
  /** `odata.metadata` of `$format`, else of `Accept`. */
  readonly level: MetadataLevel;
}

/** Injects what the client prefers. */
export const ODataPreferences = createParamDecorator(
  (_: unknown, context: ExecutionContext): ODataPreferenceValues => {
    const request = context.switchToHttp().getRequest<Request>();
    const size = Number(PREFERENCE.exec(request.get('prefer') ?? '')?.[1] ?? 0);
    const { $format } = request.query;
    const format = typeof $format === 'string' ? $format : (request.get('accept') ?? '');
    const level = METADATA.exec(format)?.[1]?.toLowerCase() as MetadataLevel | undefined;
    return { pageSize: size > 0 ? size : undefined, level: level ?? 'minimal' };
  },
);
