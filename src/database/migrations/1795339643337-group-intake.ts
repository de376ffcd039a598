import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores submissions that came at the same time by one statement. */
export class GroupIntake1795339643337 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Stores several submissions without files as store_submission stores one, all of them or, after an error, none.
      -- Answers their ids in their order, null for one whose root uuid the asset has, or an earlier one of the group. All
      -- keys are taken in one order, and only then the rows of counts, in theirs: no two of these wait for each other. Who
      -- would have to wait for somebody else's lock gives up, for the others are not to wait with it.
      -- Last come the functions that take note, whose names stand in notes, parted by commas: each once for an asset.
      CREATE FUNCTION store_submissions(
        assets integer[], root_uuids text[], uuids text[], xml_hashes bytea[], version_uids text[], submitters text[],
        moments timestamptz[], answers text[], members text[], xmls text[], notes text[]
      ) RETURNS SETOF bigint LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
      DECLARE
        ids bigint[];
        news record;
      BEGIN
        WITH sent AS MATERIALIZED (
          SELECT nextval('submission_id_seq') AS id, s.*
            FROM unnest(assets, root_uuids, uuids, xml_hashes, version_uids, submitters, moments, answers, members, xmls)
                 WITH ORDINALITY AS s (asset, root_uuid, uuid, xml_hash, version_uid, submitter, moment, answer, member,
                                       xml, place)
        ), stored AS (
          INSERT INTO submission AS s
          SELECT asset, sent.id, sent.root_uuid, sent.uuid, sent.xml_hash, 0, sent.version_uid, submitter, moment, moment,
                 answer::jsonb, '{"_id":' || sent.id || ',' || member || '}', sent.xml
            FROM sent
           ORDER BY asset, sent.root_uuid, place
          ON CONFLICT ON CONSTRAINT submission_root_uuid_key DO NOTHING
          RETURNING s.asset_id, s.id, s.date_submitted
        ), counted AS (
          INSERT INTO submission_tally AS t
          SELECT asset_id, (date_submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, count(*), max(date_submitted)
            FROM stored
           GROUP BY 1, 2
           ORDER BY 1, 2
          ON CONFLICT ON CONSTRAINT submission_tally_pk
          DO UPDATE SET submissions = t.submissions + excluded.submissions,
                        last_submitted = greatest(t.last_submitted, excluded.last_submitted)
        ), told AS (
          INSERT INTO submission_change
          SELECT asset_id, pg_current_xact_id()::text::bigint, stored.id, 'created', date_submitted FROM stored
        )
        SELECT array_agg(stored.id ORDER BY sent.place) INTO ids FROM sent LEFT JOIN stored ON stored.id = sent.id;

        FOR news IN
          SELECT s.asset, note, array_agg(s.id ORDER BY s.id) AS submissions, max(s.moment) AS moment
            FROM unnest(assets, ids, moments, notes) AS s (asset, id, moment, names)
                 CROSS JOIN unnest(string_to_array(s.names, ',')) AS note
           WHERE s.id IS NOT NULL
           GROUP BY 1, 2
           ORDER BY 1, 2
        LOOP
          EXECUTE format('SELECT %I($1, $2, $3, $4)', news.note)
            USING news.asset, news.submissions, 'came'::text, news.moment;
        END LOOP;
        RETURN QUERY SELECT unnest(ids);
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION store_submissions(integer[], text[], text[], bytea[], text[], text[], timestamptz[], text[], text[],
                                      text[], text[]);
    `);
  }
}
