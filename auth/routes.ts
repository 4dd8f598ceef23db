// Every endpoint of auth, one line each, in URL order. GET /openapi.json and GET /docs are made from this list.
import { logout } from "./account/logout.ts";
import { reauthenticate } from "./account/reauthenticate.ts";
import { deleteOwnSession, getSessions } from "./account/sessions.ts";
import { deleteUser, getUser, putUser } from "./account/user.ts";
import { deleteUserIdentity } from "./account/user_identities.ts";
import { userIdentitiesAuthorize } from "./account/user_identities_authorize.ts";
import { adminActs } from "./admin/admin_acts.ts";
import { adminAudit } from "./admin/admin_audit.ts";
import {
  deleteAdminCustomProvider,
  getAdminCustomProvider,
  getAdminCustomProviders,
  postAdminCustomProviders,
  putAdminCustomProvider,
} from "./admin/admin_custom_providers.ts";
import { adminGenerateLink } from "./admin/admin_generate_link.ts";
import { getAdminHooks } from "./admin/admin_hooks.ts";
import { testAdminHook } from "./admin/admin_hooks_test.ts";
import { previewAdminMail } from "./admin/admin_mail_preview.ts";
import { testAdminMail } from "./admin/admin_mail_test.ts";
import {
  deleteAdminOauthClient,
  getAdminOauthClient,
  getAdminOauthClients,
  postAdminOauthClients,
  putAdminOauthClient,
} from "./admin/admin_oauth_clients.ts";
import { regenerateOauthClientSecret } from "./admin/admin_oauth_clients_regenerate_secret.ts";
import { getAdminProviderTry, postAdminProviderTries } from "./admin/admin_providers_tries.ts";
import { testAdminRedirect } from "./admin/admin_redirects_test.ts";
import { deleteAdminSession, getAdminSessions } from "./admin/admin_sessions.ts";
import { testAdminSms } from "./admin/admin_sms_test.ts";
import {
  deleteAdminUser,
  getAdminUser,
  getAdminUsers,
  postAdminUser,
  postAdminUsers,
  putAdminUser,
} from "./admin/admin_users.ts";
import { deleteAdminUserApp, getAdminUserApps } from "./admin/admin_users_apps.ts";
import { getAdminUserClaims } from "./admin/admin_users_claims.ts";
import { getAdminUserCredentials } from "./admin/admin_users_credentials.ts";
import { deleteAdminUserFactor, getAdminUserFactors, putAdminUserFactor } from "./admin/admin_users_factors.ts";
import { deleteAdminUserIdentity } from "./admin/admin_users_identities.ts";
import { getAdminUserMails, postAdminUserMails } from "./admin/admin_users_mails.ts";
import { deleteAdminUserPasskey, getAdminUserPasskeys } from "./admin/admin_users_passkeys.ts";
import { getAdminUserRole } from "./admin/admin_users_role.ts";
import { deleteAdminUserSession, deleteAdminUserSessions, getAdminUserSessions } from "./admin/admin_users_sessions.ts";
import { invite } from "./admin/invite.ts";
import {
  deleteAdminAdministrator,
  getAdminAdministrators,
  putAdminAdministrator,
} from "./administrators/admin_administrators.ts";
import { getAdminRights } from "./administrators/admin_rights.ts";
import { deleteAdminApiKey, getAdminApiKey, getAdminApiKeys, postAdminApiKeys } from "./api_keys/admin_api_keys.ts";
import { rotateAdminApiKey } from "./api_keys/admin_api_keys_rotate.ts";
import { getAdminBulkJob, getAdminBulkJobs, postAdminBulkJobs } from "./bulk_jobs/admin_bulk_jobs.ts";
import { cancelAdminBulkJob } from "./bulk_jobs/admin_bulk_jobs_cancel.ts";
import { getAdminBulkJobResults } from "./bulk_jobs/admin_bulk_jobs_results.ts";
import { undoAdminBulkJob } from "./bulk_jobs/admin_bulk_jobs_undo.ts";
import { adminProviders } from "./external/admin_providers.ts";
import { testAdminProvider } from "./external/admin_providers_test.ts";
import { authorize } from "./external/authorize.ts";
import { authorizeTry } from "./external/authorize_try.ts";
import { getCallback, postCallback } from "./external/callback.ts";
import { callbackConfirm } from "./external/callback_confirm.ts";
import { deleteFactor, postFactors } from "./factors/factors.ts";
import { postFactorChallenge } from "./factors/factors_challenge.ts";
import { deleteRecoveryCodes, getRecoveryCodes, postRecoveryCodes } from "./factors/factors_recovery_codes.ts";
import { regenerateRecoveryCodes } from "./factors/factors_recovery_codes_regenerate.ts";
import { verifyRecoveryCode } from "./factors/factors_recovery_codes_verify.ts";
import { postFactorVerify } from "./factors/factors_verify.ts";
import { adminFindings } from "./findings/admin_findings.ts";
import { dismissAdminFinding } from "./findings/admin_findings_dismiss.ts";
import { restoreAdminFinding } from "./findings/admin_findings_restore.ts";
import { postAdminUserImpersonations } from "./impersonation/admin_users_impersonations.ts";
import { postUserSupportCode } from "./impersonation/user_support_code.ts";
import { wellKnownJwks } from "./keys/well_known_jwks_json.ts";
import { deleteAdminJob, getAdminJobs } from "./maintenance/admin_jobs.ts";
import { retryAdminJob } from "./maintenance/admin_jobs_retry.ts";
import { getAdminMaintenance } from "./maintenance/admin_maintenance.ts";
import { deleteAdminMessage, getAdminOutbox } from "./maintenance/admin_outbox.ts";
import { retryAdminMessage } from "./maintenance/admin_outbox_retry.ts";
import { getAdminUsersExport, postAdminUsersExport } from "./moving_out/admin_users_export.ts";
import { oauthClientsRegister } from "./oauth_clients/oauth_clients_register.ts";
import { getOauthAuthorization } from "./oauth_server/oauth_authorizations.ts";
import { postOauthConsent } from "./oauth_server/oauth_authorizations_consent.ts";
import { getOauthAuthorize, postOauthAuthorize } from "./oauth_server/oauth_authorize.ts";
import { getOauthEndSession, postOauthEndSession } from "./oauth_server/oauth_end_session.ts";
import { oauthIntrospect } from "./oauth_server/oauth_introspect.ts";
import { oauthRevoke } from "./oauth_server/oauth_revoke.ts";
import { oauthToken } from "./oauth_server/oauth_token.ts";
import { getOauthUserinfo, postOauthUserinfo } from "./oauth_server/oauth_userinfo.ts";
import { deleteUserOauthGrant, getUserOauthGrants } from "./oauth_server/user_oauth_grants.ts";
import { wellKnownOauthServer } from "./oauth_server/well_known_oauth_authorization_server.ts";
import { wellKnownOauthServerOfPath } from "./oauth_server/well_known_oauth_authorization_server_auth_v1.ts";
import { wellKnownOpenidConfiguration } from "./oauth_server/well_known_openid_configuration.ts";
import { wellKnownOpenidConfigurationOfPath } from "./oauth_server/well_known_openid_configuration_auth_v1.ts";
import { magiclink } from "./otp_requests/magiclink.ts";
import { otp } from "./otp_requests/otp.ts";
import { recover } from "./otp_requests/recover.ts";
import { resend } from "./otp_requests/resend.ts";
import { adminOverview } from "./overview/admin_overview.ts";
import { deleteOwnPasskey, getPasskeys, patchPasskey } from "./passkeys/passkeys.ts";
import { passkeyAuthenticationOptions } from "./passkeys/passkeys_authentication_options.ts";
import { passkeyAuthenticationVerify } from "./passkeys/passkeys_authentication_verify.ts";
import { passkeyRegistrationOptions } from "./passkeys/passkeys_registration_options.ts";
import { passkeyRegistrationVerify } from "./passkeys/passkeys_registration_verify.ts";
import { getAdminLimits } from "./protection/admin_limits.ts";
import { deleteAdminLimitsSubject, getAdminLimitsSubject } from "./protection/admin_limits_subject.ts";
import { testAdminPassword } from "./protection/admin_passwords_test.ts";
import { getAdminProtection } from "./protection/admin_protection.ts";
import { scimResourceTypes } from "./scim/scim_v2_resource_types.ts";
import { scimSchemas } from "./scim/scim_v2_schemas.ts";
import { scimServiceProviderConfig } from "./scim/scim_v2_service_provider_config.ts";
import { getServer } from "./server/server.ts";
import { postServerInvitations } from "./server/server_invitations.ts";
import { getServerMailbox, getServerMessage } from "./server/server_mailbox.ts";
import { postServerOwner, putServerOwner } from "./server/server_owner.ts";
import { postServerOwnerCode } from "./server/server_owner_code.ts";
import { health } from "./service/health.ts";
import { ready } from "./service/ready.ts";
import { serviceCheckPassword } from "./service/service_check_password.ts";
import { deleteServiceDeletedUser, serviceDeletedUsers } from "./service/service_deleted_users.ts";
import { serviceInvitations } from "./service/service_invitations.ts";
import { serviceUserChanges } from "./service/service_user_changes.ts";
import { settings } from "./service/settings.ts";
import { getAdminSettings, patchAdminSettings } from "./settings/admin_settings.ts";
import { deleteAdminSettingsConfirm, postAdminSettingsConfirm } from "./settings/admin_settings_confirm.ts";
import { getAdminSettingsVersion, getAdminSettingsVersions } from "./settings/admin_settings_versions.ts";
import { undoAdminSettingsVersion } from "./settings/admin_settings_versions_undo.ts";
import { token } from "./sign_in/token.ts";
import { signup } from "./sign_up/signup.ts";
import { deleteAdminSigningKey, getAdminSigningKeys, postAdminSigningKeys } from "./signing_keys/admin_signing_keys.ts";
import { signWithAdminSigningKey } from "./signing_keys/admin_signing_keys_sign.ts";
import {
  deleteAdminSsoProvider,
  getAdminSsoProvider,
  getAdminSsoProviders,
  postAdminSsoProviders,
  putAdminSsoProvider,
} from "./sso/admin_sso_providers.ts";
import { testAdminSsoProvider } from "./sso/admin_sso_providers_test.ts";
import { getSso, postSso } from "./sso/sso.ts";
import { postSsoSamlAcs } from "./sso/sso_saml_acs.ts";
import { getSsoSamlMetadata } from "./sso/sso_saml_metadata.ts";
import { getAdminUserImport, getAdminUserImports, postAdminUserImports } from "./user_imports/admin_user_imports.ts";
import { cancelAdminUserImport } from "./user_imports/admin_user_imports_cancel.ts";
import { checkAdminUserImport } from "./user_imports/admin_user_imports_check.ts";
import { putAdminUserImportPart } from "./user_imports/admin_user_imports_parts.ts";
import { getAdminUserImportResults } from "./user_imports/admin_user_imports_results.ts";
import { startAdminUserImport } from "./user_imports/admin_user_imports_start.ts";
import { getAdminRetention } from "./user_retention/admin_retention.ts";
import { getVerify, postVerify } from "./verification/verify.ts";
import {
  deleteAdminWebhook,
  getAdminWebhook,
  getAdminWebhooks,
  postAdminWebhooks,
  putAdminWebhook,
} from "./webhooks/admin_webhooks.ts";
import { getAdminWebhookDeliveries } from "./webhooks/admin_webhooks_deliveries.ts";
import { resendAdminWebhookDelivery } from "./webhooks/admin_webhooks_deliveries_resend.ts";
import { pingAdminWebhook } from "./webhooks/admin_webhooks_ping.ts";
import { rotateAdminWebhookSecret } from "./webhooks/admin_webhooks_rotate_secret.ts";

