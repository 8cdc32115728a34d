CREATE TABLE "subscriber_group_members" (
	"school_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	CONSTRAINT "subscriber_group_members_group_id_subscriber_id_pk" PRIMARY KEY("group_id","subscriber_id")
);
--> statement-breakpoint
ALTER TABLE "subscriber_group_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriber_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriber_groups_name" UNIQUE("school_id","name_key")
);
--> statement-breakpoint
ALTER TABLE "subscriber_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscriber_group_members" ADD CONSTRAINT "subscriber_group_members_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_group_members" ADD CONSTRAINT "subscriber_group_members_group_id_subscriber_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."subscriber_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_group_members" ADD CONSTRAINT "subscriber_group_members_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_groups" ADD CONSTRAINT "subscriber_groups_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriber_group_members_subscriber" ON "subscriber_group_members" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "subscriber_group_members_school" ON "subscriber_group_members" USING btree ("school_id");--> statement-breakpoint
CREATE POLICY "subscriber_group_members_school" ON "subscriber_group_members" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("subscriber_group_members"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("subscriber_group_members"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "subscriber_groups_school" ON "subscriber_groups" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("subscriber_groups"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("subscriber_groups"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);