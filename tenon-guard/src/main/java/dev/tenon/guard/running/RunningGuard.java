package dev.tenon.guard.running;

import dev.tenon.concurrent.IdempotentCloser;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.guard.audit.AuditLog;
import dev.tenon.guard.audit.AuditObserver;
import dev.tenon.guard.audit.AuditedAuthenticator;
import dev.tenon.guard.config.AuditPlan;
import dev.tenon.guard.config.ConfigWarnings;
import dev.tenon.guard.config.Front;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.LiveConfig;
import dev.tenon.guard.credentials.Keyring;
import dev.tenon.guard.internal.GuardRuntime;
import dev.tenon.guard.internal.GuardedServer;
import dev.tenon.guard.telemetry.Readiness;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.json.JsonLimits;
import dev.tenon.server.Authenticator;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A guard that runs as it is configured. Whoever has it serves its {@linkplain #endpoints() endpoints}: on standard input and output,
 * or each at its path over HTTP with its {@linkplain #authenticator() authenticator}.
 */
public final class RunningGuard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final Duration CONFIG_CHECK = Duration.ofSeconds(1);
    private static final Duration SPARE = Duration.ofSeconds(10);
    private static final int MAX_NOTED_CALLS = 1 << 16;

    private final GuardConfig config;
    private final Optional<AuditLog> audit;
    private final Keyring keyring;
    private final GuardRuntime runtime = new GuardRuntime();
    private final Crew crew;
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    private final List<Supplier<Map<String, Long>>> bounds = new CopyOnWriteArrayList<>();
    private final List<Consumer<GuardConfig>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicReference<RuntimeScheduler.Task> following = new AtomicReference<>(() -> {});
    private final IdempotentCloser closer = new IdempotentCloser();
    private volatile List<String> warned = List.of();

    private RunningGuard(GuardConfig config, Surroundings around) {
        this.config = config;
        long calls =
                Math.max(1024, Math.min(MAX_NOTED_CALLS, 4L * config.limits().callsInFlight()));
        this.audit = config.audit().map(plan -> AuditLog.open(plan.settings(), (int) calls));
        this.keyring = Keyring.of(around.environment());
        this.crew = new Crew(around, keyring, observer(config, around), runtime);
        try {
            crew.change(config);
            for (String path : Endpoint.paths(config)) {
                boolean isCommon = path.equals(Endpoint.common(config));
                Endpoint endpoint = new Endpoint(path, isCommon, around.self(), limits(config), crew);
                endpoints.put(path, endpoint);
                countBounds(() -> boundsOf(endpoint.server()));
            }
            countBounds(() -> Map.of("stderr", crew.linesLeftOut()));
            countBounds(runtime::boundsMet);
            audit.ifPresent(log -> countBounds(() -> Map.of("audit_calls", log.callsNotNoted())));
            warn(config);
        } catch (RuntimeException e) {
            close(Duration.ZERO);
            throw e;
        }
    }

    /**
     * A guard with that configuration. Nothing is connected or started yet.
     *
     * @throws dev.tenon.guard.command.CommandRefusedException when a program behind was not approved
     * @throws dev.tenon.guard.command.SandboxMissingException when one must have walls that cannot be built here
     * @throws dev.tenon.guard.audit.AuditException when the audit file cannot be written
     * @throws dev.tenon.guard.pin.LockException when the lock cannot be used
     */
    public static RunningGuard of(GuardConfig config, Surroundings around) {
        return new RunningGuard(config, around);
    }

    /**
     * A guard with the configuration in that file, which follows it: see {@link #take}. A file that cannot be used leaves in force
     * what was before, with the mistakes in the log. One that {@link #take} refuses, because a command is not approved for
     * instance, is tried again every second.
     *
     * @throws dev.tenon.guard.config.ConfigException when the file cannot be used now
     * @throws IOException when it cannot be read now
     */
    public static RunningGuard follow(Path file, Surroundings around) throws IOException {
        LiveConfig live = LiveConfig.of(file);
        RunningGuard guard = of(live.current(), around);
        guard.following.set(guard.runtime.repeat(CONFIG_CHECK, () -> live.check(guard::take)));
        return guard;
    }

    private GuardObserver observer(GuardConfig from, Surroundings around) {
        List<GuardObserver> all = new ArrayList<>();
        // First: what must be audited and cannot be is refused before anybody else hears of it.
        audit.ifPresent(log -> {
            AuditPlan plan = from.audit().orElseThrow();
            all.add(new AuditObserver(log, plan.parameters(), plan.results()));
        });
        all.addAll(around.observers());
        return GuardObserver.all(all);
    }

    private static Limits limits(GuardConfig config) {
        Duration longest = config.upstreams().stream()
                .map(upstream -> upstream.timeout())
                .max(Duration::compareTo)
                .orElse(config.limits().callTime())
                .plus(SPARE);
        Limits usual = Limits.DEFAULT;
        JsonLimits json = usual.json();
        int bytes = config.limits().messageBytes();
        return usual.change()
                .json(new JsonLimits(
                        bytes, config.limits().depth(), bytes, json.numberDigits(), json.nameChars(), json.members()))
                .requestsPerProcess(config.limits().callsInFlight())
                .sessions(config.limits().sessions())
                .sessionsPerCaller(config.limits().sessionsPerCaller())
                .requestTime(longest)
                .requestHardStop(longest.compareTo(usual.requestHardStop()) > 0 ? longest : usual.requestHardStop())
                .build();
    }

    /**
     * Takes another configuration over. Servers, their policies and limits on their calls change at once, and calls under way end
     * as they began. What is in front, the audit and the paths of endpoints stay as they are until the next start; the log says so.
     *
     * @throws RuntimeException when it cannot be taken over; what was before stays in force
     */
    public void take(GuardConfig changed) {
        List<GuardedServer> gone = crew.change(changed);
        endpoints.values().forEach(Endpoint::change);
        crew.retire(gone);
        Restarts.tell(config, changed);
        warn(changed);
        listeners.forEach(listener -> listener.accept(changed));
    }

    private void warn(GuardConfig of) {
        List<String> warnings = ConfigWarnings.of(of);
        warnings.stream().filter(warning -> !warned.contains(warning)).forEach(LOG::warn);
        warned = warnings;
    }

    /** The servers to serve, by path; over standard input and output there is one. */
    public Map<String, McpServer> endpoints() {
        Map<String, McpServer> servers = new LinkedHashMap<>();
        endpoints.forEach((path, endpoint) -> servers.put(path, endpoint.server()));
        return servers;
    }

    /** What is asked each time somebody wants to know whether the guard is ready, beside that its servers are reached. */
    public List<Readiness> readiness() {
        return audit.stream()
                .map(log -> log.ready()
                        ? Readiness.ready("audit")
                        : Readiness.not("audit", "The audit file cannot be written"))
                .toList();
    }

    /** Returns how often each bound was met since the start, by the names in {@code docs/errors.md}. */
    public Map<String, Long> boundsMet() {
        Map<String, Long> all = new TreeMap<>();
        bounds.forEach(source -> source.get().forEach((bound, times) -> all.merge(bound, times, Long::sum)));
        return all;
    }

    /** Adds the bounds of what serves the guard to {@link #boundsMet}. */
    public void countBounds(Supplier<Map<String, Long>> met) {
        bounds.add(met);
    }

    private static Map<String, Long> boundsOf(McpServer server) {
        Map<String, Long> named = new TreeMap<>();
        server.status()
                .boundsMet()
                .forEach((bound, times) -> named.put(bound.name().toLowerCase(Locale.ROOT), times));
        return named;
    }

    /** Told of each configuration that is taken over. */
    public void whenChanged(Consumer<GuardConfig> listener) {
        listeners.add(listener);
    }

    /** What lets clients over HTTP in; empty when nobody has to say who he is. */
    public Optional<Authenticator> authenticator() {
        Optional<Authenticator> door =
                config.front() instanceof Front.Http http ? keyring.authenticator(http) : Optional.empty();
        return audit.isEmpty() ? door : door.map(known -> new AuditedAuthenticator(known, audit.get()));
    }

    /** The configuration that the guard was started with. */
    public GuardConfig config() {
        return config;
    }

    /** As {@link #close(Duration)}, with ten seconds. */
    @Override
    public void close() {
        close(Duration.ofSeconds(10));
    }

    /**
     * Ends it: requests in flight are given this long, then every connection and program behind ends. A second call waits until the
     * first has returned.
     */
    public void close(Duration grace) {
        closer.close(() -> {
            following.get().cancel();
            endpoints.values().forEach(endpoint -> endpoint.close(grace));
            crew.close();
            runtime.close();
            audit.ifPresent(AuditLog::close);
        });
    }
}
