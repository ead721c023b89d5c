package dev.tenon.guard.config;

import java.util.List;
import java.util.Optional;

/**
 * The telemetry of the guard.
 *
 * @param operations the address of the listener for metrics, health and readiness; empty for none
 * @param otlp the URL of an OTLP collector for metrics and traces; empty for the one that the environment names, if any
 * @param service the service name in metrics and traces; empty for the default
 * @param hosts further host names that requests to the operations listener may use
 */
public record TelemetryConfig(
        Optional<ListenAddress> operations, Optional<String> otlp, Optional<String> service, List<String> hosts) {
    /** Nothing but what the environment configures. */
    public static final TelemetryConfig EMPTY =
            new TelemetryConfig(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    public TelemetryConfig {
        hosts = List.copyOf(hosts);
    }

    /**
     * An address to listen on.
     *
     * @param host a host name or an address of this machine, an IPv6 address without brackets
     * @param port the port; 0 for any free port
     */
    public record ListenAddress(String host, int port) {}

    /** Returns this configuration with an operations listener on this address. */
    public TelemetryConfig withOperationsListener(String host, int port) {
        return new TelemetryConfig(Optional.of(new ListenAddress(host, port)), otlp, service, hosts);
    }
}
