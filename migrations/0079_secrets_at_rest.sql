ALTER TABLE "users" ADD COLUMN "temporary_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "plain_until" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "installation" SET "plain_until" = now() + interval '1 day';
--> statement-breakpoint
UPDATE "users" SET "temporary_until" = now() + interval '7 days' WHERE "need_change_password";
