import { bareUuid } from './instance-id';

/** What a path calls a submission by: its number, or an identifier, bare, that it bore first or bears now (contract-data 2.6). */
export type SubmissionName = { readonly id: number } | { readonly uuid: string };

/** Reads a number, or an identifier with or without `uuid:`. */
export function readSubmissionName(text: string): SubmissionName {
  if (/^\d{1,15}$/.test(text)) return { id: Number(text) };
  return { uuid: bareUuid(text) };
}
