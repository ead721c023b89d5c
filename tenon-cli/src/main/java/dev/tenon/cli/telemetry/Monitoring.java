package dev.tenon.cli.telemetry;

import dev.tenon.concurrent.IdempotentCloser;
import dev.tenon.guard.config.Front;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.TelemetryPlan;
import dev.tenon.guard.config.Upstream;
import dev.tenon.guard.telemetry.Link;
import dev.tenon.guard.telemetry.Reachability;
import dev.tenon.guard.telemetry.Readiness;
import dev.tenon.guard.telemetry.Telemetry;
import dev.tenon.guard.watch.GuardObserver;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Watches a guard, and reports what it sees: to whoever scrapes its metrics or asks how it is, and to a collector. Started
 * before the guard, closed after it.
 *
 * <pre>{@code
 * if (Wanted.by(config.telemetry(), System.getenv())) {
 *     Monitoring monitoring = Monitoring.start(config.telemetry().orElse(TelemetryPlan.EMPTY), config, version);
 *     ... // a guard with monitoring.observer()
 *     monitoring.checks(guard::readiness);
 * }
 * }</pre>
 */
public final class Monitoring implements AutoCloseable {
    private final Sdk sdk;
    private final Telemetry telemetry;
    private final Reachability reachability = new Reachability();
    private final Optional<Operations> operations;
    private final IdempotentCloser closer = new IdempotentCloser();
    private volatile Supplier<List<Readiness>> checks = List::of;

    private Monitoring(Sdk sdk, TelemetryPlan plan, GuardConfig config) {
        Link front = config.front() instanceof Front.Http ? Link.HTTP : Link.STDIO;
        this.sdk = sdk;
        this.telemetry = Telemetry.with(sdk.openTelemetry(), front, links(config));
        this.operations =
                plan.operations().map(address -> Operations.start(address, plan.hosts(), sdk::scrape, this::readiness));
    }

    /**
     * Begins.
     *
     * @param plan what to report, and where: as the configuration says, or the command line before it
     * @param version the version of the guard
     * @throws dev.tenon.cli.exit.FailureException when it cannot listen there, or settings of the environment are wrong
     */
    public static Monitoring start(TelemetryPlan plan, GuardConfig config, String version) {
        Sdk sdk = Sdk.start(plan, version);
        try {
            return new Monitoring(sdk, plan, config);
        } catch (RuntimeException e) {
            sdk.close();
            throw e;
        }
    }

    private static Map<String, Link> links(GuardConfig config) {
        return config.upstreams().stream()
                .collect(Collectors.toMap(Upstream::name, upstream -> Link.to(upstream.behind())));
    }

    private List<Readiness> readiness() {
        List<Readiness> all = new ArrayList<>(checks.get());
        all.addAll(reachability.missing());
        return all;
    }

    /**
     * What must be so for the guard to be ready, beside that the servers behind are reached; asked each time that somebody
     * wants to know, on a thread that may block for a moment.
     */
    public void checks(Supplier<List<Readiness>> asked) {
        checks = asked;
    }

    /** Reports how often bounds were met: by name, asked with each collection. */
    public void bounds(Supplier<Map<String, Long>> met) {
        telemetry.bounds(met);
    }

    /** The guard has another configuration now. */
    public void changed(GuardConfig config) {
        telemetry.upstreams(links(config));
    }

    /** What the guard is told of. */
    public GuardObserver observer() {
        return GuardObserver.all(List.of(telemetry, reachability));
    }

    /** Where metrics can be scraped, without a path; empty when nobody listens. */
    public Optional<URI> operations() {
        return operations.map(Operations::uri);
    }

    /** Sends what was not sent yet, for a few seconds at most, and ends. Who closes it a second time waits for the first. */
    @Override
    public void close() {
        closer.close(() -> {
            operations.ifPresent(Operations::close);
            sdk.close();
        });
    }
}
