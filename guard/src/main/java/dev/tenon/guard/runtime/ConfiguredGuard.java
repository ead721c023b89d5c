package dev.tenon.guard.runtime;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.guard.audit.AuditLog;
import dev.tenon.guard.audit.AuditObserver;
import dev.tenon.guard.audit.AuditedAuthenticator;
import dev.tenon.guard.config.AuditConfig;
import dev.tenon.guard.config.ConfigReloader;
import dev.tenon.guard.config.ConfigWarnings;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.ListenConfig.HttpListenConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.credential.GuardCredentials;
import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.telemetry.PartReadiness;
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
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A guard that runs from a configuration. The application serves its {@linkplain #serversByPath() endpoints}: over
 * standard input and output, or over HTTP, each at its path and with the {@linkplain #authenticator() authenticator}.
 */
public final class ConfiguredGuard implements AutoCloseable {
    private static final Duration CONFIG_CHECK = Duration.ofSeconds(1);
    private static final Duration TIMEOUT_MARGIN = Duration.ofSeconds(10);
    private static final int MAX_RECORDED_CALLS = 1 << 16;

    private final GuardConfig config;
    private final Optional<AuditLog> audit;
    private final GuardCredentials credentials;
    private final GuardRuntime runtime = new GuardRuntime();
    private final UpstreamRegistry upstreams;
    private final Map<String, GuardEndpoint> endpoints = new LinkedHashMap<>();
    private final List<Supplier<Map<String, Long>>> limitCounts = new CopyOnWriteArrayList<>();
    private final List<Consumer<GuardConfig>> listeners = new CopyOnWriteArrayList<>();
    private final IdempotentCloser closer = new IdempotentCloser();
    private volatile RuntimeScheduler.TaskHandle configPoll = () -> {};
    private volatile List<String> loggedWarnings = List.of();

    private ConfiguredGuard(GuardConfig config, GuardEnvironment environment) {
        this.config = config;
        long maxRecordedCalls =
                Math.max(1024, Math.min(MAX_RECORDED_CALLS, 4L * config.limits().callsInFlight()));
        this.audit = config.audit().map(auditConfig -> AuditLog.open(auditConfig.settings(), (int) maxRecordedCalls));
        this.credentials = GuardCredentials.of(environment.environment());
        this.upstreams = new UpstreamRegistry(environment, credentials, createObserver(config, environment), runtime);
        try {
            upstreams.swapUpstreams(config);
            for (String path : GuardEndpoint.paths(config)) {
                boolean isShared = path.equals(GuardEndpoint.sharedPath(config));
                GuardEndpoint endpoint =
                        new GuardEndpoint(path, isShared, environment.self(), serverLimits(config), upstreams);
                endpoints.put(path, endpoint);
                addLimitCountSource(() -> limitCountsByName(endpoint.server()));
            }
            addLimitCountSource(() -> Map.of("stderr", upstreams.droppedLines()));
            addLimitCountSource(runtime::limitCounts);
            audit.ifPresent(log -> addLimitCountSource(() -> Map.of("audit_calls", log.unrecordedCalls())));
            logNewWarnings(config);
        } catch (RuntimeException e) {
            close(Duration.ZERO);
            throw e;
        }
    }

    /**
     * Creates a guard from a configuration, without connecting to or starting upstream servers.
     *
     * @throws dev.tenon.guard.command.CommandRefusedException if an upstream command is not approved
     * @throws dev.tenon.guard.command.SandboxMissingException if a command requires a sandbox that is not available
     * @throws dev.tenon.guard.audit.AuditException if the audit file cannot be written
     * @throws dev.tenon.guard.pin.PinFileException if the lock file cannot be used
     */
    public static ConfiguredGuard of(GuardConfig config, GuardEnvironment environment) {
        return new ConfiguredGuard(config, environment);
    }

    /**
     * Creates a guard from a configuration file and applies changes of the file; see {@link #applyConfig}. If the
     * changed file is invalid, the previous configuration stays in effect and the log lists the errors. A change that
     * {@link #applyConfig} rejects, for instance because a command is not approved, is retried every second.
     *
     * @throws dev.tenon.guard.config.ConfigException if the file is invalid now
     * @throws IOException if it cannot be read now
     */
    public static ConfiguredGuard follow(Path file, GuardEnvironment environment) throws IOException {
        ConfigReloader reloader = ConfigReloader.of(file);
        ConfiguredGuard guard = of(reloader.current(), environment);
        guard.configPoll =
                guard.runtime.scheduleRepeating(CONFIG_CHECK, () -> reloader.reloadIfChanged(guard::applyConfig));
        return guard;
    }

    private GuardObserver createObserver(GuardConfig config, GuardEnvironment environment) {
        List<GuardObserver> observers = new ArrayList<>();
        // The audit comes first: calls that it must record and cannot are rejected before other observers see them.
        audit.ifPresent(log -> {
            AuditConfig auditConfig = config.audit().orElseThrow();
            observers.add(new AuditObserver(log, auditConfig.parameters(), auditConfig.results()));
        });
        observers.addAll(environment.observers());
        return GuardObserver.composite(observers);
    }

    private static Limits serverLimits(GuardConfig config) {
        Duration longestTimeout = config.upstreams().stream()
                .map(UpstreamConfig::timeout)
                .max(Duration::compareTo)
                .orElse(config.limits().callTimeout())
                .plus(TIMEOUT_MARGIN);
        Limits defaults = Limits.DEFAULT;
        Duration maxDuration = defaults.maxRequestDuration();
        JsonLimits json = defaults.json();
        int bytes = config.limits().messageBytes();
        return defaults.toBuilder()
                .json(new JsonLimits(
                        bytes, config.limits().depth(), bytes, json.numberDigits(), json.nameChars(), json.members()))
                .requestsPerProcess(config.limits().callsInFlight())
                .sessions(config.limits().sessions())
                .sessionsPerCaller(config.limits().sessionsPerCaller())
                .requestTimeout(longestTimeout)
                .maxRequestDuration(longestTimeout.compareTo(maxDuration) > 0 ? longestTimeout : maxDuration)
                .build();
    }

    /**
     * Applies another configuration. Upstream servers, policies and call limits change immediately; calls in progress
     * complete unchanged. The downstream listener, audit, telemetry and endpoint paths change only after a restart,
     * which is logged.
     *
     * @throws RuntimeException if it cannot be applied; the previous configuration then stays in effect
     */
    public void applyConfig(GuardConfig newConfig) {
        List<GuardedUpstream> removed = upstreams.swapUpstreams(newConfig);
        endpoints.values().forEach(GuardEndpoint::updateMembers);
        upstreams.closeWhenUnused(removed);
        RestartWarnings.logIfNeeded(config, newConfig);
        logNewWarnings(newConfig);
        listeners.forEach(listener -> listener.accept(newConfig));
    }

    private void logNewWarnings(GuardConfig config) {
        List<String> warnings = ConfigWarnings.of(config);
        warnings.stream().filter(warning -> !loggedWarnings.contains(warning)).forEach(LOG::warn);
        loggedWarnings = warnings;
    }

    /** Returns the servers to serve, by path; there is exactly one over standard input and output. */
    public Map<String, McpServer> serversByPath() {
        Map<String, McpServer> servers = new LinkedHashMap<>();
        endpoints.forEach((path, endpoint) -> servers.put(path, endpoint.server()));
        return servers;
    }

    /** Returns the readiness checks of the guard itself, in addition to the reachability of its upstream servers. */
    public List<PartReadiness> readiness() {
        return audit.stream()
                .map(log -> log.canStartCalls()
                        ? PartReadiness.ready("audit")
                        : PartReadiness.notReady("audit", "The audit file cannot be written"))
                .toList();
    }

    /** Returns how often each limit was reached since the start, by the names in {@code docs/errors.md}. */
    public Map<String, Long> limitCounts() {
        Map<String, Long> sums = new TreeMap<>();
        limitCounts.forEach(source -> source.get().forEach((limit, count) -> sums.merge(limit, count, Long::sum)));
        return sums;
    }

    /** Adds the counts of a transport to {@link #limitCounts}. */
    public void addLimitCountSource(Supplier<Map<String, Long>> counts) {
        limitCounts.add(counts);
    }

    private static Map<String, Long> limitCountsByName(McpServer server) {
        Map<String, Long> byName = new TreeMap<>();
        server.status()
                .limitCounts()
                .forEach((limit, count) -> byName.put(limit.name().toLowerCase(Locale.ROOT), count));
        return byName;
    }

    /** Registers a listener for configurations after they were applied. */
    public void onConfigChange(Consumer<GuardConfig> listener) {
        listeners.add(listener);
    }

    /** Returns the authenticator of HTTP clients; empty if authentication is not configured. */
    public Optional<RequestAuthenticator> authenticator() {
        Optional<RequestAuthenticator> authenticator =
                config.listen() instanceof HttpListenConfig http ? credentials.authenticator(http) : Optional.empty();
        return audit.isEmpty()
                ? authenticator
                : authenticator.map(delegate -> new AuditedAuthenticator(delegate, audit.get()));
    }

    /** Returns the configuration that the guard was started with. {@link #applyConfig} does not change it. */
    public GuardConfig initialConfig() {
        return config;
    }

    /** Like {@link #close(Duration)}, with a grace period of ten seconds. */
    @Override
    public void close() {
        close(Duration.ofSeconds(10));
    }

    /**
     * Closes the guard: requests in flight get this grace period, then all upstream connections and processes are
     * closed. A concurrent second call waits until the first returns.
     */
    public void close(Duration grace) {
        closer.close(() -> {
            configPoll.cancel();
            endpoints.values().forEach(endpoint -> endpoint.close(grace));
            upstreams.close();
            runtime.close();
            audit.ifPresent(AuditLog::close);
        });
    }
}
