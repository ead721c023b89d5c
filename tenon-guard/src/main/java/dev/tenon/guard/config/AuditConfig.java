package dev.tenon.guard.config;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.audit.AuditSettings;

/**
 * The audit file and what is kept in it.
 *
 * @param settings where it is and how it is kept
 * @param parameters how much of params is kept
 * @param results how much of results is kept
 */
public record AuditConfig(AuditSettings settings, AuditRedactor parameters, AuditRedactor results) {}
