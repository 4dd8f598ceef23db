-- A refund names the transaction whose money it brings back, and a leg of a transfer the one that it was split from. Both are columns
-- without a foreign key: what they name may be deleted, and come back by an undo. Indexes hold linked rows alone.

alter table transactions add column refund_of_id bigint;
comment on column transactions.refund_of_id is 'The transaction whose money it brings back. Where there is none of that id any more, it was deleted';
alter table transactions add column split_from_id bigint;
comment on column transactions.split_from_id is 'Of a leg of a transfer: the transaction of the same account that it was split from; a bank has one line for both. Where there is none of that id any more, it was deleted';

create index transactions_refund_of_idx on transactions (space_id, refund_of_id) where refund_of_id is not null;
create index transactions_split_from_idx on transactions (space_id, split_from_id) where split_from_id is not null;
