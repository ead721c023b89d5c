package dev.tenon.guard.config;

import java.util.List;
import java.util.Optional;

/**
 * What is reported of the guard, and where.
 *
 * @param operations where metrics can be scraped, and health and readiness be asked
 * @param otlp the URL of a collector that metrics and traces are sent to by OTLP; the environment may name one, too
 * @param service what the guard is called there
 * @param hosts names, beside those that the guard knows, by which requests to the operations listener may come
 */
public record TelemetryConfig(
        Optional<ListenAddress> operations, Optional<String> otlp, Optional<String> service, List<String> hosts) {
    /** Nothing but what the environment says. */
    public static final TelemetryConfig EMPTY =
            new TelemetryConfig(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    public TelemetryConfig {
        hosts = List.copyOf(hosts);
    }

    /**
     * Where to listen.
     *
     * @param host a name or an address of this machine, an IPv6 address without brackets
     * @param port 0 for any that is free
     */
    public record ListenAddress(String host, int port) {}

    /** With an operations listener there instead. */
    public TelemetryConfig withOperationsListener(String host, int port) {
        return new TelemetryConfig(Optional.of(new ListenAddress(host, port)), otlp, service, hosts);
    }
}
