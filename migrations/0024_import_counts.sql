ALTER TABLE "subscriber_imports" DROP CONSTRAINT "subscriber_imports_status";--> statement-breakpoint
DROP INDEX "subscriber_imports_under_way";--> statement-breakpoint
ALTER TABLE "subscriber_imports" ALTER COLUMN "status" SET DEFAULT 'reading';--> statement-breakpoint
ALTER TABLE "subscriber_imports" ALTER COLUMN "total" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "subscriber_imports" ALTER COLUMN "ignored" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD COLUMN "unreadable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_imports_under_way" ON "subscriber_imports" USING btree ("school_id") WHERE "subscriber_imports"."status" in ('reading', 'running', 'canceling');--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD CONSTRAINT "subscriber_imports_status" CHECK ("subscriber_imports"."status" in ('reading', 'running', 'canceling', 'done', 'canceled', 'failed'));