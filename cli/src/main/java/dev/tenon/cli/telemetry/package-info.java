/**
 * Metrics, traces, health and readiness of a guard, by the OpenTelemetry SDK; its classes are only loaded if telemetry
 * is enabled. The instruments are in {@code dev.tenon.guard}. Internal to the {@code tenon} command.
 */
package dev.tenon.cli.telemetry;
