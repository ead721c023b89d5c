package dev.tenon.guard.runtime;

import dev.tenon.guard.audit.AuditLog;
import dev.tenon.guard.audit.AuditObserver;
import dev.tenon.guard.audit.AuditedAuthenticator;
import dev.tenon.guard.config.AuditConfig;
import dev.tenon.guard.config.ConfigReloader;
import dev.tenon.guard.config.ConfigWarnings;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.credential.GuardCredentials;
import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.telemetry.Readiness;
import dev.tenon.internal.concurrent.IdempotentCloser;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.json.JsonLimits;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.RequestAuthenticator;
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
 * A guard that runs as it is configured. Whoever has it serves its {@linkplain #endpoints() endpoints}: on standard
 * input and output, or each at its path over HTTP with its {@linkplain #authenticator() authenticator}.
 */
public final class ConfiguredGuard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final Duration CONFIG_CHECK = Duration.ofSeconds(1);
    private static final Duration TIMEOUT_MARGIN = Duration.ofSeconds(10);
    private static final int MAX_NOTED_CALLS = 1 << 16;

    private final GuardConfig config;
    private final Optional<AuditLog> audit;
    private final GuardCredentials keyring;
    private final GuardRuntime runtime = new GuardRuntime();
    private final UpstreamRegistry upstreams;
    private final Map<String, GuardEndpoint> endpoints = new LinkedHashMap<>();
    private final List<Supplier<Map<String, Long>>> bounds = new CopyOnWriteArrayList<>();
    private final List<Consumer<GuardConfig>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicReference<RuntimeScheduler.TaskHandle> configPoll = new AtomicReference<>(() -> {});
    private final IdempotentCloser closer = new IdempotentCloser();
    private volatile List<String> warned = List.of();

    private ConfiguredGuard(GuardConfig config, GuardEnvironment around) {
        this.config = config;
        long calls =
                Math.max(1024, Math.min(MAX_NOTED_CALLS, 4L * config.limits().callsInFlight()));
        this.audit = config.audit().map(plan -> AuditLog.open(plan.settings(), (int) calls));
        this.keyring = GuardCredentials.of(around.environment());
        this.upstreams = new UpstreamRegistry(around, keyring, createObserver(config, around), runtime);
        try {
            upstreams.applyConfig(config);
            for (String path : GuardEndpoint.paths(config)) {
                boolean isCommon = path.equals(GuardEndpoint.commonPath(config));
                GuardEndpoint endpoint =
                        new GuardEndpoint(path, isCommon, around.self(), serverLimits(config), upstreams);
                endpoints.put(path, endpoint);
                addBoundCounts(() -> boundsOf(endpoint.server()));
            }
            addBoundCounts(() -> Map.of("stderr", upstreams.droppedLines()));
            addBoundCounts(runtime::boundsMet);
            audit.ifPresent(log -> addBoundCounts(() -> Map.of("audit_calls", log.unrecordedCalls())));
            logWarnings(config);
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
     * @throws dev.tenon.guard.pin.PinLockException when the lock cannot be used
     */
    public static ConfiguredGuard of(GuardConfig config, GuardEnvironment around) {
        return new ConfiguredGuard(config, around);
    }

    /**
     * A guard with the configuration in that file, which follows it: see {@link #applyConfig}. A file that cannot be
     * used leaves in force what was before, with the mistakes in the log. One that {@link #applyConfig} refuses,
     * because a command is not approved for instance, is tried again every second.
     *
     * @throws dev.tenon.guard.config.ConfigException when the file cannot be used now
     * @throws IOException when it cannot be read now
     */
    public static ConfiguredGuard follow(Path file, GuardEnvironment around) throws IOException {
        ConfigReloader live = ConfigReloader.of(file);
        ConfiguredGuard guard = of(live.current(), around);
        guard.configPoll.set(
                guard.runtime.scheduleRepeating(CONFIG_CHECK, () -> live.reloadIfChanged(guard::applyConfig)));
        return guard;
    }

    private GuardObserver createObserver(GuardConfig from, GuardEnvironment around) {
        List<GuardObserver> all = new ArrayList<>();
        // First: what must be audited and cannot be is refused before anybody else hears of it.
        audit.ifPresent(log -> {
            AuditConfig plan = from.audit().orElseThrow();
            all.add(new AuditObserver(log, plan.parameters(), plan.results()));
        });
        all.addAll(around.observers());
        return GuardObserver.composite(all);
    }

    private static Limits serverLimits(GuardConfig config) {
        Duration longest = config.upstreams().stream()
                .map(upstream -> upstream.timeout())
                .max(Duration::compareTo)
                .orElse(config.limits().callTimeout())
                .plus(TIMEOUT_MARGIN);
        Limits usual = Limits.DEFAULT;
        JsonLimits json = usual.json();
        int bytes = config.limits().messageBytes();
        return usual.toBuilder()
                .json(new JsonLimits(
                        bytes, config.limits().depth(), bytes, json.numberDigits(), json.nameChars(), json.members()))
                .requestsPerProcess(config.limits().callsInFlight())
                .sessions(config.limits().sessions())
                .sessionsPerCaller(config.limits().sessionsPerCaller())
                .requestTimeout(longest)
                .maxRequestDuration(
                        longest.compareTo(usual.maxRequestDuration()) > 0 ? longest : usual.maxRequestDuration())
                .build();
    }

    /**
     * Takes another configuration over. Servers, their policies and limits on their calls change at once, and calls
     * under way end as they began. What is in front, the audit and the paths of endpoints stay as they are until the
     * next start; the log says so.
     *
     * @throws RuntimeException when it cannot be taken over; what was before stays in force
     */
    public void applyConfig(GuardConfig changed) {
        List<GuardedUpstream> gone = upstreams.applyConfig(changed);
        endpoints.values().forEach(GuardEndpoint::updateMembers);
        upstreams.retire(gone);
        RestartWarnings.logIfNeeded(config, changed);
        logWarnings(changed);
        listeners.forEach(listener -> listener.accept(changed));
    }

    private void logWarnings(GuardConfig of) {
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

    /**
     * What is asked each time somebody wants to know whether the guard is ready, beside that its servers are reached.
     */
    public List<Readiness> readiness() {
        return audit.stream()
                .map(log -> log.isReady()
                        ? Readiness.ready("audit")
                        : Readiness.notReady("audit", "The audit file cannot be written"))
                .toList();
    }

    /** Returns how often each bound was met since the start, by the names in {@code docs/errors.md}. */
    public Map<String, Long> boundsMet() {
        Map<String, Long> all = new TreeMap<>();
        bounds.forEach(source -> source.get().forEach((bound, times) -> all.merge(bound, times, Long::sum)));
        return all;
    }

    /** Adds the bounds of what serves the guard to {@link #boundsMet}. */
    public void addBoundCounts(Supplier<Map<String, Long>> met) {
        bounds.add(met);
    }

    private static Map<String, Long> boundsOf(McpServer server) {
        Map<String, Long> named = new TreeMap<>();
        server.status()
                .limitsReached()
                .forEach((bound, times) -> named.put(bound.name().toLowerCase(Locale.ROOT), times));
        return named;
    }

    /** Told of each configuration that is taken over. */
    public void onConfigChange(Consumer<GuardConfig> listener) {
        listeners.add(listener);
    }

    /** What lets clients over HTTP in; empty when nobody has to say who he is. */
    public Optional<RequestAuthenticator> authenticator() {
        Optional<RequestAuthenticator> door = config.listen() instanceof ListenConfig.HttpListenConfig http
                ? keyring.authenticator(http)
                : Optional.empty();
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
     * Ends it: requests in flight are given this long, then every connection and program behind ends. A second call
     * waits until the first has returned.
     */
    public void close(Duration grace) {
        closer.close(() -> {
            configPoll.get().cancel();
            endpoints.values().forEach(endpoint -> endpoint.close(grace));
            upstreams.close();
            runtime.close();
            audit.ifPresent(AuditLog::close);
        });
    }
}
