/** What an export tells of its outcome: nothing, or why it failed. */
export type ExportMessages = Record<string, never> | { readonly error_type: string; readonly error: string };
