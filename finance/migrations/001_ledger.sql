comment on table migrations is 'Which files of the migrations folder this schema has seen, and what they held';
