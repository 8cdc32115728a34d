CREATE TABLE "group_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"created_by" uuid,
	"steps" jsonb NOT NULL,
	"leavers_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "group_moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriber_import_changes" (
	"import_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"school_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"is_added" boolean NOT NULL,
	"first_before" text,
	"last_before" text,
	"group_ids" uuid[] NOT NULL,
	CONSTRAINT "subscriber_import_changes_import_id_subscriber_id_pk" PRIMARY KEY("import_id","subscriber_id")
);
--> statement-breakpoint
ALTER TABLE "subscriber_import_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscriber_imports" DROP CONSTRAINT "subscriber_imports_status";--> statement-breakpoint
DROP INDEX "subscriber_imports_under_way";--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD COLUMN "group_values" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD COLUMN "is_undoable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "group_moves" ADD CONSTRAINT "group_moves_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_moves" ADD CONSTRAINT "group_moves_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_moves" ADD CONSTRAINT "group_moves_leavers_id_subscriber_groups_id_fk" FOREIGN KEY ("leavers_id") REFERENCES "public"."subscriber_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_import_changes" ADD CONSTRAINT "subscriber_import_changes_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_import_changes" ADD CONSTRAINT "subscriber_import_changes_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_import_changes" ADD CONSTRAINT "subscriber_import_changes_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_moves_school" ON "group_moves" USING btree ("school_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "group_moves_created_by" ON "group_moves" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "group_moves_leavers" ON "group_moves" USING btree ("leavers_id");--> statement-breakpoint
CREATE INDEX "subscriber_import_changes_subscriber" ON "subscriber_import_changes" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "subscriber_import_changes_school" ON "subscriber_import_changes" USING btree ("school_id");--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscribers_import" ON "subscribers" USING btree ("import_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_imports_under_way" ON "subscriber_imports" USING btree ("school_id") WHERE "subscriber_imports"."status" in ('reading', 'running', 'canceling', 'undoing');--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD CONSTRAINT "subscriber_imports_status" CHECK ("subscriber_imports"."status" in ('reading', 'running', 'canceling', 'undoing', 'done', 'canceled', 'undone', 'failed'));--> statement-breakpoint
CREATE POLICY "group_moves_school" ON "group_moves" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("group_moves"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("group_moves"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "subscriber_import_changes_school" ON "subscriber_import_changes" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("subscriber_import_changes"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("subscriber_import_changes"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);