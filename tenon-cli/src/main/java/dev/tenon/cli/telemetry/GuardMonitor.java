package dev.tenon.cli.telemetry;

import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.telemetry.GuardTelemetry;
import dev.tenon.guard.telemetry.ReachabilityObserver;
import dev.tenon.guard.telemetry.Readiness;
import dev.tenon.guard.telemetry.TransportAttributes;
import dev.tenon.internal.concurrent.IdempotentCloser;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Watches a guard, and reports what it sees: to whoever scrapes its metrics or asks how it is, and to a collector.
 * Started before the guard, closed after it.
 *
 * <pre>{@code
 * if (Wanted.by(config.telemetry(), System.getenv())) {
 *     Monitoring monitoring = Monitoring.start(config.telemetry().orElse(TelemetryPlan.EMPTY), config, version);
 *     ... // a guard with monitoring.observer()
 *     monitoring.checks(guard::readiness);
 * }
 * }</pre>
 */
public final class GuardMonitor implements AutoCloseable {
    private final OpenTelemetryRuntime sdk;
    private final GuardTelemetry telemetry;
    private final ReachabilityObserver reachability = new ReachabilityObserver();
    private final Optional<OperationsServer> operations;
    private final IdempotentCloser closer = new IdempotentCloser();
    private volatile Supplier<List<Readiness>> checks = List::of;

    private GuardMonitor(OpenTelemetryRuntime sdk, TelemetryConfig plan, GuardConfig config) {
        TransportAttributes front = config.listen() instanceof ListenConfig.HttpListenConfig
                ? TransportAttributes.HTTP
                : TransportAttributes.STDIO;
        this.sdk = sdk;
        this.telemetry = GuardTelemetry.create(sdk.openTelemetry(), front, upstreamTransports(config));
        this.operations = plan.operations()
                .map(address -> OperationsServer.start(address, plan.hosts(), sdk::scrape, this::collectReadiness));
    }

    /**
     * Begins.
     *
     * @param plan what to report, and where: as the configuration says, or the command line before it
     * @param version the version of the guard
     * @throws dev.tenon.cli.error.CommandFailedException when it cannot listen there, or settings of the environment
     *     are wrong
     */
    public static GuardMonitor start(TelemetryConfig plan, GuardConfig config, String version) {
        OpenTelemetryRuntime sdk = OpenTelemetryRuntime.start(plan, version);
        try {
            return new GuardMonitor(sdk, plan, config);
        } catch (RuntimeException e) {
            sdk.close();
            throw e;
        }
    }

    private static Map<String, TransportAttributes> upstreamTransports(GuardConfig config) {
        return config.upstreams().stream()
                .collect(Collectors.toMap(UpstreamConfig::name, upstream -> TransportAttributes.of(upstream.target())));
    }

    private List<Readiness> collectReadiness() {
        List<Readiness> all = new ArrayList<>(checks.get());
        all.addAll(reachability.unreachableUpstreams());
        return all;
    }

    /**
     * What must be so for the guard to be ready, beside that the servers behind are reached; asked each time that
     * somebody wants to know, on a thread that may block for a moment.
     */
    public void setReadinessChecks(Supplier<List<Readiness>> asked) {
        checks = asked;
    }

    /** Reports how often bounds were met: by name, asked with each collection. */
    public void setLimitHits(Supplier<Map<String, Long>> met) {
        telemetry.reportBounds(met);
    }

    /** The guard has another configuration now. */
    public void onConfigChanged(GuardConfig config) {
        telemetry.updateUpstreams(upstreamTransports(config));
    }

    /** What the guard is told of. */
    public GuardObserver observer() {
        return GuardObserver.composite(List.of(telemetry, reachability));
    }

    /** Where metrics can be scraped, without a path; empty when nobody listens. */
    public Optional<URI> operationsUri() {
        return operations.map(OperationsServer::uri);
    }

    /**
     * Sends what was not sent yet, for a few seconds at most, and ends. Who closes it a second time waits for the
     * first.
     */
    @Override
    public void close() {
        closer.close(() -> {
            operations.ifPresent(OperationsServer::close);
            sdk.close();
        });
    }
}
