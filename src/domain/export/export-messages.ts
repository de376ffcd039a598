/** Empty, or the error of a failed export. */
export type ExportMessages = Record<string, never> | { readonly error_type: string; readonly error: string };
