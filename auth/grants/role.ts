// The roles of users on this server, from the least to the most. They are rows of `server_grants`, never metadata.

export const SERVER_ROLES = ["viewer", "support", "security", "admin", "owner"] as const;

export type ServerRole = (typeof SERVER_ROLES)[number];
