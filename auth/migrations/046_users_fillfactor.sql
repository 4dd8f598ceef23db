-- Room on each page, so that a sign-in writes its row anew beside itself, and none of the indexes of lists.
alter table users set (fillfactor = 85);
