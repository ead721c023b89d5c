/**
 * Metrics and traces of calls, following the OpenTelemetry semantic conventions for MCP, and readiness checks. Export
 * and its configuration are in {@code dev.tenon.cli.telemetry}. For applications that observe an embedded guard.
 */
@NullMarked
package dev.tenon.guard.telemetry;

import org.jspecify.annotations.NullMarked;
