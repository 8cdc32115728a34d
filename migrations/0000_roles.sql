-- The role that a school's transactions take. Roles belong to the whole server: it may be there already, made for
-- another database, or beforehand by an administrator where ours may not make roles.
DO $$
BEGIN
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app_tenant') THEN
		BEGIN
			CREATE ROLE "app_tenant" NOLOGIN NOSUPERUSER NOBYPASSRLS;
		EXCEPTION WHEN duplicate_object OR unique_violation THEN
			NULL;
		END;
	END IF;
	IF NOT pg_has_role(current_user, 'app_tenant', 'member') THEN
		GRANT "app_tenant" TO current_user;
	END IF;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA "public" TO "app_tenant";
