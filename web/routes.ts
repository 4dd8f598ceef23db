// Every endpoint of web, one line each, in URL order. The screens of the app are one page at many addresses, and so are those of the console.
import { getAssets } from "./assets/assets.ts";
import { getBrandLogo } from "./assets/brand_logo.ts";
import { getBrandStyle } from "./assets/brand_style.ts";
import { consoleScreens } from "./console/admin.ts";
import { deleteApiAdmin, getApiAdmin, patchApiAdmin, postApiAdmin, putApiAdmin } from "./console/api_admin.ts";
import { getApiAdminFinanceSpaces } from "./console/api_admin_finance_spaces.ts";
import { postApiAdminImpersonation } from "./console/api_admin_impersonation.ts";
import { postApiAdminMailPreviewPage } from "./console/api_admin_mail_preview_page.ts";
import { getDocs, getDocsPages } from "./docs/docs.ts";
import { getAuthorize } from "./pages/authorize.ts";
import { getCallback } from "./pages/callback.ts";
import { getCode, postCode } from "./pages/code.ts";
import { postCodeRequest } from "./pages/code_request.ts";
import { getConfirm, postConfirm } from "./pages/confirm.ts";
import { getInvitation, postInvitation } from "./pages/invitation.ts";
import { getLink } from "./pages/link.ts";
import { getNewPassword, postNewPassword } from "./pages/new_password.ts";
import { getOauthConsent, postOauthConsent } from "./pages/oauth_consent.ts";
import { getOwner, postOwner } from "./pages/owner.ts";
import { getRecover } from "./pages/recover.ts";
import { getSecondFactor, postSecondFactor } from "./pages/second_factor.ts";
import { postSecondFactorKey } from "./pages/second_factor_key.ts";
import { postSecondFactorKeyOptions } from "./pages/second_factor_key_options.ts";
import { postSecondFactorRequest } from "./pages/second_factor_request.ts";
import { postShare } from "./pages/share.ts";
import { getSignIn, postSignIn } from "./pages/sign_in.ts";
import { postSignInPasskey } from "./pages/sign_in_passkey.ts";
import { postSignInPasskeyOptions } from "./pages/sign_in_passkey_options.ts";
import { getSignInSso, postSignInSso } from "./pages/sign_in_sso.ts";
import { postSignOut } from "./pages/sign_out.ts";
import { getSignUp, postSignUp } from "./pages/sign_up.ts";
import { getSignedOut } from "./pages/signed_out.ts";
import { getTrust } from "./pages/trust.ts";
import { getTrustCofreCrt } from "./pages/trust_cofre_crt.ts";
import { getTrustCofreMobileconfig } from "./pages/trust_cofre_mobileconfig.ts";
import { getAgendaIcs } from "./proxy/agenda_ics.ts";
import { deleteApiAuth, getApiAuth, patchApiAuth, postApiAuth, putApiAuth } from "./proxy/api_auth.ts";
import { deleteApiFinance, getApiFinance, postApiFinance, putApiFinance } from "./proxy/api_finance.ts";
import { getApiReads } from "./proxy/api_reads.ts";
import { health } from "./service/health.ts";
import { ready } from "./service/ready.ts";
import { deleteSession, getSession } from "./sessions/session.ts";
import { deleteSessionImpersonation } from "./sessions/session_impersonation.ts";
import { postSessionProof } from "./sessions/session_proof.ts";
import { getIconPng } from "./shell/icon_png.ts";
import { getIcon } from "./shell/icon_svg.ts";
import { getManifest } from "./shell/manifest_webmanifest.ts";
import { screens } from "./shell/screens.ts";
import { getServiceWorker } from "./shell/sw_js.ts";

export const routes = [
  ...consoleScreens, // GET /admin
  getAgendaIcs, // GET /agenda.ics
  getApiAdmin, // GET /api/admin/*
  postApiAdmin, // POST /api/admin/*
  putApiAdmin, // PUT /api/admin/*
  patchApiAdmin, // PATCH /api/admin/*
  deleteApiAdmin, // DELETE /api/admin/*
  getApiAdminFinanceSpaces, // GET /api/admin/finance/spaces
  postApiAdminImpersonation, // POST /api/admin/impersonation
  postApiAdminMailPreviewPage, // POST /api/admin/mail/preview/page
  getApiAuth, // GET /api/auth/*
  postApiAuth, // POST /api/auth/*
  putApiAuth, // PUT /api/auth/*
  patchApiAuth, // PATCH /api/auth/*
  deleteApiAuth, // DELETE /api/auth/*
  getApiFinance, // GET /api/finance/*
  postApiFinance, // POST /api/finance/*
  putApiFinance, // PUT /api/finance/*
  deleteApiFinance, // DELETE /api/finance/*
  getApiReads, // GET /api/reads
  getAssets, // GET /assets/:name
  getAuthorize, // GET /authorize
  getBrandLogo, // GET /brand/logo
  getBrandStyle, // GET /brand/style
  getCallback, // GET /callback
  getCode, // GET /code
  postCode, // POST /code
  postCodeRequest, // POST /code/request
  getConfirm, // GET /confirm
  postConfirm, // POST /confirm
  getDocs, // GET /docs
  getDocsPages, // GET /docs/*
  health, // GET /health
  getIconPng, // GET /icon.png
  getIcon, // GET /icon.svg
  getInvitation, // GET /invitation
  postInvitation, // POST /invitation
  getLink, // GET /link
  getManifest, // GET /manifest.webmanifest
  getNewPassword, // GET /new_password
  postNewPassword, // POST /new_password
  getOauthConsent, // GET /oauth/consent
  postOauthConsent, // POST /oauth/consent
  getOwner, // GET /owner
  postOwner, // POST /owner
  ready, // GET /ready
  getRecover, // GET /recover
  getSecondFactor, // GET /second_factor
  postSecondFactor, // POST /second_factor
  postSecondFactorKey, // POST /second_factor/key
  postSecondFactorKeyOptions, // POST /second_factor/key/options
  postSecondFactorRequest, // POST /second_factor/request
  getSession, // GET /session
  deleteSession, // DELETE /session
  deleteSessionImpersonation, // DELETE /session/impersonation
  postSessionProof, // POST /session/proof
  postShare, // POST /share
  getSignIn, // GET /sign_in
  postSignIn, // POST /sign_in
  postSignInPasskey, // POST /sign_in/passkey
  postSignInPasskeyOptions, // POST /sign_in/passkey/options
  getSignInSso, // GET /sign_in/sso
  postSignInSso, // POST /sign_in/sso
  postSignOut, // POST /sign_out
  getSignUp, // GET /sign_up
  postSignUp, // POST /sign_up
  getSignedOut, // GET /signed_out
  getServiceWorker, // GET /sw.js
  getTrust, // GET /trust
  getTrustCofreCrt, // GET /trust/cofre.crt
  getTrustCofreMobileconfig, // GET /trust/cofre.mobileconfig
  ...screens,
];
