import type { AssetType } from '../../domain/content/content';
import type { ContentSummary } from '../../domain/content/content-summary';
import { type FormProblem, FormProblemsError } from '../../domain/content/form-problem';
import { describeFailure, restoreError, type TaskFailure } from '../pool/serve-tasks';

/**
 * Standardised content of an asset as JSON in UTF-8, as it is stored and sent. Only the form engine parses it: parsing a
 * large form would block the event loop.
 */
export type ContentBytes = Uint8Array;

export type ReportStyleSource = Readonly<Record<string, unknown>> | Uint8Array;

/** Raw sheets: parsed, or JSON as text or UTF-8 bytes. */
export type SheetSource = unknown;

export interface FormFile {
  readonly bytes: Uint8Array;
  readonly library: boolean;
  /** Replaces the content of an existing asset. */
  readonly overwrites?: boolean;
  readonly desiredType?: AssetType;
  readonly stem?: string;
}

export interface PreparedForm {
  readonly content: ContentBytes;
  readonly contentHash: string;
  readonly summary: ContentSummary | Record<string, never>;
  /** JSON of the report styles, with an entry for each question. */
  readonly reportStyles: Uint8Array;
  readonly title: string | undefined;
}

/** Form read from a workbook, or all of its problems. */
export type ReadFormResult =
  | {
      readonly kind: 'form';
      readonly assetType: AssetType;
      readonly form: PreparedForm;
      /** Warnings about a survey, each prefixed with its sheet and row. */
      readonly warnings: readonly string[];
    }
  | {
      readonly kind: 'library';
      /** Blocks and questions, each with its name as form title. */
      readonly items: readonly { readonly assetType: AssetType; readonly form: PreparedForm }[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly FormProblem[] }
  | { readonly kind: 'unreadable'; readonly message: string };

export interface StandardiseOptions {
  readonly assetType: AssetType;
  /** Current languages of the asset, retained when the source names none; absent for a new asset. */
  readonly storedLanguages?: readonly (string | null)[];
  /** New languages of an already standardised source; absent: unchanged. */
  readonly languages?: readonly (string | null)[];
  /** Report styles to retain for the questions of the form. */
  readonly reportStyles?: ReportStyleSource;
}

/** Reasons for which a deployment would be refused, and its warnings. */
export interface FormCheck {
  /** By sheet, row (of the sheet: the first question is 2) and column. */
  readonly problems: readonly FormProblem[];
  /** Warnings, each prefixed with its sheet and row; none beside problems. */
  readonly warnings: readonly string[];
}

export interface DeploymentIds {
  readonly formId: string;
  readonly title: string;
  readonly version: string;
  readonly formUuid: string;
  readonly versionUid: string;
}

/** Compiled form as collectors download it. */
export interface DeployableForm {
  readonly xml: Uint8Array;
  readonly xmlMd5: string;
  /** JSON of its `FormFacts`. */
  readonly facts: Uint8Array;
  readonly encrypted: boolean;
  /** Warnings, each prefixed with its sheet and row. */
  readonly warnings: readonly string[];
  /** Media files that the form needs. */
  readonly mediaNames: readonly string[];
}

export type FormInspection = Pick<DeployableForm, 'warnings' | 'mediaNames'>;

export interface PreviewedForm {
  readonly xml: Uint8Array;
  readonly warnings: readonly string[];
}

/** Output format for other tools, with its options. */
export type OutputFormat =
  | { readonly as: 'xlsx'; readonly expandKobo: boolean; readonly settings: Readonly<Record<string, string>> }
  | { readonly as: 'sheets' }
  /** JSON of content in KoboToolbox's `valid_content` format. */
  | { readonly as: 'valid-content' }
  | { readonly as: 'table' };

/** `TaskFailure`, or all problems of a form. */
export type FormFailure =
  TaskFailure | { readonly kind: 'problems'; readonly problems: readonly FormProblem[] };

export function describeFormFailure(error: unknown): FormFailure {
  return error instanceof FormProblemsError
    ? { kind: 'problems', problems: error.problems }
    : describeFailure(error);
}

/** Restores the original error. */
export function formError(failure: FormFailure): Error {
  return failure.kind === 'problems' ? new FormProblemsError(failure.problems) : restoreError(failure);
}
