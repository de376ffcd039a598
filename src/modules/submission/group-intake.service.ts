import { Injectable } from '@nestjs/common';
import { Gathering } from './gathering';
import { type GroupedSubmission, IntakeQuery, type NewSubmission } from './intake.query';

/** A larger one goes alone: what it costs is its own. */
const LARGEST_GROUPED = 64 * 1024;
/** Two statements keep the database busy while the next group comes together. */
const BOUNDS = { atATime: 2, mostTogether: 16, longestHoldMs: 250 };

/**
 * Writes submissions that whoever must hear of them hears of by functions of the database: one alone at once, those that
 * come at the same time together (decision 105).
 */
@Injectable()
export class GroupIntakeService {
  private readonly gathering = new Gathering<GroupedSubmission, number | undefined>(
    (group) => this.write(group),
    BOUNDS,
  );

  constructor(private readonly intake: IntakeQuery) {}

  /**
   * @param notes those functions
   * @returns its number; undefined when the root uuid is known. It is committed then, whatever became of the others
   */
  insert(submission: NewSubmission, notes: readonly string[]): Promise<number | undefined> {
    const isGrouped = submission.attachments.length === 0 && submission.xml.length <= LARGEST_GROUPED;
    return isGrouped ? this.gathering.add({ submission, notes }) : this.intake.insert(submission, notes);
  }

  private async write(
    group: readonly GroupedSubmission[],
  ): Promise<readonly (number | undefined | Promise<number | undefined>)[]> {
    const ids = group.length > 1 ? await this.intake.insertGroup(group) : undefined;
    // One that can't be written spoils no other: then each is on its own.
    return ids ?? group.map(({ submission, notes }) => this.intake.insert(submission, notes));
  }
}
