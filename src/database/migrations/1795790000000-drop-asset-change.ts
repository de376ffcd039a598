import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AssetChange1795348800123 } from './1795348800123-asset-change';
import { AssetDetailChange1795369000000 } from './1795369000000-asset-detail-change';

/** Asset lists are rendered for each request (decision 178): nothing records changes for a cache any more. */
export class DropAssetChange1795790000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION note_asset_change(), note_change_of_asset(), note_change_of_invite(), note_change_of_all() CASCADE;
      DROP TABLE asset_change;
      DELETE FROM instance_setting WHERE name = 'asset changes known since';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION assets_changed(pg_snapshot, integer[], boolean), asset_changed(pg_snapshot, integer)',
    );
    await new AssetChange1795348800123().up(runner);
    await new AssetDetailChange1795369000000().up(runner);
  }
}
