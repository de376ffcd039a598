import type { AssetType } from '../../domain/content/asset-type';
import type { ContentSummary } from '../../domain/content/content-summary';
import type { FormProblem } from '../../domain/content/form-problem';
import type { PreviewNames } from '../../domain/xform/compile-preview';

/**
 * Content of an asset, in standard form, as the UTF-8 bytes of its JSON: so it is stored and so it is sent. Outside this
 * room nobody looks into it, for parsing a large form takes longer than the event loop may be held.
 */
export type ContentBytes = Uint8Array;

/** Styles of reports, or their JSON as UTF-8 bytes. */
export type ReportStyleSource = Readonly<Record<string, unknown>> | Uint8Array;

/** Sheets as they came: parsed, or JSON as text or UTF-8 bytes. */
export type FormSource = unknown;

/** An uploaded workbook, and what shall become of it. */
export interface FormFile {
  readonly bytes: Uint8Array;
  readonly library: boolean;
  /** It takes the place of an asset's content. */
  readonly overwrites?: boolean;
  readonly desiredType?: AssetType;
  /** Name of the file without its ending. */
  readonly stem?: string;
}

/** A form ready to be stored, with everything that is kept beside it. */
export interface PreparedForm {
  readonly content: ContentBytes;
  readonly contentHash: string;
  readonly summary: ContentSummary | Record<string, never>;
  /** JSON of the styles of reports, with an entry for each question. */
  readonly reportStyles: Uint8Array;
  /** The form's title, when its settings have one. */
  readonly title: string | undefined;
}

/** A workbook that was read, or everything that is wrong with it. */
export type FormReading =
  | {
      readonly kind: 'form';
      readonly assetType: AssetType;
      readonly form: PreparedForm;
      /** What is doubtful about a survey, one sentence each, with its place in front. */
      readonly warnings: readonly string[];
    }
  | {
      readonly kind: 'library';
      /** Blocks and questions, each with what it is called as the title of its form. */
      readonly items: readonly { readonly assetType: AssetType; readonly form: PreparedForm }[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly FormProblem[] }
  | { readonly kind: 'unreadable'; readonly message: string };

/** What content is standardised for. */
export interface StandardForm {
  readonly assetType: AssetType;
  /** Languages of the form that the asset has now; absent without one: a source that names none keeps those. */
  readonly storedLanguages?: readonly (string | null)[];
  /** Languages that a source in standard form shall have from now on; absent leaves it those that it has. */
  readonly languages?: readonly (string | null)[];
  /** Styles of reports that are kept for the questions of the form. */
  readonly reportStyles?: ReportStyleSource;
}

/** What a deployed form is called. */
export interface DeployedNames {
  readonly formId: string;
  readonly title: string;
  readonly version: string;
  readonly formUuid: string;
  readonly versionUid: string;
}

/** A form as collectors fetch it. */
export interface DeployableForm {
  readonly xml: Uint8Array;
  readonly xmlMd5: string;
  /** JSON of its `FormFacts`. */
  readonly facts: Uint8Array;
  readonly encrypted: boolean;
  /** What is doubtful, one sentence each, with its place in front. */
  readonly warnings: readonly string[];
}

export interface PreviewedForm {
  readonly xml: Uint8Array;
  readonly warnings: readonly string[];
}

/** The formats of other tools, and what each takes. */
export type Rendition =
  | { readonly as: 'xlsx'; readonly expandKobo: boolean; readonly settings: Readonly<Record<string, string>> }
  /** JSON of flat sheets. */
  | { readonly as: 'sheets' }
  /** JSON of content that any tool understands. */
  | { readonly as: 'valid-content' }
  /** One table of text. */
  | { readonly as: 'table' };

/**
 * Everything that reads, standardises, compiles or renders a form. The work is bounded in time and memory, and a large
 * form does not hold up the event loop. Each method throws InvalidError for a form that is beyond the bounds, and
 * UnavailableError when too many wait already.
 */
export abstract class FormEngine {
  /** Total for what is wrong with the file: that is part of the answer. */
  abstract read(file: FormFile): Promise<FormReading>;

  /**
   * For content that is saved and may be half done: it is not judged as a form (decision 30).
   * @throws InvalidError with sentences on the field `content` for what is no sheets of rows at all, and on
   *   `translations` for languages that it can't be given
   * @throws FormProblemsError with everything that can't be brought into standard form, by sheet, row and column
   */
  abstract standardise(source: FormSource, standard: StandardForm): Promise<PreparedForm>;

  /** The styles of reports for a form that stays as it is. */
  abstract styleReports(content: ContentBytes, reportStyles: ReportStyleSource): Promise<Uint8Array>;

  /** @throws FormProblemsError when it does not compile */
  abstract deployable(content: ContentBytes, names: DeployedNames): Promise<DeployableForm>;

  /** @throws FormProblemsError when it does not compile */
  abstract preview(content: ContentBytes, names: PreviewNames): Promise<PreviewedForm>;

  abstract render(content: ContentBytes, rendition: Rendition): Promise<Uint8Array>;
}
