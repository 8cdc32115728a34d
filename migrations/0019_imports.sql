CREATE TABLE "subscriber_import_parts" (
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"school_id" uuid NOT NULL,
	"lines" jsonb NOT NULL,
	"is_done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "subscriber_import_parts_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
ALTER TABLE "subscriber_import_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriber_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"created_by" uuid,
	"file_name" text NOT NULL,
	"agreement" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"ignored" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "subscriber_imports_status" CHECK ("subscriber_imports"."status" in ('running', 'canceling', 'done', 'canceled')),
	CONSTRAINT "subscriber_imports_agreement" CHECK ("subscriber_imports"."agreement" in ('asked', 'told', 'moved'))
);
--> statement-breakpoint
ALTER TABLE "subscriber_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscriber_import_parts" ADD CONSTRAINT "subscriber_import_parts_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_import_parts" ADD CONSTRAINT "subscriber_import_parts_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD CONSTRAINT "subscriber_imports_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD CONSTRAINT "subscriber_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriber_import_parts_school" ON "subscriber_import_parts" USING btree ("school_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_imports_under_way" ON "subscriber_imports" USING btree ("school_id") WHERE "subscriber_imports"."status" in ('running', 'canceling');--> statement-breakpoint
CREATE INDEX "subscriber_imports_school" ON "subscriber_imports" USING btree ("school_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriber_imports_created_by" ON "subscriber_imports" USING btree ("created_by");--> statement-breakpoint
CREATE POLICY "subscriber_import_parts_school" ON "subscriber_import_parts" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("subscriber_import_parts"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("subscriber_import_parts"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "subscriber_imports_school" ON "subscriber_imports" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("subscriber_imports"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("subscriber_imports"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);