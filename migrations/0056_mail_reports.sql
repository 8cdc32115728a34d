CREATE TABLE "report_mailboxes" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"uid_validity" text NOT NULL,
	"last_uid" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slow_domains" (
	"domain" text PRIMARY KEY NOT NULL,
	"gap_ms" integer NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"said" text NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "delivery_recipients" ADD COLUMN "report" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "bounce_kind" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "complained_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "address_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "delivery_recipients" ADD CONSTRAINT "delivery_recipients_report_known" CHECK ("delivery_recipients"."report" in ('full', 'blocked', 'soft', 'gone', 'complaint'));--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_bounce_kind" CHECK ("subscribers"."bounce_kind" in ('gone', 'repeated'));