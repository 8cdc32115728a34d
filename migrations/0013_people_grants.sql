GRANT SELECT, INSERT, UPDATE, DELETE ON "invitations" TO "app_tenant";