export const routes = [
  wellKnownJwks, //        GET /.well-known/jwks.json
  wellKnownOauthServer, // GET /.well-known/oauth-authorization-server
  wellKnownOauthServerOfPath, // GET /.well-known/oauth-authorization-server/auth/v1
  wellKnownOpenidConfiguration, // GET /.well-known/openid-configuration
  wellKnownOpenidConfigurationOfPath, // GET /.well-known/openid-configuration/auth/v1
  adminActs, //            GET /admin/acts
  getAdminAdministrators, // GET /admin/administrators
  putAdminAdministrator, // PUT /admin/administrators/:user_id
  deleteAdminAdministrator, // DELETE /admin/administrators/:user_id
  getAdminApiKeys, //      GET /admin/api-keys
  postAdminApiKeys, //     POST /admin/api-keys
  getAdminApiKey, //       GET /admin/api-keys/:id
  deleteAdminApiKey, //    DELETE /admin/api-keys/:id
  rotateAdminApiKey, //    POST /admin/api-keys/:id/rotate
  adminAudit, //           GET /admin/audit
  getAdminBulkJobs, //     GET /admin/bulk-jobs
  postAdminBulkJobs, //    POST /admin/bulk-jobs
  getAdminBulkJob, //      GET /admin/bulk-jobs/:id
  cancelAdminBulkJob, //   POST /admin/bulk-jobs/:id/cancel
  getAdminBulkJobResults, // GET /admin/bulk-jobs/:id/results
  undoAdminBulkJob, //     POST /admin/bulk-jobs/:id/undo
  getAdminCustomProviders, // GET /admin/custom-providers
  postAdminCustomProviders, // POST /admin/custom-providers
  getAdminCustomProvider, // GET /admin/custom-providers/:identifier
  putAdminCustomProvider, // PUT /admin/custom-providers/:identifier
  deleteAdminCustomProvider, // DELETE /admin/custom-providers/:identifier
  adminFindings, //        GET /admin/findings
  dismissAdminFinding, //  POST /admin/findings/:id/dismiss
  restoreAdminFinding, //  POST /admin/findings/:id/restore
  adminGenerateLink, //    POST /admin/generate_link
  getAdminHooks, //        GET /admin/hooks
  testAdminHook, //        POST /admin/hooks/:name/test
  getAdminJobs, //         GET /admin/jobs
  deleteAdminJob, //       DELETE /admin/jobs/:id
  retryAdminJob, //        POST /admin/jobs/:id/retry
  getAdminLimits, //       GET /admin/limits
  getAdminLimitsSubject, // GET /admin/limits/subject
  deleteAdminLimitsSubject, // DELETE /admin/limits/subject
  previewAdminMail, //     POST /admin/mail/preview
  testAdminMail, //        POST /admin/mail/test
  getAdminMaintenance, //  GET /admin/maintenance
  getAdminOauthClients, // GET /admin/oauth/clients
  postAdminOauthClients, // POST /admin/oauth/clients
  getAdminOauthClient, // GET /admin/oauth/clients/:id
  putAdminOauthClient, // PUT /admin/oauth/clients/:id
  deleteAdminOauthClient, // DELETE /admin/oauth/clients/:id
  regenerateOauthClientSecret, // POST /admin/oauth/clients/:id/regenerate_secret
  getAdminOutbox, //       GET /admin/outbox
  deleteAdminMessage, //   DELETE /admin/outbox/:id
  retryAdminMessage, //    POST /admin/outbox/:id/retry
  adminOverview, //        GET /admin/overview
  testAdminPassword, //    POST /admin/passwords/test
  getAdminProtection, //   GET /admin/protection
  adminProviders, //       GET /admin/providers
  testAdminProvider, //    POST /admin/providers/:name/test
  postAdminProviderTries, // POST /admin/providers/:name/tries
  getAdminProviderTry, //  GET /admin/providers/:name/tries/:id
  testAdminRedirect, //    POST /admin/redirects/test
  getAdminRetention, //    GET /admin/retention
  getAdminRights, //       GET /admin/rights
  getAdminSessions, //     GET /admin/sessions
  deleteAdminSession, //   DELETE /admin/sessions/:session_id
  getAdminSettings, //     GET /admin/settings
  patchAdminSettings, //   PATCH /admin/settings
  postAdminSettingsConfirm, // POST /admin/settings/confirm
  deleteAdminSettingsConfirm, // DELETE /admin/settings/confirm
  getAdminSettingsVersions, // GET /admin/settings/versions
  getAdminSettingsVersion, // GET /admin/settings/versions/:version
  undoAdminSettingsVersion, // POST /admin/settings/versions/:version/undo
  getAdminSigningKeys, //  GET /admin/signing-keys
  postAdminSigningKeys, // POST /admin/signing-keys
  deleteAdminSigningKey, // DELETE /admin/signing-keys/:kid
  signWithAdminSigningKey, // POST /admin/signing-keys/:kid/sign
  testAdminSms, //         POST /admin/sms/test
  getAdminSsoProviders, // GET /admin/sso/providers
  postAdminSsoProviders, // POST /admin/sso/providers
  getAdminSsoProvider, //  GET /admin/sso/providers/:id
  putAdminSsoProvider, //  PUT /admin/sso/providers/:id
  deleteAdminSsoProvider, // DELETE /admin/sso/providers/:id
  testAdminSsoProvider, // POST /admin/sso/providers/:id/test
  getAdminUserImports, //  GET /admin/user-imports
  postAdminUserImports, // POST /admin/user-imports
  getAdminUserImport, //   GET /admin/user-imports/:id
  cancelAdminUserImport, // POST /admin/user-imports/:id/cancel
  checkAdminUserImport, // POST /admin/user-imports/:id/check
  putAdminUserImportPart, // PUT /admin/user-imports/:id/parts/:number
  getAdminUserImportResults, // GET /admin/user-imports/:id/results
  startAdminUserImport, // POST /admin/user-imports/:id/start
  getAdminUsers, //        GET /admin/users
  postAdminUsers, //       POST /admin/users
  getAdminUser, //         GET /admin/users/:id
  postAdminUser, //        POST /admin/users/:id
  putAdminUser, //         PUT /admin/users/:id
  deleteAdminUser, //      DELETE /admin/users/:id
  getAdminUserApps, //     GET /admin/users/:id/apps
  deleteAdminUserApp, //   DELETE /admin/users/:id/apps/:client_id
  getAdminUserClaims, //   GET /admin/users/:id/claims
  getAdminUserCredentials, // GET /admin/users/:id/credentials
  getAdminUserFactors, //  GET /admin/users/:id/factors
  putAdminUserFactor, //   PUT /admin/users/:id/factors/:factor_id
  deleteAdminUserFactor, // DELETE /admin/users/:id/factors/:factor_id
  deleteAdminUserIdentity, // DELETE /admin/users/:id/identities/:identity_id
  postAdminUserImpersonations, // POST /admin/users/:id/impersonations
  getAdminUserMails, //    GET /admin/users/:id/mails
  postAdminUserMails, //   POST /admin/users/:id/mails
  getAdminUserPasskeys, // GET /admin/users/:id/passkeys
  deleteAdminUserPasskey, // DELETE /admin/users/:id/passkeys/:passkey_id
  getAdminUserRole, //     GET /admin/users/:id/role
  getAdminUserSessions, // GET /admin/users/:id/sessions
  deleteAdminUserSessions, // DELETE /admin/users/:id/sessions
  deleteAdminUserSession, // DELETE /admin/users/:id/sessions/:session_id
  getAdminUsersExport, //  GET /admin/users/export
  postAdminUsersExport, // POST /admin/users/export
  getAdminWebhooks, //     GET /admin/webhooks
  postAdminWebhooks, //    POST /admin/webhooks
  getAdminWebhook, //      GET /admin/webhooks/:id
  putAdminWebhook, //      PUT /admin/webhooks/:id
  deleteAdminWebhook, //   DELETE /admin/webhooks/:id
  getAdminWebhookDeliveries, // GET /admin/webhooks/:id/deliveries
  resendAdminWebhookDelivery, // POST /admin/webhooks/:id/deliveries/:delivery_id/resend
  pingAdminWebhook, //     POST /admin/webhooks/:id/ping
  rotateAdminWebhookSecret, // POST /admin/webhooks/:id/rotate_secret
  authorize, //            GET /authorize
  authorizeTry, //         GET /authorize/try
  getCallback, //          GET /callback
  postCallback, //         POST /callback
  callbackConfirm, //      POST /callback/confirm
  postFactors, //          POST /factors
  deleteFactor, //         DELETE /factors/:factor_id
  postFactorChallenge, //  POST /factors/:factor_id/challenge
  postFactorVerify, //     POST /factors/:factor_id/verify
  getRecoveryCodes, //     GET /factors/recovery-codes
  postRecoveryCodes, //    POST /factors/recovery-codes
  deleteRecoveryCodes, //  DELETE /factors/recovery-codes
  regenerateRecoveryCodes, // POST /factors/recovery-codes/regenerate
  verifyRecoveryCode, //   POST /factors/recovery-codes/verify
  health, //               GET /health
  invite, //               POST /invite
  logout, //               POST /logout
  magiclink, //            POST /magiclink
  getOauthAuthorization, // GET /oauth/authorizations/:id
  postOauthConsent, // POST /oauth/authorizations/:id/consent
  getOauthAuthorize, // GET /oauth/authorize
  postOauthAuthorize, // POST /oauth/authorize
  oauthClientsRegister, // POST /oauth/clients/register
  getOauthEndSession, // GET /oauth/end_session
  postOauthEndSession, // POST /oauth/end_session
  oauthIntrospect, // POST /oauth/introspect
  oauthRevoke, // POST /oauth/revoke
  oauthToken, // POST /oauth/token
  getOauthUserinfo, // GET /oauth/userinfo
  postOauthUserinfo, // POST /oauth/userinfo
  otp, //                  POST /otp
  getPasskeys, //          GET /passkeys
  patchPasskey, //         PATCH /passkeys/:passkey_id
  deleteOwnPasskey, //     DELETE /passkeys/:passkey_id
  passkeyAuthenticationOptions, // POST /passkeys/authentication/options
  passkeyAuthenticationVerify, // POST /passkeys/authentication/verify
  passkeyRegistrationOptions, // POST /passkeys/registration/options
  passkeyRegistrationVerify, // POST /passkeys/registration/verify
  ready, //                GET /ready
  reauthenticate, //       GET /reauthenticate
  recover, //              POST /recover
  resend, //               POST /resend
  scimResourceTypes, //    GET /scim/v2/ResourceTypes
  scimSchemas, //          GET /scim/v2/Schemas
  scimServiceProviderConfig, // GET /scim/v2/ServiceProviderConfig
  getServer, //            GET /server
  postServerInvitations, // POST /server/invitations
  getServerMailbox, //     GET /server/mailbox
  getServerMessage, //     GET /server/mailbox/:name
  postServerOwner, //      POST /server/owner
  putServerOwner, //       PUT /server/owner
  postServerOwnerCode, //  POST /server/owner/code
  serviceCheckPassword, // POST /service/check_password
  serviceDeletedUsers, //  GET /service/deleted_users
  deleteServiceDeletedUser, // DELETE /service/deleted_users/:user_id
  serviceInvitations, //   POST /service/invitations
  serviceUserChanges, //   GET /service/user_changes
  getSessions, //          GET /sessions
  deleteOwnSession, //     DELETE /sessions/:session_id
  settings, //             GET /settings
  signup, //               POST /signup
  getSso, //               GET /sso
  postSso, //              POST /sso
  postSsoSamlAcs, //       POST /sso/saml/acs
  getSsoSamlMetadata, //   GET /sso/saml/metadata
  token, //                POST /token
  getUser, //              GET /user
  putUser, //              PUT /user
  deleteUser, //           DELETE /user
  deleteUserIdentity, //   DELETE /user/identities/:identity_id
  userIdentitiesAuthorize, // GET /user/identities/authorize
  getUserOauthGrants, // GET /user/oauth/grants
  deleteUserOauthGrant, // DELETE /user/oauth/grants
  postUserSupportCode, //  POST /user/support-code
  getVerify, //            GET /verify
  postVerify, //           POST /verify
];
