import type { AnswerPath } from '../../domain/submission/answer-path';
import type { FlatInstance, FormPaths } from '../../domain/submission/instance-flattening';
import type { InstanceChange } from '../../domain/submission/instance-rewriting';
import type { InstanceFacts } from '../../domain/submission/instance-parser';

export interface ParsedSubmission {
  readonly facts: InstanceFacts;
  /** Returns the answers by the paths of the form. @throws TooLargeError when the names together are too long */
  flatten(form: FormPaths): Promise<FlatInstance>;
}

/** Parses and rewrites the XML of submissions; large ones in worker threads. */
export abstract class SubmissionParser {
  /**
   * @throws InvalidError unless the XML is an instance, TooLargeError beyond its limits, UnavailableError when the queue
   *   is full
   */
  abstract parse(xml: string): Promise<ParsedSubmission>;

  /** Applies a change to the XML. @throws InvalidError for paths that do not fit the instance */
  abstract rewrite(xml: string, change: InstanceChange): Promise<string>;

  /** Returns whether the instance has an element at the path, empty or not. */
  abstract hasElement(xml: string, path: AnswerPath): Promise<boolean>;
}
