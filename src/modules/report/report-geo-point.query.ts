import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../database/query/bounded-reader';
import { Replicas } from '../../database/replica/replicas';
import { costOfAggregate, withinScope } from '../../database/query/scope-sql';
import { type VersionSelection, versionSql } from '../../database/query/version-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { AnswerPlace, ReportQuestion } from '../../domain/report/report-question';

export interface GeoPointCluster {
  readonly question: number;
  /** Mean of the points, in degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly answers: number;
}

/** Grid of the map, which bounds the number of clusters. */
const GRID_COLUMNS = 64;
const GRID_ROWS = 48;
/** Format of geo points: latitude, longitude, and optional altitude and precision. */
const POINT = `'^-?[0-9]{1,3}([.][0-9]+)? -?[0-9]{1,3}([.][0-9]+)?( |$)'`;

/** Clusters geo points for the map of a report. */
@Injectable()
export class ReportGeoPointQuery {
  constructor(
    private readonly reader: BoundedReader,
    private readonly replicas: Replicas,
  ) {}

  async clusters(
    scope: SubmissionScope,
    version: VersionSelection,
    geoPoints: readonly { readonly index: number; readonly question: ReportQuestion }[],
    signal: AbortSignal,
  ): Promise<GeoPointCluster[]> {
    const { where, parameters } = withinScope(scope);
    const places = geoPoints.flatMap(({ index, question }) =>
      question.places.map((place) => ({ index, path: jsonPathOf(place) })),
    );
    const paths = parameters.add(
      places.map(({ path }) => path),
      'text[]',
    );
    const questions = parameters.add(
      places.map(({ index }) => index),
      'int[]',
    );
    const sql = `
    WITH point AS MATERIALIZED (
      SELECT question, split_part(text, ' ', 1)::float8 AS latitude, split_part(text, ' ', 2)::float8 AS longitude FROM (
        SELECT requested.question, trim(value #>> '{}') AS text
          FROM submission CROSS JOIN unnest(${paths}, ${questions}) AS requested (path, question)
         CROSS JOIN LATERAL jsonb_path_query(answers, requested.path::jsonpath) AS value
         WHERE ${where}${versionSql(version, parameters)}) AS answer
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
     GROUP BY question, floor((longitude - west) / width * ${GRID_COLUMNS}), floor((latitude - south) / height * ${GRID_ROWS})
     ORDER BY question, answers DESC, latitude, longitude`;
    return this.reader.read(
      costOfAggregate(scope),
      (runQuery) => runQuery<GeoPointCluster>(sql, parameters.values),
      signal,
      await this.replicas.choose(),
    );
  }
}

/** SQL/JSON path of an answer, over all instances of the enclosing repeats. */
function jsonPathOf({ repeats, path }: AnswerPlace): string {
  return ['$', ...repeats.map((repeat) => `${JSON.stringify(repeat)}[*]`), JSON.stringify(path)].join('.');
}
