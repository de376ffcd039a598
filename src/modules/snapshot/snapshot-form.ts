import type { Content } from '../../domain/content/content';
import { FormProblemsError } from '../../domain/content/form-problem';
import { standardiseContent, takeFormTitle } from '../../domain/content/standard/standardise-content';
import { InvalidError } from '../../domain/errors';
import { type CompiledXForm } from '../../domain/xform/compile-xform';
import { compilePreview } from '../../domain/xform/compile-preview';

/** Content that a snapshot is made of, with the title that it has by itself. */
export interface SnapshotSource {
  readonly content: Content;
  readonly title: string | undefined;
}

/**
 * What a caller sent, in standard form.
 * @throws InvalidError as `compileSnapshot` does, and with a sentence on `source` for what is no form at all
 */
export function readSource(source: unknown): SnapshotSource {
  try {
    return takeFormTitle(standardiseContent(source, { assetType: 'survey', random: Math.random }));
  } catch (error) {
    if (error instanceof InvalidError && error.fields?.['content'] !== undefined) {
      throw new InvalidError({ source: error.fields['content'] });
    }
    throw failureOf(error);
  }
}

/** @throws InvalidError with `status`, `error_type`, `error` and `warnings` beside `detail` (contract-assets 7.3) */
export function compileSnapshot(content: Content, names: { uid: string; title: string }): CompiledXForm {
  try {
    return compilePreview(content, names);
  } catch (error) {
    throw failureOf(error);
  }
}

/** The class that clients know from the peer's converter stands in `error_type`. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof FormProblemsError)) return error;
  return new InvalidError(error.message, {
    status: 'failure',
    error_type: 'PyXFormError',
    error: error.message,
    warnings: [],
  });
}
