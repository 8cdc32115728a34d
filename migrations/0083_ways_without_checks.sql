ALTER TABLE "sessions" DROP CONSTRAINT "sessions_way";--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_second_step";