// Every endpoint of finance, one line each, in URL order, below /rest/v2. GET /openapi.json and GET /docs are made from this list.
import { deleteAccount, getAccount, getAccounts, postAccounts, putAccount } from "./accounts/accounts.ts";
import { putAccountArchive } from "./accounts/accounts_archive.ts";
import { putAccountUnarchive } from "./accounts/accounts_unarchive.ts";
import { getAgendaIcs } from "./agenda/agenda_ics.ts";
import {
  deleteTransactionsAttachment,
  getTransactionsAttachment,
  getTransactionsAttachments,
  postTransactionsAttachments,
} from "./attachments/transactions_attachments.ts";
import { getBalances } from "./balances/balances.ts";
import { deleteBudget, getBudgets, getBudgetsOfMonth, getBudgetsOfYear, postBudgets, putBudget } from "./budgets/budgets.ts";
import { postBudgetsClone } from "./budgets/budgets_clone.ts";
import { getBudgetExplain } from "./budgets/budgets_explain.ts";
import { getBudgetsGroups } from "./budgets/budgets_groups.ts";
import { getBudgetsSuggestions } from "./budgets/budgets_suggestions.ts";
import { postBudgetsYear } from "./budgets/budgets_year.ts";
import { deleteCategory, getCategories, getCategory, postCategories, putCategory } from "./categories/categories.ts";
import { deleteCategoryMemory, getCategoryMemory } from "./category_memory/category_memory.ts";
import { postCategoryMemoryForget } from "./category_memory/category_memory_forget.ts";
import { getChanges } from "./changes/changes.ts";
import { postChangesUndo } from "./changes/changes_undo.ts";
import { deleteApiToken, getApiTokens, postApiTokens } from "./credentials/api_tokens.ts";
import { deleteCreditCard, getCreditCard, getCreditCards, postCreditCards, putCreditCard } from "./credit_cards/credit_cards.ts";
import { getDescriptions } from "./descriptions/descriptions.ts";
import { getExports } from "./exports/exports.ts";
import { postExportsRestore } from "./exports/exports_restore.ts";
import { getForecast, postForecast } from "./forecast/forecast.ts";
import { deleteGoal, getGoal, getGoals, postGoals, putGoal } from "./goals/goals.ts";
import { postGoalMove } from "./goals/goals_move.ts";
import { postGoalRelease } from "./goals/goals_release.ts";
import { postGoalReserve } from "./goals/goals_reserve.ts";
import { deleteGoalSpend, postGoalSpend } from "./goals/goals_spend.ts";
import { deleteImportRule, getImportRule, getImportRules, postImportRules, putImportRule } from "./import_rules/import_rules.ts";
import { postImportRulesRun } from "./import_rules/import_rules_run.ts";
import { postImportRulesTry } from "./import_rules/import_rules_try.ts";
import { deleteImportLayout, getImportLayouts } from "./imports/import_layouts.ts";
import { deleteImport, getImport, getImports, postImports } from "./imports/imports.ts";
import { postImportApply } from "./imports/imports_apply.ts";
import { getImportLines, putImportLine, putImportLines } from "./imports/imports_lines.ts";
import { getInvoice, getInvoices } from "./invoices/credit_cards_invoices.ts";
import { getInvoiceChecks, putInvoiceChecks } from "./invoices/credit_cards_invoices_checks.ts";
import { getInvoiceExplain } from "./invoices/credit_cards_invoices_explain.ts";
import {
  deleteInvoicePayment,
  getInvoicePayments,
  postInvoicePayments,
  putInvoicePayment,
} from "./invoices/credit_cards_invoices_payments.ts";
import { getAllInvoices } from "./invoices/invoices.ts";
import { deleteInvitation, getInvitations, postInvitations } from "./members/invitations.ts";
import { postInvitationsAccept } from "./members/invitations_accept.ts";
import { getInvitationsReceived } from "./members/invitations_received.ts";
import { deleteMemberOf, getMembers, putMemberRole } from "./members/members.ts";
import { deleteSpaceById, getSpaces, postSpaces, putSpace } from "./members/spaces.ts";
import { getSpacesMonths, putSpacesMonths } from "./months/spaces_months.ts";
import { getOperatorsSpaces } from "./operators/operators_spaces.ts";
import { getOverview } from "./overview/overview.ts";
import { getReportsCashFlow } from "./reports/reports_cash_flow.ts";
import { getReportsCategories } from "./reports/reports_categories.ts";
import { getReportsNetWorth } from "./reports/reports_net_worth.ts";
import { health } from "./service/health.ts";
import { ready } from "./service/ready.ts";
import { getResourceMetadata } from "./service/well_known_oauth_protected_resource.ts";
import { getResourceMetadataOfPath } from "./service/well_known_oauth_protected_resource_rest_v2.ts";
import { getTags } from "./tags/tags.ts";
import {
  deleteTransaction,
  getTransaction,
  getTransactions,
  postTransactions,
  putTransaction,
} from "./transactions/transactions.ts";
import { postTransactionsBulk } from "./transactions/transactions_bulk.ts";
import { deleteTransfer, getTransfer, getTransfers, postTransfers, putTransfer } from "./transfers/transfers.ts";
import { getPreferences, putPreferences } from "./users/preferences.ts";
import { getUser, getUsers } from "./users/users.ts";
import { getUsersMe } from "./users/users_me.ts";
import { deleteWebhookById, getWebhook, getWebhooks, postWebhooks, putWebhookById } from "./webhooks/webhooks.ts";
import { getWebhookDeliveries } from "./webhooks/webhooks_deliveries.ts";
import { postWebhookDeliveryResend } from "./webhooks/webhooks_deliveries_resend.ts";
import { postWebhookPing } from "./webhooks/webhooks_ping.ts";
import { postWebhookRotateSecret } from "./webhooks/webhooks_rotate_secret.ts";

