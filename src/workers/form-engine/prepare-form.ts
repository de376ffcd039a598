import { completeReportStyles } from '../../domain/asset/report-styles';
import type { Content } from '../../domain/content/content';
import { contentHash } from '../../domain/content/content-hash';
import { summariseContent } from '../../domain/content/content-summary';
import type { PreparedForm } from './form-engine-types';

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

export function jsonBytes(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
