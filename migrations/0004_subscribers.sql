CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"email_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_school_email" UNIQUE("school_id","email_hash")
);
--> statement-breakpoint
ALTER TABLE "suppressions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "unsubscribed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "bounce_reason" text;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscribers_by_name" ON "subscribers" USING btree ("school_id",lower("last_name"),lower("first_name"),"id");--> statement-breakpoint
CREATE POLICY "suppressions_school" ON "suppressions" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("suppressions"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("suppressions"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);