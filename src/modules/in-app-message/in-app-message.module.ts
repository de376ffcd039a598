import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InAppMessageEntity } from '../../database/entities/in-app-message.entity';
import { AnnouncementController } from './announcement.controller';
import { InAppMessageController } from './in-app-message.controller';
import { InAppMessageQuery } from './in-app-message.query';
import { InAppMessageRepository } from './in-app-message.repository';
import { InAppMessageService } from './in-app-message.service';

/** Messages to users. */
@Module({
  imports: [TypeOrmModule.forFeature([InAppMessageEntity])],
  controllers: [InAppMessageController, AnnouncementController],
  providers: [InAppMessageService, InAppMessageQuery, InAppMessageRepository],
  exports: [InAppMessageService],
})
export class InAppMessageModule {}
