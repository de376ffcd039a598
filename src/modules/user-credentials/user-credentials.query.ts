import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { UserCredential } from '../../domain/account/user-credential';
import type { PageWindow } from '../../domain/page';

@Injectable()
export class UserCredentialsQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Tokens, sessions and authorized applications, newest first, without expired ones. */
  async list(userId: number, { limit, start }: PageWindow, now: Date): Promise<[UserCredential[], number]> {
    const rows = await this.dataSource.query<(UserCredential & { total: number })[]>(
      `WITH credential AS (
         SELECT CASE WHEN is_default THEN 'default-token' ELSE 'token' END AS kind,
                CASE WHEN is_default THEN 'default' ELSE uid END AS uid,
                name, scopes, date_created AS created, date_expires AS expires, date_last_used AS "lastUsed",
                NULL AS address, NULL AS agent
           FROM api_token WHERE user_id = $1 AND (date_expires IS NULL OR date_expires > $2)
         UNION ALL
         SELECT 'session', 'session-' || id, '', '{read,write}', date_created, date_expires, date_last_used, address, agent
           FROM session WHERE user_id = $1 AND date_expires > $2
         UNION ALL
         SELECT 'application', a.client_id, a.name, array_agg(DISTINCT s.scope), min(g.date_created), NULL,
                max(t.date_created), NULL, NULL
           FROM oauth_grant g
           JOIN oauth_application a ON a.id = g.application_id
           JOIN oauth_token t ON t.grant_id = g.id
           CROSS JOIN LATERAL unnest(g.scopes) AS s(scope)
          WHERE g.user_id = $1 AND g.date_revoked IS NULL
          GROUP BY a.id
       )
       SELECT whole.total, page.*
         FROM (SELECT count(*)::integer AS total FROM credential) AS whole
         LEFT JOIN (SELECT * FROM credential ORDER BY created DESC, uid LIMIT $3 OFFSET $4) AS page ON true
        ORDER BY page.created DESC, page.uid`,
      [userId, now, limit, start],
    );
    // An empty page still returns one row with the total.
    const credentials = rows.filter(({ uid }) => uid !== null);
    return [credentials.map(({ total: _, ...credential }) => credential), rows[0]!.total];
  }
}
