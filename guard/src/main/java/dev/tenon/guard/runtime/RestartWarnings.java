package dev.tenon.guard.runtime;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.guard.config.GuardConfig;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Warns about configuration changes that take effect only after a restart. */
final class RestartWarnings {
    private static final Map<String, Function<GuardConfig, Object>> RESTART_ONLY_SECTIONS = new TreeMap<>(Map.of(
            "front", GuardConfig::listen,
            "endpoint paths", GuardEndpoint::paths,
            "downstream limits", GuardConfig::limits,
            "audit", config -> config.audit().toString(),
            "telemetry", GuardConfig::telemetry));

    private RestartWarnings() {}

    static void logIfNeeded(GuardConfig previous, GuardConfig current) {
        String pending = RESTART_ONLY_SECTIONS.entrySet().stream()
                .filter(section -> !section.getValue()
                        .apply(previous)
                        .equals(section.getValue().apply(current)))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        if (!pending.isEmpty()) {
            LOG.warn("Configuration changes that require a restart: sections={}", pending);
        }
    }
}
