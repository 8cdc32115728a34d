-- Invitations have been rows of their own since 0012: links of that kind are dead.
DELETE FROM "mailed_tokens" WHERE "kind" = 'invite';--> statement-breakpoint
ALTER TABLE "mailed_tokens" DROP CONSTRAINT "mailed_tokens_kind";--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_kind" CHECK ("mailed_tokens"."kind" in ('welcome', 'reset', 'confirm_email', 'download'));