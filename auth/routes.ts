// Every endpoint of auth, one line each, in URL order. GET /openapi.json and GET /docs are made from this list.
import { logout } from "./account/logout.ts";
import { getUser } from "./account/user.ts";
import { wellKnownJwks } from "./keys/well_known_jwks_json.ts";
import { health } from "./service/health.ts";
import { ready } from "./service/ready.ts";
import { settings } from "./service/settings.ts";
import { token } from "./sign_in/token.ts";
import { signup } from "./sign_up/signup.ts";

export const routes = [
  wellKnownJwks, //     GET /.well-known/jwks.json
  health, //            GET /health
  logout, //            POST /logout
  ready, //             GET /ready
  settings, //          GET /settings
  signup, //            POST /signup
  token, //             POST /token
  getUser, //           GET /user
];
