import type { MigrationInterface, QueryRunner } from 'typeorm';

const NOTHING_TO_TELL = JSON.stringify({
  row_count: 0,
  languages: [],
  default_translation: false,
  geo: false,
  labels: [],
  columns: [],
  lock_all: false,
  lock_any: false,
  name_quality: { ok: 0, bad: 0, good: 0, total: 0, firsts: {} },
});

/**
 * Summaries that were kept without their keys, with languages that have no name, or with a label in the place of one for
 * each language, become like those that are made now.
 */
export class SummaryKeys1795308854209 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE asset SET summary = '${NOTHING_TO_TELL}' WHERE NOT summary ? 'row_count'`);
    await runner.query(`
      UPDATE asset SET summary = jsonb_set(summary, '{languages}', (
          SELECT coalesce(jsonb_agg(language ORDER BY place), '[]')
            FROM jsonb_array_elements(summary -> 'languages') WITH ORDINALITY AS each(language, place)
           WHERE language <> 'null'))
        WHERE summary -> 'languages' @> '[null]'`);
    for (const verdict of ['ok', 'bad']) {
      const label = `{name_quality,firsts,${verdict},label}`;
      await runner.query(`
        UPDATE asset SET summary = jsonb_set(summary, '${label}', jsonb_build_array(summary #> '${label}'))
          WHERE jsonb_typeof(summary #> '${label}') = 'string'`);
    }
  }

  /** What was kept before told less; nothing that reads it minds more. */
  async down(): Promise<void> {}
}
