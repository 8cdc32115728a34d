-- What a school's transactions may touch, row-level security on top. Sessions, mailed links and counters of tries are
-- not a school's: nothing done in its name reaches them.
GRANT SELECT, INSERT, UPDATE, DELETE ON "newsletters", "editions", "attachments", "subscribers", "users" TO "app_tenant";
--> statement-breakpoint
GRANT SELECT, UPDATE ON "schools" TO "app_tenant";
--> statement-breakpoint
GRANT SELECT, INSERT ON "audit_log" TO "app_tenant";
