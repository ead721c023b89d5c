package dev.tenon.cli.telemetry;

import dev.tenon.client.Target;
import dev.tenon.guard.config.TelemetryPlan;
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
 * Watches a guard, and reports what it sees: to whoever scrapes its metrics or asks how it is, and to a collector. Made before
 * the guard, closed after it.
 *
 * <pre>{@code
 * if (Wanted.by(plan, System.getenv())) {
 *     Monitoring monitoring = Monitoring.start(plan.orElse(TelemetryPlan.EMPTY), setting, checks);
 *     Guard.before(target).observers(audit, monitoring.observer());
 * }
 * }</pre>
 */
public final class Monitoring implements AutoCloseable {
    private final Sdk sdk;
    private final Optional<Operations> operations;
    private final GuardObserver observer;

    private Monitoring(Sdk sdk, Optional<Operations> operations, GuardObserver observer) {
        this.sdk = sdk;
        this.operations = operations;
        this.observer = observer;
    }

    /**
     * The guard that is watched.
     *
     * @param version its version
     * @param overHttp whether clients come over HTTP, and not by standard input
     * @param upstreams the servers behind, by their names
     */
    public record Setting(String version, boolean overHttp, Map<String, Target> upstreams) {
        public Setting {
            upstreams = Map.copyOf(upstreams);
        }
    }

    /**
     * Begins.
     *
     * @param checks what must be so for the guard to be ready, beside that the servers behind are reached; asked each time
     *     that somebody wants to know, on a thread that may block for a moment
     * @throws dev.tenon.cli.exit.FailureException when it cannot listen there, or settings of the environment are wrong
     */
    public static Monitoring start(TelemetryPlan plan, Setting setting, Supplier<List<Readiness>> checks) {
        Sdk sdk = Sdk.start(plan, setting.version());
        Reachability reachability = new Reachability();
        try {
            Optional<Operations> operations = plan.operations()
                    .map(address -> Operations.start(address, sdk::scrape, () -> all(checks, reachability)));
            Map<String, Link> links = setting.upstreams().entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> Link.to(entry.getValue())));
            Telemetry telemetry =
                    Telemetry.with(sdk.openTelemetry(), setting.overHttp() ? Link.HTTP : Link.STDIO, links);
            return new Monitoring(sdk, operations, GuardObserver.all(List.of(telemetry, reachability)));
        } catch (RuntimeException e) {
            sdk.close();
            throw e;
        }
    }

    private static List<Readiness> all(Supplier<List<Readiness>> checks, Reachability reachability) {
        List<Readiness> all = new ArrayList<>(checks.get());
        all.addAll(reachability.missing());
        return all;
    }

    /** What the guard is told of. */
    public GuardObserver observer() {
        return observer;
    }

    /** Where metrics can be scraped, without a path; empty when nobody listens. */
    public Optional<URI> operations() {
        return operations.map(Operations::uri);
    }

    /** Sends what was not sent yet, for a few seconds at most, and ends. */
    @Override
    public void close() {
        operations.ifPresent(Operations::close);
        sdk.close();
    }
}
