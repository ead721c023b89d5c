/** Metrics and traces of what passes the guard, by the conventions of OpenTelemetry for MCP. */
@NullMarked
package dev.tenon.guard.telemetry;

import org.jspecify.annotations.NullMarked;
