CREATE TABLE "slow_receivers" (
	"receiver" text PRIMARY KEY NOT NULL,
	"refusals" integer NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_budget" DROP CONSTRAINT "mail_budget_one";--> statement-breakpoint
ALTER TABLE "mail_budget" ADD CONSTRAINT "mail_budget_known" CHECK ("mail_budget"."id" in (1, 2));