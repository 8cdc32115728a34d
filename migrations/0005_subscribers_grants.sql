GRANT SELECT, INSERT, UPDATE, DELETE ON "suppressions" TO "app_tenant";
