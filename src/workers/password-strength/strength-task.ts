import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Bounds the estimate, whose duration grows faster than the text: 0.1 s for the slowest texts. */
const MAX_CHARACTERS = 40;

export interface StrengthTask {
  readonly password: string;
  /** Words that an attacker tries first, such as the username. */
  readonly personalWords: readonly string[];
}

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: MAX_CHARACTERS,
});

/** Estimates by zxcvbn how many guesses find the start of the password. */
export function estimateGuesses({ password, personalWords }: StrengthTask): number {
  return estimator.check(password, [...personalWords]).guesses;
}
