-- No release has called it: 0.1.0 did not write by posts, and all after it call post_2.
drop function post_1(bigint, bigint, uuid, integer, integer, text, timestamptz, jsonb);
