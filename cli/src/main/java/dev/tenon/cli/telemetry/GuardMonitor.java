package dev.tenon.cli.telemetry;

import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.ListenConfig.HttpListenConfig;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.telemetry.GuardTelemetry;
import dev.tenon.guard.telemetry.PartReadiness;
import dev.tenon.guard.telemetry.TransportAttributes;
import dev.tenon.guard.telemetry.UpstreamReachabilityTracker;
import dev.tenon.internal.concurrent.IdempotentCloser;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Exports the telemetry of a guard: metrics, health and readiness over HTTP, and metrics and traces to a collector.
 * Started before the guard, closed after it.
 *
 * <pre>{@code
 * if (TelemetryCondition.isEnabled(config.telemetry(), System.getenv())) {
 *     GuardMonitor monitor =
 *             GuardMonitor.start(config.telemetry().orElse(TelemetryConfig.EMPTY), config, version);
 *     ... // a guard with monitor.observer()
 *     monitor.setReadinessChecks(guard::readiness);
 * }
 * }</pre>
 */
public final class GuardMonitor implements AutoCloseable {
    private final OpenTelemetryRuntime runtime;
    private final GuardTelemetry telemetry;
    private final UpstreamReachabilityTracker reachability = new UpstreamReachabilityTracker();
    private final Optional<OperationsServer> operations;
    private final IdempotentCloser closer = new IdempotentCloser();
    private volatile Supplier<List<PartReadiness>> checks = List::of;

    private GuardMonitor(OpenTelemetryRuntime runtime, TelemetryConfig telemetryConfig, GuardConfig config) {
        TransportAttributes downstream =
                config.listen() instanceof HttpListenConfig ? TransportAttributes.HTTP : TransportAttributes.STDIO;
        this.runtime = runtime;
        this.telemetry = GuardTelemetry.create(runtime.sdk(), downstream, upstreamTransports(config));
        List<String> hosts = telemetryConfig.hosts();
        this.operations = telemetryConfig
                .operations()
                .map(address -> OperationsServer.start(address, hosts, runtime, this::collectPartReadiness));
    }

    /**
     * Starts the exports.
     *
     * @param telemetryConfig the exports, from the configuration or the command line
     * @param version the version of the guard
     * @throws dev.tenon.cli.error.CommandFailedException if it cannot listen on the address, or the OpenTelemetry
     *     variables of the environment are invalid
     */
    public static GuardMonitor start(TelemetryConfig telemetryConfig, GuardConfig config, String version) {
        OpenTelemetryRuntime runtime = OpenTelemetryRuntime.start(telemetryConfig, version);
        try {
            return new GuardMonitor(runtime, telemetryConfig, config);
        } catch (RuntimeException e) {
            runtime.close();
            throw e;
        }
    }

    private static Map<String, TransportAttributes> upstreamTransports(GuardConfig config) {
        return config.upstreams().stream()
                .collect(Collectors.toMap(UpstreamConfig::name, upstream -> TransportAttributes.of(upstream.target())));
    }

    /** Returns the results of the readiness checks, and one more for each upstream that cannot be reached. */
    private List<PartReadiness> collectPartReadiness() {
        List<PartReadiness> all = new ArrayList<>(checks.get());
        all.addAll(reachability.unreachableUpstreams());
        return all;
    }

    /**
     * Sets the readiness checks that apply besides the reachability of the upstream servers. They are called for each
     * readiness request, on a thread that may block briefly.
     */
    public void setReadinessChecks(Supplier<List<PartReadiness>> source) {
        checks = source;
    }

    /**
     * Sets the source for the number of rejections by each limit, by name. It is called for each metrics collection.
     */
    public void setLimitHits(Supplier<Map<String, Long>> source) {
        telemetry.reportLimits(source);
    }

    /** Updates the upstream servers after a change of the configuration. */
    public void updateMonitoredUpstreams(GuardConfig config) {
        telemetry.updateUpstreams(upstreamTransports(config));
    }

    /** Returns the observer to register with the guard. */
    public GuardObserver observer() {
        return GuardObserver.composite(List.of(telemetry, reachability));
    }

    /** Returns the base URI of the metrics and health endpoints; empty if they are disabled. */
    public Optional<URI> operationsUri() {
        return operations.map(OperationsServer::uri);
    }

    /** Sends pending telemetry, for at most five seconds, and stops. Concurrent calls wait for the first one. */
    @Override
    public void close() {
        closer.close(() -> {
            operations.ifPresent(OperationsServer::close);
            runtime.close();
        });
    }
}
