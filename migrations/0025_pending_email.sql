ALTER TABLE "users" ADD COLUMN "pending_email" text;--> statement-breakpoint
UPDATE "users" SET "pending_email" = (SELECT "email" FROM "mailed_tokens" WHERE "user_id" = "users"."id" AND "kind" = 'confirm_email' AND "used_at" IS NULL AND "expires_at" > now() ORDER BY "created_at" DESC LIMIT 1);