export const routes = [
  getResourceMetadata, // GET /.well-known/oauth-protected-resource
  getResourceMetadataOfPath, // GET /.well-known/oauth-protected-resource/rest/v2
  getAccounts, // GET /accounts
  postAccounts, // POST /accounts
  getAccount, // GET /accounts/:id
  putAccount, // PUT /accounts/:id
  deleteAccount, // DELETE /accounts/:id
  putAccountArchive, // PUT /accounts/:id/archive
  putAccountUnarchive, // PUT /accounts/:id/unarchive
  getAgendaIcs, // GET /agenda.ics
  getApiTokens, // GET /api_tokens
  postApiTokens, // POST /api_tokens
  deleteApiToken, // DELETE /api_tokens/:id
  getBalances, // GET /balances
  getBudgets, // GET /budgets
  postBudgets, // POST /budgets
  getBudgetsOfMonth, // GET /budgets/:year/:month
  getBudgetsOfYear, // GET /budgets/:year_or_id
  putBudget, // PUT /budgets/:year_or_id
  deleteBudget, // DELETE /budgets/:year_or_id
  getBudgetExplain, // GET /budgets/:year_or_id/explain
  postBudgetsClone, // POST /budgets/clone
  getBudgetsGroups, // GET /budgets/groups
  getBudgetsSuggestions, // GET /budgets/suggestions
  postBudgetsYear, // POST /budgets/year
  getCategories, // GET /categories
  postCategories, // POST /categories
  getCategory, // GET /categories/:id
  putCategory, // PUT /categories/:id
  deleteCategory, // DELETE /categories/:id
  getCategoryMemory, // GET /category_memory
  deleteCategoryMemory, // DELETE /category_memory/:id
  postCategoryMemoryForget, // POST /category_memory/forget
  getChanges, // GET /changes
  postChangesUndo, // POST /changes/undo
  getCreditCards, // GET /credit_cards
  postCreditCards, // POST /credit_cards
  getCreditCard, // GET /credit_cards/:id
  putCreditCard, // PUT /credit_cards/:id
  deleteCreditCard, // DELETE /credit_cards/:id
  getInvoices, // GET /credit_cards/:id/invoices
  getInvoice, // GET /credit_cards/:id/invoices/:number
  getInvoiceChecks, // GET /credit_cards/:id/invoices/:number/checks
  putInvoiceChecks, // PUT /credit_cards/:id/invoices/:number/checks
  getInvoiceExplain, // GET /credit_cards/:id/invoices/:number/explain
  getInvoicePayments, // GET /credit_cards/:id/invoices/:number/payments
  postInvoicePayments, // POST /credit_cards/:id/invoices/:number/payments
  putInvoicePayment, // PUT /credit_cards/:id/invoices/:number/payments/:payment_id
  deleteInvoicePayment, // DELETE /credit_cards/:id/invoices/:number/payments/:payment_id
  getDescriptions, // GET /descriptions
  getExports, // GET /exports
  postExportsRestore, // POST /exports/restore
  getForecast, // GET /forecast
  postForecast, // POST /forecast
  getGoals, // GET /goals
  postGoals, // POST /goals
  getGoal, // GET /goals/:id
  putGoal, // PUT /goals/:id
  deleteGoal, // DELETE /goals/:id
  postGoalMove, // POST /goals/:id/move
  postGoalRelease, // POST /goals/:id/release
  postGoalReserve, // POST /goals/:id/reserve
  postGoalSpend, // POST /goals/:id/spend
  deleteGoalSpend, // DELETE /goals/:id/spend
  health, // GET /health
  getImportLayouts, // GET /import_layouts
  deleteImportLayout, // DELETE /import_layouts/:id
  getImportRules, // GET /import_rules
  postImportRules, // POST /import_rules
  getImportRule, // GET /import_rules/:id
  putImportRule, // PUT /import_rules/:id
  deleteImportRule, // DELETE /import_rules/:id
  postImportRulesRun, // POST /import_rules/run
  postImportRulesTry, // POST /import_rules/try
  getImports, // GET /imports
  postImports, // POST /imports
  getImport, // GET /imports/:id
  deleteImport, // DELETE /imports/:id
  postImportApply, // POST /imports/:id/apply
  getImportLines, // GET /imports/:id/lines
  putImportLines, // PUT /imports/:id/lines
  putImportLine, // PUT /imports/:id/lines/:n
  getInvitations, // GET /invitations
  postInvitations, // POST /invitations
  deleteInvitation, // DELETE /invitations/:id
  postInvitationsAccept, // POST /invitations/accept
  getInvitationsReceived, // GET /invitations/received
  getAllInvoices, // GET /invoices
  getMembers, // GET /members
  putMemberRole, // PUT /members/:user_id
  deleteMemberOf, // DELETE /members/:user_id
  getOperatorsSpaces, // GET /operators/spaces
  getOverview, // GET /overview
  getPreferences, // GET /preferences
  putPreferences, // PUT /preferences
  ready, //  GET /ready
  getReportsCashFlow, // GET /reports/cash_flow
  getReportsCategories, // GET /reports/categories
  getReportsNetWorth, // GET /reports/net_worth
  getSpaces, // GET /spaces
  postSpaces, // POST /spaces
  putSpace, // PUT /spaces/:id
  deleteSpaceById, // DELETE /spaces/:id
  getSpacesMonths, // GET /spaces/months
  putSpacesMonths, // PUT /spaces/months
  getTags, // GET /tags
  getTransactions, // GET /transactions
  postTransactions, // POST /transactions
  getTransaction, // GET /transactions/:id
  putTransaction, // PUT /transactions/:id
  deleteTransaction, // DELETE /transactions/:id
  getTransactionsAttachments, // GET /transactions/:id/attachments
  postTransactionsAttachments, // POST /transactions/:id/attachments
  getTransactionsAttachment, // GET /transactions/:id/attachments/:attachment_id
  deleteTransactionsAttachment, // DELETE /transactions/:id/attachments/:attachment_id
  postTransactionsBulk, // POST /transactions/bulk
  getTransfers, // GET /transfers
  postTransfers, // POST /transfers
  getTransfer, // GET /transfers/:id
  putTransfer, // PUT /transfers/:id
  deleteTransfer, // DELETE /transfers/:id
  getUsers, // GET /users
  getUser, // GET /users/:id
  getUsersMe, // GET /users/me
  getWebhooks, // GET /webhooks
  postWebhooks, // POST /webhooks
  getWebhook, // GET /webhooks/:id
  putWebhookById, // PUT /webhooks/:id
  deleteWebhookById, // DELETE /webhooks/:id
  getWebhookDeliveries, // GET /webhooks/:id/deliveries
  postWebhookDeliveryResend, // POST /webhooks/:id/deliveries/:delivery_id/resend
  postWebhookPing, // POST /webhooks/:id/ping
  postWebhookRotateSecret, // POST /webhooks/:id/rotate_secret
];
