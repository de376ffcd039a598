import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../database/query/bounded-reader';
import { costOfWhole, withinScope } from '../../database/query/scope-sql';
import { type VersionChoice, versionSql } from '../../database/query/version-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { ReportQuestion } from '../../domain/report/report-question';

/** Answers that lie close together on the map. */
export interface PlaceCount {
  /** Index of the question. */
  readonly question: number;
  /** The middle of them, in degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly answers: number;
}

/** The map is parted into so many fields, each with one point at most, however many answers there are. */
const COLUMNS = 64;
const ROWS = 48;
/** How devices write a point: latitude, longitude, and what the map has no use for. */
const POINT = `'^-?[0-9]{1,3}([.][0-9]+)? -?[0-9]{1,3}([.][0-9]+)?( |$)'`;

/** Where answers were given. */
@Injectable()
export class ReportPlaceQuery {
  constructor(private readonly reader: BoundedReader) {}

  places(
    scope: SubmissionScope,
    version: VersionChoice,
    asked: readonly { readonly index: number; readonly question: ReportQuestion }[],
    abandoned: AbortSignal,
  ): Promise<PlaceCount[]> {
    const { where, parameters } = withinScope(scope);
    const paths = parameters.add(
      asked.map(({ question: { repeats, path } }) => pathIn(repeats, path)),
      'text[]',
    );
    const questions = parameters.add(
      asked.map(({ index }) => index),
      'int[]',
    );
    const sql = `
    WITH point AS MATERIALIZED (
      SELECT question, split_part(text, ' ', 1)::float8 AS latitude, split_part(text, ' ', 2)::float8 AS longitude FROM (
        SELECT known.question, trim(value #>> '{}') AS text
          FROM submission CROSS JOIN unnest(${paths}, ${questions}) AS known (path, question)
         CROSS JOIN LATERAL jsonb_path_query(answers, known.path::jsonpath) AS value
         WHERE ${where}${versionSql(version, parameters)}) AS told
       WHERE text ~ ${POINT}
    ),
    located AS (SELECT * FROM point WHERE latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180),
    frame AS (
      SELECT question, min(latitude) AS south, nullif(max(latitude) - min(latitude), 0) AS height,
             min(longitude) AS west, nullif(max(longitude) - min(longitude), 0) AS width
        FROM located GROUP BY question
    )
    SELECT question, avg(latitude) AS latitude, avg(longitude) AS longitude, count(*)::int AS answers
      FROM located JOIN frame USING (question)
     GROUP BY question, floor((longitude - west) / width * ${COLUMNS}), floor((latitude - south) / height * ${ROWS})
     ORDER BY question, answers DESC, latitude, longitude`;
    return this.reader.read(costOfWhole(scope), (ask) => ask<PlaceCount>(sql, parameters.values), abandoned);
  }
}

/** Where an answer stands in the JSON of a submission, through all rounds of the repeats around it. */
function pathIn(repeats: readonly string[], path: string): string {
  return ['$', ...repeats.map((repeat) => `${JSON.stringify(repeat)}[*]`), JSON.stringify(path)].join('.');
}
