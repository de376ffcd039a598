/** The package has no type declarations; these describe what its README does. */
declare module '@getodk/web-forms' {
  import type { ChunkedInstancePayload } from '@getodk/xforms-engine';
  import type { DefineComponent, Plugin } from 'vue';

  /** Restarts the form with a new instance. */
  export const POST_SUBMIT__NEW_INSTANCE: unique symbol;

  /** Called once the submission is done with; without `next` the form stays as it is. */
  export type SubmissionResultCallback = (
    result: { next: typeof POST_SUBMIT__NEW_INSTANCE } | undefined,
  ) => void;

  export interface OdkWebFormProps {
    formXml: string;
    fetchFormAttachment: (resource: URL) => Promise<Response>;
    missingResourceBehavior?: 'BLANK' | 'DEFAULT';
    submissionMaxSize?: number;
    editInstance?:
      | {
          resolveInstance: () => Promise<string>;
          attachmentFileNames: readonly string[];
          resolveAttachment: (name: string) => Promise<Response>;
        }
      /** An unfinished instance, which stays the same one. */
      | { draft: { data: readonly [FormData] } };
    preloadProperties?: { username?: string; email?: string; phoneNumber?: string; deviceID?: string };
    trackDevice?: boolean;
    onSubmitChunked?: (payload: ChunkedInstancePayload, done: SubmissionResultCallback) => void;
  }

  export const OdkWebForm: DefineComponent<OdkWebFormProps>;
  export const webFormsPlugin: Plugin;
}

declare module '*.css';
