import { bareUuid } from './instance-document';

/** Identifies a submission in a path: its number, or its root or current uuid without `uuid:` (contract-data 2.6). */
export type SubmissionIdentifier = { readonly id: number } | { readonly uuid: string };

/** Parses a number, or an identifier with or without `uuid:`. */
export function readSubmissionIdentifier(text: string): SubmissionIdentifier {
  if (/^\d{1,15}$/.test(text)) return { id: Number(text) };
  return { uuid: bareUuid(text) };
}
