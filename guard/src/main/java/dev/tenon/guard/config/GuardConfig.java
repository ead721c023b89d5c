package dev.tenon.guard.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of a guard, as {@link GuardConfigFile} reads it.
 *
 * @param listen how clients reach the guard
 * @param upstreams the upstream servers, at least one
 * @param limits limits of the guard as a whole
 * @param audit the audit log; empty for none
 * @param telemetry metrics, traces and health; empty if not configured
 * @param lockFile the file that contains the approved definitions of tools
 */
public record GuardConfig(
        ListenConfig listen,
        List<UpstreamConfig> upstreams,
        LimitSettings limits,
        Optional<AuditConfig> audit,
        Optional<TelemetryConfig> telemetry,
        Path lockFile) {
    public GuardConfig {
        upstreams = List.copyOf(upstreams);
    }
}
