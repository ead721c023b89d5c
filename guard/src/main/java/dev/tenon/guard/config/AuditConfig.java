package dev.tenon.guard.config;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.audit.AuditSettings;

/**
 * The configuration of the audit log.
 *
 * @param settings where the file is and how it is written
 * @param parameters how much of params is recorded
 * @param results how much of results is recorded
 */
public record AuditConfig(AuditSettings settings, AuditRedactor parameters, AuditRedactor results) {}
