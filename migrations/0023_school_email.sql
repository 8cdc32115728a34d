ALTER TABLE "mailed_tokens" DROP CONSTRAINT "mailed_tokens_kind";--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "confirmed_email" text;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_kind" CHECK ("mailed_tokens"."kind" in ('welcome', 'reset', 'confirm_email', 'confirm_school_email', 'download'));