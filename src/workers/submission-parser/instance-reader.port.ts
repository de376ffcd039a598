import type { AnswerPath } from '../../domain/submission/answer-path';
import type { InstanceFacts } from '../../domain/submission/instance-facts';
import type { FlatInstance, FormPaths } from '../../domain/submission/instance-flattening';
import type { InstanceChange } from '../../domain/submission/instance-rewriting';

/** An instance that was read. */
export interface OpenInstance {
  readonly facts: InstanceFacts;
  /** Its answers, by the paths of the form that the facts led to. @throws TooLargeError for names that are too long together */
  flatten(form: FormPaths): Promise<FlatInstance>;
}

/** Reads the XML of submissions; a large one does not hold up the event loop. */
export abstract class InstanceReader {
  /**
   * @throws InvalidError for what is no instance, TooLargeError beyond the limits of one, UnavailableError when too many
   *   large ones wait
   */
  abstract open(xml: string): Promise<OpenInstance>;

  /** The XML of the same instance changed. @throws InvalidError for paths that the instance has no place for */
  abstract rewrite(xml: string, change: InstanceChange): Promise<string>;

  /** Whether the instance has an element there, be it answered or left open. */
  abstract hasElement(xml: string, path: AnswerPath): Promise<boolean>;
}
